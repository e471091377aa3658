// Source: D. Knuth, "Dancing links" (arXiv cs/0011047). 324 items: each cell has a digit, and each
// row, column and box has each digit; an option puts a digit in a cell. A clue leaves its cell one
// option. Two clues that contradict each other share an item, so no cover holds both.
#include "core/sudoku/reference_engines.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/cover/links/links.hpp"
#include "core/cover/problem.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::size_t kItems = 4 * 81;

// A node takes a microsecond.
constexpr std::uint64_t kNodesBetweenLooks = 256;

// Digits count from 0 here.
std::array<cover::Element, 4> items_of(int cell, int digit) {
  const auto item = [](int kind, int unit, int which) {
    return cover::Element{static_cast<std::uint32_t>(81 * kind + 9 * unit + which)};
  };
  return {item(0, row_of(cell), column_of(cell)), item(1, row_of(cell), digit),
          item(2, column_of(cell), digit), item(3, box_of(cell), digit)};
}

cover::Problem problem_of(const Grid& puzzle) {
  cover::Problem problem(kItems);
  problem.reserve(std::size_t{kCells} * kSide, std::size_t{4} * kCells * kSide);
  for (int cell = 0; cell < kCells; ++cell) {
    for (int digit = 0; digit < kSide; ++digit) {
      if (puzzle[cell] == 0 || puzzle[cell] == digit + 1) {
        [[maybe_unused]] const Result<> added = problem.add_option(items_of(cell, digit));
        assert(added);
      }
    }
  }
  return problem;
}

}  // namespace

Solutions solve_cover(const Grid& puzzle, const SearchLimits& limits) {
  using Step = cover::SolutionWalk::Step;
  const cover::Problem problem = problem_of(puzzle);
  const std::unique_ptr<cover::LinksWalk> walk = cover::walk_by_links(problem);
  SearchClock clock(limits, 1);
  const std::uint64_t max_nodes = limits.can_end_early() ? kNodesBetweenLooks : UINT64_MAX;
  Solutions result;
  for (Step step = walk->next(max_nodes); step != Step::kEnd; step = walk->next(max_nodes)) {
    if (step == Step::kSolution) {
      for (const std::uint32_t option : walk->solution()) {
        if (result.count > 0) break;
        // The cell and the digit can be read off the first two items.
        const auto elements = problem.option(option);
        result.first[static_cast<int>(elements[0].item)] =
            static_cast<std::uint8_t>(elements[1].item % 9 + 1);
      }
      if (++result.count == limits.solutions) break;
    }
    if (clock.is_up()) {
      result.timed_out = true;
      break;
    }
  }
  result.branches = walk->branches();
  return result;
}

}  // namespace puzzled::sudoku
