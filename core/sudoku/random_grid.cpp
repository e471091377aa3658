#include "core/sudoku/generator.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "core/sudoku/unit_masks.hpp"

namespace puzzled::sudoku {
namespace {

// Fills the blank cell with the fewest candidates (at random among equals) with its candidates in
// random order, and so on.
class RandomFill {
 public:
  explicit RandomFill(Random& random) : random_(random), cells_(shuffled_cells(random)) {}

  Grid run() {
    fill(cells_.size());
    return grid_;
  }

 private:
  bool fill(std::size_t open) {
    if (open == 0) return true;
    const std::size_t best = masks_.tightest(std::span(cells_).first(open)).place;
    std::swap(cells_[best], cells_[open - 1]);
    const int cell = cells_[open - 1];
    std::array<DigitMask, kSide> digits{};
    std::size_t count = 0;
    for (DigitMask rest = masks_.candidates(cell); rest != 0; rest &= rest - 1) {
      digits[count++] = rest & (0U - rest);
    }
    shuffle_values(std::span(digits).first(count), random_);
    for (const DigitMask digit : std::span(digits).first(count)) {
      masks_.flip(cell, digit);
      grid_[cell] = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
      if (fill(open - 1)) return true;
      masks_.flip(cell, digit);
    }
    std::swap(cells_[best], cells_[open - 1]);
    return false;
  }

  Random& random_;
  std::array<int, kCells> cells_;
  UnitMasks masks_;
  Grid grid_;
};

}  // namespace

std::array<int, kCells> shuffled_cells(Random& random) {
  std::array<int, kCells> cells{};
  std::iota(cells.begin(), cells.end(), 0);
  shuffle_values(std::span(cells), random);
  return cells;
}

Grid random_grid(Random& random) {
  return RandomFill(random).run();
}

}  // namespace puzzled::sudoku
