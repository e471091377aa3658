// Source: the usual solution of LeetCode 37 ("Sudoku Solver"): one mask each for rows, columns and
// boxes; set a digit's bit, go on with the next blank, clear it again.
#include "core/sudoku/reference_engines.hpp"

#include <bit>

#include "core/sudoku/unit_masks.hpp"

namespace puzzled::sudoku {
namespace {

class RowSearch {
 public:
  RowSearch(const Grid& puzzle, const SearchLimits& limits)
      : grid_(puzzle), limit_(limits.solutions), clock_(limits, kBranchesBetweenLooks) {}

  Solutions run() {
    if (masks_.place_clues(grid_)) search(0);
    return result_;
  }

 private:
  // Fills the blanks from `cell` on in every way; false when a limit is reached. Depth: 81.
  bool search(int cell) {
    while (cell < kCells && grid_[cell] != 0) ++cell;
    if (cell == kCells) {
      if (result_.count == 0) result_.first = grid_;
      return ++result_.count != limit_;
    }
    DigitMask rest = masks_.candidates(cell);
    if ((rest & (rest - 1)) != 0) {
      ++result_.branches;
      if (clock_.is_up()) {
        result_.timed_out = true;
        return false;
      }
    }
    bool go_on = true;
    for (; rest != 0 && go_on; rest &= rest - 1) {
      const DigitMask digit = rest & (0U - rest);
      masks_.flip(cell, digit);
      grid_[cell] = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
      go_on = search(cell + 1);
      masks_.flip(cell, digit);
    }
    grid_[cell] = 0;
    return go_on;
  }

  Grid grid_;
  const std::uint64_t limit_;
  SearchClock clock_;
  UnitMasks masks_;
  Solutions result_;
};

}  // namespace

Solutions solve_row(const Grid& puzzle, const SearchLimits& limits) {
  return RowSearch(puzzle, limits).run();
}

}  // namespace puzzled::sudoku
