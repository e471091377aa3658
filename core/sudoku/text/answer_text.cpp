#include "core/sudoku/text/answer_text.hpp"

#include "core/json_text.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kColour = "\x1b[36m";
constexpr std::string_view kReset = "\x1b[0m";

char cell_character(std::uint8_t digit) {
  return digit == 0 ? '.' : static_cast<char>('0' + digit);
}

void append_number(std::string& text, std::uint64_t number) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  text.append(digits, end);
}

/// Nine lines of nine cells, with blanks between them or not.
void append_board(std::string& text, const Grid& grid, bool spaced) {
  char board[2 * kCells];
  char* to = board;
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      *to++ = cell_character(grid[row * kSide + column]);
      if (spaced) *to++ = ' ';
    }
    if (spaced) --to;
    *to++ = '\n';
  }
  text.append(board, to);
}

/// One drawn cell, three columns wide. Clues keep apart from answers without colour, too.
void append_drawn_cell(std::string& text, std::uint8_t clue, std::uint8_t digit, bool colour) {
  const char shown = cell_character(digit);
  if (!colour) {
    text += {clue != 0 ? '[' : ' ', shown, clue != 0 ? ']' : ' '};
    return;
  }
  text += ' ';
  text += clue != 0 ? kBold : kColour;
  text += shown;
  text += kReset;
  text += ' ';
}

void append_drawing(std::string& text, const Grid& clues, const Grid& grid, bool colour) {
  constexpr std::string_view kTop = "┌─────────┬─────────┬─────────┐\n";
  constexpr std::string_view kMiddle = "├─────────┼─────────┼─────────┤\n";
  constexpr std::string_view kBottom = "└─────────┴─────────┴─────────┘\n";
  for (int row = 0; row < kSide; ++row) {
    if (row % 3 == 0) text += row == 0 ? kTop : kMiddle;
    for (int column = 0; column < kSide; ++column) {
      if (column % 3 == 0) text += "│";
      const int cell = row * kSide + column;
      append_drawn_cell(text, clues[cell], grid[cell], colour);
    }
    text += "│\n";
  }
  text += kBottom;
}

void append_line(std::string& text, const Solutions& found, std::uint64_t limit) {
  if (limit == 1 && found.count == 0) {
    text += "unsolvable\n";
    return;
  }
  char count[count_room(0)];
  text.append(count, put_count(count, found.count, limit));
  if (found.count > 0) {
    append_cells(text, found.first);
  } else {
    text += '-';
  }
  text += '\n';
}

void append_pretty(std::string& text, const Grid& puzzle, const Solutions& found,
                   std::uint64_t limit, bool colour) {
  const bool answered = found.count > 0 && !found.timed_out;
  append_drawing(text, puzzle, answered ? found.first : puzzle, colour);
  if (found.timed_out) {
    text += "timeout\n";
  } else if (found.count == 0) {
    text += "unsolvable\n";
  } else if (limit != 1) {
    append_number(text, found.count);
    text += found.count == 1 ? " solution" : " solutions";
    if (found.count == limit) text += " (the limit)";
    text += '\n';
  }
}

}  // namespace

void append_cells(std::string& text, const Grid& grid) {
  char cells[kCells];
  for (std::size_t i = 0; i < kCells; ++i) cells[i] = cell_character(grid.digits[i]);
  text.append(cells, kCells);
}

char* put_count(char* to, std::uint64_t count, std::uint64_t limit) {
  if (limit == 1) return to;
  to = std::to_chars(to, to + count_room(limit), count).ptr;
  *to++ = '\t';
  return to;
}

void append_answer(std::string& text, const Grid& puzzle, const Solutions& found,
                   std::uint64_t limit, AnswerStyle style) {
  const bool answered = found.count > 0 && !found.timed_out;
  if (style == AnswerStyle::kPretty || style == AnswerStyle::kPrettyColour) {
    append_pretty(text, puzzle, found, limit, style == AnswerStyle::kPrettyColour);
  } else if (style == AnswerStyle::kJson) {
    append_json(text, found, limit);
  } else if (style == AnswerStyle::kBoard && limit == 1 && answered) {
    append_board(text, found.first, false);
  } else if (style == AnswerStyle::kIntegers && limit == 1 && answered) {
    append_board(text, found.first, true);
  } else if (found.timed_out) {
    text += "timeout\n";
  } else {
    append_line(text, found, limit);
  }
}

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
