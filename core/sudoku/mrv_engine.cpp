// Source: the usual solution of POJ 3074 ("Sudoku"): candidates are the AND of three masks, counted
// by a table; take the blank with the fewest, try its digits by lowest set bit, undo on failure.
#include "core/sudoku/reference_engines.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

#include "core/sudoku/unit_masks.hpp"

namespace puzzled::sudoku {
namespace {

class MrvSearch {
 public:
  MrvSearch(const Grid& puzzle, const SearchLimits& limits)
      : grid_(puzzle), limit_(limits.solutions), clock_(limits, kBranchesBetweenLooks) {}

  Solutions run() {
    if (!masks_.place_clues(grid_)) return {};
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_[cell] == 0) blanks_[blank_count_++] = cell;
    }
    search(blank_count_);
    return result_;
  }

 private:
  // Fills the first `open` blanks in every way; false when a limit is reached. Depth: 81.
  bool search(std::size_t open) {
    if (open == 0) {
      if (result_.count == 0) result_.first = grid_;
      return ++result_.count != limit_;
    }
    const auto [best, fewest] = masks_.tightest(std::span(blanks_).first(open));
    if (fewest > 1) {
      ++result_.branches;
      if (clock_.is_up()) {
        result_.timed_out = true;
        return false;
      }
    }
    // The chosen cell moves behind the open ones and, so that the order stays, back afterwards.
    std::swap(blanks_[best], blanks_[open - 1]);
    const int cell = blanks_[open - 1];
    bool go_on = true;
    for (DigitMask rest = masks_.candidates(cell); rest != 0 && go_on; rest &= rest - 1) {
      const DigitMask digit = rest & (0U - rest);
      masks_.flip(cell, digit);
      grid_[cell] = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
      go_on = search(open - 1);
      masks_.flip(cell, digit);
    }
    grid_[cell] = 0;
    std::swap(blanks_[best], blanks_[open - 1]);
    return go_on;
  }

  Grid grid_;
  const std::uint64_t limit_;
  SearchClock clock_;
  UnitMasks masks_;
  std::array<int, kCells> blanks_{};
  std::size_t blank_count_ = 0;
  Solutions result_;
};

}  // namespace

Solutions solve_mrv(const Grid& puzzle, const SearchLimits& limits) {
  return MrvSearch(puzzle, limits).run();
}

}  // namespace puzzled::sudoku
