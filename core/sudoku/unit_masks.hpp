// Which digits are still free in each row, column and box: the state of the two bitmask engines
// (mrv and row), as in the usual solutions of POJ 3074 and LeetCode 37.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Bit d - 1 stands for digit d.
using DigitMask = std::uint32_t;

inline constexpr DigitMask kAllDigits = 0777;

/// By mask: how many digits it has. (Without an instruction for it, as on the oldest processors
/// that this is compiled for, std::popcount() is a call, and took a sixth of all generating.)
inline constexpr auto kDigitCounts = [] {
  std::array<std::uint8_t, kAllDigits + 1> counts{};
  for (std::size_t mask = 1; mask < counts.size(); ++mask) {
    counts[mask] = static_cast<std::uint8_t>(counts[mask / 2] + mask % 2);
  }
  return counts;
}();

/// How often the engines read the clock. Between two branches they visit a few cells, at most 9 x
/// 80, in about a microsecond.
inline constexpr std::uint64_t kBranchesBetweenLooks = 256;

class UnitMasks {
 public:
  /// Takes the clues of `puzzle`; false if two of them contradict each other.
  bool place_clues(const Grid& puzzle) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle[cell] == 0) continue;
      const DigitMask digit = 1U << (puzzle[cell] - 1U);
      if ((candidates(cell) & digit) == 0) return false;
      flip(cell, digit);
    }
    return true;
  }

  DigitMask candidates(int cell) const {
    return rows_[index(row_of(cell))] & columns_[index(column_of(cell))] &
           boxes_[index(box_of(cell))];
  }

  /// The first of these blank cells with the fewest candidates, or with at most one.
  struct Tightest {
    std::size_t place = 0;
    int candidates = kSide + 1;
  };
  Tightest tightest(std::span<const int> blanks) const {
    Tightest best;
    for (std::size_t i = 0; i < blanks.size() && best.candidates > 1; ++i) {
      const int count = kDigitCounts[candidates(blanks[i])];
      if (count < best.candidates) best = {i, count};
    }
    return best;
  }

  /// Takes a free digit at `cell`, or gives it back.
  void flip(int cell, DigitMask digit) {
    rows_[index(row_of(cell))] ^= digit;
    columns_[index(column_of(cell))] ^= digit;
    boxes_[index(box_of(cell))] ^= digit;
  }

 private:
  using Masks = std::array<DigitMask, kSide>;

  static constexpr Masks all_free() {
    Masks masks{};
    masks.fill(kAllDigits);
    return masks;
  }
  static constexpr std::size_t index(int unit) { return static_cast<std::size_t>(unit); }

  Masks rows_ = all_free();
  Masks columns_ = all_free();
  Masks boxes_ = all_free();
};

}  // namespace puzzled::sudoku
