#include "core/sudoku/answer_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>

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

void append_board(std::string& text, const Grid& grid) {
  for (int cell = 0; cell < kCells; ++cell) {
    text += cell_character(grid[cell]);
    if (column_of(cell) == kSide - 1) text += '\n';
  }
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

char* put_answer_line(char* to, std::uint64_t count, const PackedGrid& first, std::uint64_t limit) {
  if (limit == 1 && count == 0) {
    constexpr std::string_view kWord = "unsolvable";
    to = std::copy(kWord.begin(), kWord.end(), to);
  } else {
    if (limit != 1) {
      if (count < 10) {
        *to++ = static_cast<char>('0' + count);
      } else {
        to = std::to_chars(to, to + kLineRoom, count).ptr;
      }
      *to++ = '\t';
    }
    if (count > 0) {
      write_cells(first, to);
      to += kCells;
    } else {
      *to++ = '-';
    }
  }
  *to++ = '\n';
  return to;
}

void append_answer(std::string& text, const Grid& puzzle, const Solutions& found,
                   std::uint64_t limit, AnswerStyle style) {
  const bool answered = found.count > 0 && !found.timed_out;
  if (style == AnswerStyle::kPretty || style == AnswerStyle::kPrettyColour) {
    append_pretty(text, puzzle, found, limit, style == AnswerStyle::kPrettyColour);
  } else if (style == AnswerStyle::kBoard && limit == 1 && answered) {
    append_board(text, found.first);
  } else if (found.timed_out) {
    text += "timeout\n";
  } else {
    char line[kLineRoom];
    text.append(line, put_answer_line(line, found.count, pack(found.first), limit));
  }
}

}  // namespace puzzled::sudoku
