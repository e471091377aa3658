#include "core/variants/text/list_answer.hpp"

#include <string_view>

#include "core/json_text.hpp"

namespace puzzled::variants {
namespace {

void append_number(std::string& text, std::optional<std::uint64_t> number) {
  if (number) text += std::to_string(*number) + '\t';
}

JsonObject begin_object(std::string& text, std::optional<std::uint64_t> number) {
  JsonObject object(text);
  if (number) object.number("puzzle", *number);
  return object;
}

}  // namespace

void ListWriter::add(std::span<const std::uint8_t> solution) {
  ++count_;
  if (style_ == BoardStyle::kJson) {
    JsonObject object = begin_object(text_, number_);
    std::string cells;
    append_values(cells, board_, solution);
    object.text("solution", cells);
    object.end();
    text_ += '\n';
    return;
  }
  append_number(text_, number_);
  append_answer(text_, board_, {.count = 1, .timed_out = false, .first = solution}, 1, style_);
}

void ListWriter::end(bool timed_out, bool has_more) {
  if (style_ == BoardStyle::kJson) {
    JsonObject object = begin_object(text_, number_);
    object.text("status", timed_out ? "timeout" : count_ > 0 ? "solved" : "unsolvable");
    object.count("count", count_);
    object.flag("complete", !timed_out && !has_more);
    object.end();
    text_ += '\n';
  } else if (timed_out || count_ == 0) {
    append_number(text_, number_);
    append_answer(text_, board_, {.count = 0, .timed_out = timed_out, .first = {}}, 1, style_);
  }
}

void append_invalid_in_list(std::string& text, std::string_view reason, BoardStyle style,
                            std::optional<std::uint64_t> number) {
  if (style == BoardStyle::kJson) {
    JsonObject object = begin_object(text, number);
    object.text("status", "invalid");
    object.text("reason", reason);
    object.end();
    text += '\n';
  } else {
    append_number(text, number);
    append_invalid(text, reason, style);
  }
}

}  // namespace puzzled::variants
