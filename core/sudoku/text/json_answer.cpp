#include "core/sudoku/text/json_answer.hpp"

#include "core/json_text.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

void append_invalid_json(std::string& text, std::string_view reason) {
  JsonObject object(text);
  object.text("status", "invalid");
  object.text("reason", reason);
  object.end();
  text += '\n';
}

void append_json(std::string& text, const Solutions& found, std::uint64_t limit) {
  if (found.count > 0 && !found.timed_out) {
    char front[json_front_room(0)];
    text.append(front, put_json_front(front, found.count, limit));
    char line[kLineBytes];
    write_line(found.first, line);
    text.append(line, kCells).append(kJsonBack);
    return;
  }
  JsonObject object(text);
  object.text("status", found.timed_out ? "timeout" : "unsolvable");
  if (!found.timed_out && limit != 1) object.count("count", 0);
  object.end();
  text += '\n';
}

}  // namespace puzzled::sudoku
