#include "tests/bench/board_classes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/random.hpp"

namespace puzzled::bench {
namespace {

using sudoku::Grid;
using sudoku::kCells;
using sudoku::kSide;
using sudoku::Random;

struct BoardClass {
  std::string_view kind;
  int min_clues = 0;
  int max_clues = 0;
};

bool parse_number(std::string_view text, int& number) {
  const char* const end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

/// KIND, KIND:N or KIND:A-B.
std::optional<BoardClass> parse(std::string_view name) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  BoardClass result{.kind = name.substr(0, colon)};
  if (colon == name.size()) return result;
  const std::string_view range = name.substr(colon + 1);
  const std::size_t dash = std::min(range.find('-'), range.size());
  if (!parse_number(range.substr(0, dash), result.min_clues)) return std::nullopt;
  result.max_clues = result.min_clues;
  if (dash < range.size() && !parse_number(range.substr(dash + 1), result.max_clues)) {
    return std::nullopt;
  }
  if (result.min_clues < 0 || result.max_clues > kCells || result.min_clues > result.max_clues) {
    return std::nullopt;
  }
  return result;
}

std::vector<int> cells_of(std::string_view kind, Random& random) {
  const int unit = static_cast<int>(random.below(kSide));
  std::vector<int> cells;
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = cell / kSide;
    const int box = row / 3 * 3 + cell % kSide / 3;
    if ((kind == "box" && box != unit) || (kind == "row" && row != unit) ||
        (kind == "band" && row / 3 != unit / 3)) {
      continue;
    }
    cells.push_back(cell);
  }
  shuffle_values(std::span(cells), random);
  return cells;
}

/// As many clues of a full grid, in the cells that the class allows.
Grid random_board(const BoardClass& board_class, std::uint64_t seed, std::uint64_t index) {
  Random random(seed + 1, index);
  const Grid full = sudoku::generate_puzzle({.seed = seed, .clues = kCells}, index);
  const auto clues =
      static_cast<std::size_t>(board_class.min_clues) +
      random.below(static_cast<std::size_t>(board_class.max_clues - board_class.min_clues + 1));
  std::vector<int> cells = cells_of(board_class.kind, random);
  cells.resize(std::min(cells.size(), clues));
  Grid board;
  for (const int cell : cells) board[cell] = full[cell];
  return board;
}

/// Random digits in random cells, each legal beside the others, until there is no solution.
Grid dead_board(int clues, std::uint64_t seed, std::uint64_t index) {
  Random random(seed + 1, index);
  for (;;) {
    Grid board;
    for (int left = clues; left > 0;) {
      const int cell = static_cast<int>(random.below(kCells));
      if (board[cell] != 0) continue;
      board[cell] = static_cast<std::uint8_t>(1 + random.below(kSide));
      if (sudoku::find_conflict(board)) {
        board[cell] = 0;
      } else {
        --left;
      }
    }
    if (sudoku::solve_band(board, {}).count == 0) return board;
  }
}

/// A minimal puzzle without the first of its clues, in random order, that leaves two solutions.
Grid board_with_two_solutions(std::uint64_t seed, std::uint64_t index) {
  Random random(seed + 1, index);
  for (;;) {
    Grid board = sudoku::generate_puzzle({.seed = random.next(), .minimal = true}, index);
    for (const int cell : cells_of("", random)) {
      const std::uint8_t digit = std::exchange(board[cell], std::uint8_t{0});
      if (digit == 0) continue;
      if (sudoku::solve_band(board, {.solutions = 3}).count == 2) return board;
      board[cell] = digit;
    }
  }
}

/// A minimal puzzle without `missing` clues.
Grid minimal_less(int missing, std::uint64_t seed, std::uint64_t index) {
  Random random(seed + 1, index);
  Grid board = sudoku::generate_puzzle({.seed = seed, .minimal = true}, index);
  for (const int cell : cells_of("", random)) {
    if (missing > 0 && std::exchange(board[cell], std::uint8_t{0}) != 0) --missing;
  }
  return board;
}

/// A minimal puzzle in which one clue is another digit, which no other clue contradicts.
Grid wrong_board(std::uint64_t seed, std::uint64_t index) {
  Random random(seed + 1, index);
  Grid board = sudoku::generate_puzzle({.seed = seed, .minimal = true}, index);
  for (;;) {
    const int cell = static_cast<int>(random.below(kCells));
    const std::uint8_t digit = board[cell];
    if (digit == 0) continue;
    board[cell] = static_cast<std::uint8_t>(1 + random.below(kSide));
    if (board[cell] != digit && !sudoku::find_conflict(board)) return board;
    board[cell] = digit;
  }
}

}  // namespace

std::optional<std::vector<Grid>> make_boards(std::string_view class_name, std::size_t count,
                                             std::uint64_t seed) {
  const std::optional<BoardClass> board_class = parse(class_name);
  if (!board_class) return std::nullopt;
  const auto [kind, min_clues, max_clues] = *board_class;
  const bool is_number = kind.size() < class_name.size() && min_clues == max_clues;
  const bool is_known = kind == "random" || kind == "box" || kind == "row" || kind == "band"
                            ? kind.size() < class_name.size()
                        : kind == "dead" ? is_number && min_clues >= 9 && min_clues <= 40
                        : kind == "less" ? is_number && min_clues <= 17
                                         : class_name == "wrong" || class_name == "two";
  if (!is_known) return std::nullopt;
  std::vector<Grid> boards;
  boards.reserve(count);
  for (std::uint64_t index = 0; index < count; ++index) {
    if (kind == "dead") {
      boards.push_back(dead_board(min_clues, seed, index));
    } else if (kind == "two") {
      boards.push_back(board_with_two_solutions(seed, index));
    } else if (kind == "less") {
      boards.push_back(minimal_less(min_clues, seed, index));
    } else if (kind == "wrong") {
      boards.push_back(wrong_board(seed, index));
    } else {
      boards.push_back(random_board(*board_class, seed, index));
    }
  }
  return boards;
}

}  // namespace puzzled::bench
