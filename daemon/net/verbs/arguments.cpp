#include "daemon/net/verbs/arguments.hpp"

#include <algorithm>

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/puzzle_text.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "core/variants/text/board_form.hpp"
#include "core/variants/text/puzzle_line.hpp"

namespace puzzled::net {

void skip_white_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
}

std::string_view take_word(std::string_view& text) {
  // (find_first_of() takes 5 ns a byte, 20 us for a word that is as long as a line may be.)
  const auto* const end = std::find_if(text.begin(), text.end(), [](char c) {
    return c <= ' ' && kWhiteSpace.find(c) != std::string_view::npos;
  });
  const std::string_view word(text.begin(), end);
  text.remove_prefix(word.size());
  skip_white_space(text);
  return word;
}

std::optional<std::uint64_t> take_number(std::string_view& text) {
  const std::string_view digits = take_word(text);
  if (digits.empty()) return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<std::uint64_t>(c - '0');
    number = number > (UINT64_MAX - digit) / 10 ? UINT64_MAX : 10 * number + digit;
  }
  return number;
}

bool is_sudoku(std::string_view line) {
  return sudoku::classify(line, sudoku::Layout::kLines) == sudoku::LineClass::kContent;
}

bool begins_with_puzzle(std::string_view line) {
  skip_white_space(line);
  sudoku::Grid grid;
  return line.size() >= sudoku::kCells &&
         (line.size() == sudoku::kCells || sudoku::ends_cells(line[sudoku::kCells])) &&
         sudoku::read_cells(line, grid) == sudoku::kCells;
}

bool is_other_board(std::string_view line) {
  return !begins_with_puzzle(line) && variants::is_board_line(line);
}

bool is_bare_board(std::string_view line) {
  return begins_with_puzzle(line) ? variants::is_certain_puzzle_line(line)
                                  : variants::is_board_line(line);
}

void read_sudoku(std::string_view line, std::uint64_t limit, Request& request) {
  if (!is_sudoku(line)) return misused(request);
  request.kind = RequestKind::kSudoku;
  request.sudoku = line;
  request.limit = limit;
}

void read_grid(std::string_view line, Request& request, bool may_conflict) {
  if (!is_sudoku(line)) return misused(request);
  sudoku::PuzzleText puzzle;
  sudoku::read_puzzle_line(line, 1, puzzle);
  std::string reason = puzzle.error;
  if (reason.empty() && !may_conflict) {
    if (const auto conflict = sudoku::find_conflict(puzzle.grid)) reason = to_text(*conflict);
  }
  if (reason.empty()) {
    request.kind = RequestKind::kSearch;
    request.search.grid = puzzle.grid;
  } else {
    request.kind = RequestKind::kAnswered;
    request.answer = "invalid " + reason;
  }
}

void refuse(Request& request, ErrorCode code, std::string_view text) {
  request.kind = RequestKind::kAnswered;
  request.is_error = true;
  request.error = code;
  request.answer = error_answer(code, text);
}

void misused(Request& request) {
  refuse(request, ErrorCode::kBadRequest, "use: " + std::string(request.verb->usage));
}

}  // namespace puzzled::net
