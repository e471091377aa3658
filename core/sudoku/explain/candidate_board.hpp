// A board as a person keeps it: the digits that are placed, and what each open cell may hold, seen
// from its cell and from its units.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/unit_masks.hpp"

namespace puzzled::sudoku::explain {

/// Bit i stands for the cell number i of a unit.
using Places = std::uint16_t;

/// Of the numbers of units (cell_of_unit()).
inline constexpr int kFirstColumn = kSide;
inline constexpr int kFirstBox = 2 * kSide;

constexpr int place_in_box(int cell) {
  return row_of(cell) % 3 * 3 + column_of(cell) % 3;
}

/// (Without an instruction that counts bits, std::has_single_bit() is a call.)
constexpr bool has_one(unsigned mask) {
  return mask != 0 && (mask & (mask - 1)) == 0;
}

/// Masks that are looked at eight at a time: so many more may be read behind the last.
inline constexpr int kMasksAtOnce = 8;
using SeveralMasks = std::uint16_t __attribute__((vector_size(2 * kMasksAtOnce)));

inline SeveralMasks load_masks(const std::uint16_t* masks) {
  SeveralMasks loaded;
  std::memcpy(&loaded, masks, sizeof loaded);
  return loaded;
}

/// Whether a comparison holds for any of the masks.
inline bool any_of(SeveralMasks masks) {
  std::uint64_t words[2];
  std::memcpy(words, &masks, sizeof words);
  return (words[0] | words[1]) != 0;
}

/// The first number from `from` on whose mask has one bit; `end` if there is none before it.
/// REQUIRES: kMasksAtOnce masks may be read from any number below `end`.
inline int find_single(const std::uint16_t* masks, int from, int end) {
  for (; from < end; from += kMasksAtOnce) {
    const SeveralMasks several = load_masks(masks + from);
    if (!any_of(SeveralMasks(several != 0) & SeveralMasks((several & (several - 1)) == 0)))
      continue;
    for (int i = from; i < from + kMasksAtOnce && i < end; ++i) {
      if (has_one(masks[i])) return i;
    }
  }
  return end;
}

/// The first number from 0 on whose mask is empty in `now` and was not in `before`.
inline int find_emptied(const std::uint16_t* now, const std::uint16_t* before, int end) {
  for (int from = 0; from < end; from += kMasksAtOnce) {
    if (!any_of(SeveralMasks(load_masks(now + from) == 0) &
                SeveralMasks(load_masks(before + from) != 0))) {
      continue;
    }
    for (int i = from; i < from + kMasksAtOnce && i < end; ++i) {
      if (now[i] == 0 && before[i] != 0) return i;
    }
  }
  return end;
}

class CandidateBoard {
 public:
  /// REQUIRES: no digit is twice in a unit.
  explicit CandidateBoard(const Grid& puzzle) {
    std::fill_n(digits_.begin(), kCells, static_cast<std::uint16_t>(kAllDigits));
    std::fill_n(places_.begin(), kPlaceMasks, static_cast<Places>(kAllDigits));
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzle[cell] != 0) place(cell, puzzle[cell]);
    }
  }

  const Grid& grid() const { return grid_; }
  int open_cells() const { return open_; }

  /// Bit d - 1 stands for digit d. None: the cell has a digit, or it can have none.
  DigitMask digits(int cell) const { return digits_[static_cast<std::size_t>(cell)]; }
  bool has(int cell, int digit) const { return (digits(cell) >> (digit - 1) & 1) != 0; }

  /// Where the digit may be in the unit.
  Places places(int digit, int unit) const { return places_[place_mask(digit, unit)]; }

  /// All digits(), by cell, and all places(), by 9 * unit + digit - 1: for find_single().
  static constexpr int kPlaceMasks = kUnits * kSide;
  const std::uint16_t* digit_masks() const { return digits_.data(); }
  const Places* place_masks() const { return places_.data(); }

  /// The digit is a candidate no more. REQUIRES: it is one.
  void remove(int cell, int digit) {
    digits_[static_cast<std::size_t>(cell)] &= static_cast<std::uint16_t>(~(1U << (digit - 1)));
    clear(places_[place_mask(digit, row_of(cell))], column_of(cell));
    clear(places_[place_mask(digit, kFirstColumn + column_of(cell))], row_of(cell));
    clear(places_[place_mask(digit, kFirstBox + box_of(cell))], place_in_box(cell));
  }

  /// Removes the other candidates of the cell, and the digit from the other cells of its units: it
  /// stays a candidate. REQUIRES: it is one.
  void keep_only(int cell, int digit) {
    for (DigitMask others = digits(cell) & ~(1U << (digit - 1)); others != 0;
         others &= others - 1) {
      remove(cell, std::countr_zero(others) + 1);
    }
    for (const int unit :
         {row_of(cell), kFirstColumn + column_of(cell), kFirstBox + box_of(cell)}) {
      for (unsigned places = this->places(digit, unit); places != 0; places &= places - 1) {
        const int other = cell_of_unit(unit, std::countr_zero(places));
        if (other != cell) remove(other, digit);
      }
    }
  }

  /// Places the digit. REQUIRES: it is a candidate.
  void place(int cell, int digit) {
    keep_only(cell, digit);
    remove(cell, digit);
    grid_[cell] = static_cast<std::uint8_t>(digit);
    --open_;
  }

 private:
  static constexpr std::size_t place_mask(int digit, int unit) {
    return static_cast<std::size_t>(kSide * unit + digit - 1);
  }

  static void clear(Places& places, int place) {
    places = static_cast<Places>(places & ~(1U << place));
  }

  std::array<std::uint16_t, kCells + kMasksAtOnce> digits_{};
  std::array<Places, kPlaceMasks + kMasksAtOnce> places_{};
  Grid grid_{};
  int open_ = kCells;
};

}  // namespace puzzled::sudoku::explain
