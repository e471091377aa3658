// Source: D. Knuth, "Dancing links" (arXiv cs/0011047). 324 items: each cell has a digit, and each
// row, column and box has each digit; an option puts a digit in a cell. A clue leaves its cell one
// option. Two clues that contradict each other share an item, so no cover holds both.
#include "core/sudoku/cover_engine.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <span>

#include "core/cover/exact_cover.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::size_t kItems = 4 * 81;

// Digits count from 0 here.
std::array<std::size_t, 4> items_of(int cell, int digit) {
  const auto item = [](int kind, int unit, int which) {
    return static_cast<std::size_t>(81 * kind + 9 * unit + which);
  };
  return {item(0, row_of(cell), column_of(cell)), item(1, row_of(cell), digit),
          item(2, column_of(cell), digit), item(3, box_of(cell), digit)};
}

}  // namespace

Solutions solve_cover(const Grid& puzzle, const SearchLimits& limits) {
  cover::ExactCover problem(kItems);
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 0; digit < kSide; ++digit) {
      if (puzzle[cell] == 0 || puzzle[cell] == digit + 1) {
        [[maybe_unused]] const Result<> added = problem.add_option(items_of(cell, digit));
        assert(added);
      }
    }
  }
  Solutions result;
  const auto keep_first = [&](std::span<const std::size_t> options) {
    for (const std::size_t option : options) {
      if (result.count > 0) break;
      // The cell and the digit can be read off the first two items.
      const auto items = problem.option_items(option);
      result.first[static_cast<int>(items[0])] = static_cast<std::uint8_t>(items[1] % 9 + 1);
    }
    ++result.count;
    return true;
  };
  const cover::CoverResult found = cover::find_covers(problem, limits, keep_first);
  result.count = found.solutions;
  result.timed_out = found.timed_out;
  result.branches = found.branches;
  return result;
}

}  // namespace puzzled::sudoku
