// The puzzles of a batch as planes, and the rules that place digits: singles.
//
// Most candidates follow from clues and placed digits: a digit is a candidate of a cell if the cell
// is open and the digit is not placed yet in the cell's row, column and box. So only 324 planes
// change when digits are placed. Candidates that other rules remove are in planes of their own.
#pragma once

#include <cstdint>

#include "core/simd/logic.hpp"
#include "core/simd/vector.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::rating::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

using Plane = Vector<std::uint64_t>;
constexpr int kLanes = 8 * static_cast<int>(sizeof(Plane));
constexpr int kWords = kLanes / 64;

struct Board {
  Plane open[kCells];          // the cell has no digit yet
  Plane row[kSide][kSide];     // [digit][row]: the digit has no place there yet
  Plane column[kSide][kSide];  // the same of columns
  Plane box[kSide][kSide];     // and boxes
  Plane kept[kSide][kCells];   // [digit][cell]: no rule beyond singles has removed it
};

constexpr std::size_t kPlanes = sizeof(Board) / sizeof(Plane);

// These are for planes of any width.
template <class V>
PUZZLED_INLINE std::uint64_t* words_of(V* planes) {
  return reinterpret_cast<std::uint64_t*>(planes);
}
template <class V>
PUZZLED_INLINE void set_lane(V& plane, int lane) {
  words_of(&plane)[lane / 64] |= std::uint64_t{1} << lane % 64;
}
PUZZLED_INLINE void clear_lane(Plane& plane, int lane) {
  words_of(&plane)[lane / 64] &= ~(std::uint64_t{1} << lane % 64);
}
/// A lane's bit, 0 or 1.
PUZZLED_INLINE int lane_of(const Plane& plane, int lane) {
  return static_cast<int>(reinterpret_cast<const std::uint64_t*>(&plane)[lane / 64] >> lane % 64 &
                          1);
}

/// Calls f(lane) for each set bit, in ascending order.
template <class V, class F>
PUZZLED_INLINE void for_each_lane(V lanes, F f) {
  for (int word = 0; word < static_cast<int>(sizeof(V) / 8); ++word) {
    for (std::uint64_t bits = lanes[word]; bits != 0; bits &= bits - 1) {
      f(64 * word + __builtin_ctzll(bits));
    }
  }
}

PUZZLED_INLINE Plane first_lanes(int count) {
  Plane lanes;
  for (int word = 0; word < kWords; ++word) words_of(&lanes)[word] = low_bits(count - 64 * word);
  return lanes;
}

/// All lanes empty ones: solved, so that they take part in nothing.
PUZZLED_INLINE void clear(Board& board) {
  auto* const planes = reinterpret_cast<Plane*>(&board);
  for (std::size_t i = 0; i < kPlanes; ++i) planes[i] = Plane{};
}

PUZZLED_INLINE void read_clues(Board& board, int lane, const std::uint8_t* cells) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (cells[cell] == 0) continue;
    const int digit = cells[cell] - 1;
    clear_lane(board.open[cell], lane);
    clear_lane(board.row[digit][row_of(cell)], lane);
    clear_lane(board.column[digit][column_of(cell)], lane);
    clear_lane(board.box[digit][box_of(cell)], lane);
  }
}

/// Reads puzzles into the first lanes; the others are empty. `cells_of(lane)` gives 81 digits.
template <class F>
PUZZLED_INLINE void read_puzzles(Board& board, int count, F cells_of) {
  const Plane used = first_lanes(count);
  auto* const planes = reinterpret_cast<Plane*>(&board);
  for (std::size_t i = 0; i < kPlanes; ++i) planes[i] = used;
  for (int lane = 0; lane < count; ++lane) read_clues(board, lane, cells_of(lane));
}

/// Whether the digit is a candidate of the cell.
PUZZLED_INLINE Plane candidate(const Board& board, int digit, int cell) {
  const Plane places = and3(board.row[digit][row_of(cell)], board.column[digit][column_of(cell)],
                            board.box[digit][box_of(cell)]);
  return and3(places, board.open[cell], board.kept[digit][cell]);
}

PUZZLED_INLINE Plane unsolved_lanes(const Board& board) {
  Plane open{};
  for (const Plane& plane : board.open) open |= plane;
  return open;
}

/// The cells of the 27 units: rows, columns, boxes.
struct Units {
  std::uint8_t cells[kUnits][kSide];
};

constexpr Units all_units() {
  Units units{};
  for (int i = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      units.cells[i][j] = static_cast<std::uint8_t>(kSide * i + j);
      units.cells[kSide + i][j] = static_cast<std::uint8_t>(kSide * j + i);
      units.cells[2 * kSide + i][j] =
          static_cast<std::uint8_t>(kSide * (i / 3 * 3 + j / 3) + i % 3 * 3 + j % 3);
    }
  }
  return units;
}

constexpr Units kUnitCells = all_units();

PUZZLED_INLINE void place(Board& board, int digit, int cell, Plane lanes) {
  board.open[cell] &= ~lanes;
  board.row[digit][row_of(cell)] &= ~lanes;
  board.column[digit][column_of(cell)] &= ~lanes;
  board.box[digit][box_of(cell)] &= ~lanes;
}

PUZZLED_INLINE Plane still_needed(const Board& board, int digit, int unit) {
  if (unit < kSide) return board.row[digit][unit];
  if (unit < 2 * kSide) return board.column[digit][unit - kSide];
  return board.box[digit][unit - 2 * kSide];
}

/// Places the digit in the lanes in which it has one place left in the unit; false if there are
/// none.
PUZZLED_INLINE bool place_hidden_single(Board& board, int digit, int unit) {
  if (!any_bit(still_needed(board, digit, unit))) return false;
  const std::uint8_t* const cells = kUnitCells.cells[unit];
  Plane places[kSide];
  Plane some{};
  Plane several{};
  for (int i = 0; i < kSide; ++i) {
    places[i] = candidate(board, digit, cells[i]);
    several = or_and(several, some, places[i]);
    some |= places[i];
  }
  const Plane single = some & ~several;
  if (!any_bit(single)) return false;
  for (int i = 0; i < kSide; ++i) place(board, digit, cells[i], places[i] & single);
  return true;
}

/// Places the last candidate of the cell in the lanes in which it has just one; false if there are
/// none.
PUZZLED_INLINE bool place_naked_single(Board& board, int cell) {
  if (!any_bit(board.open[cell])) return false;
  Plane digits[kSide];
  Plane some{};
  Plane several{};
  for (int digit = 0; digit < kSide; ++digit) {
    digits[digit] = candidate(board, digit, cell);
    several = or_and(several, some, digits[digit]);
    some |= digits[digit];
  }
  const Plane single = some & ~several;
  if (!any_bit(single)) return false;
  for (int digit = 0; digit < kSide; ++digit) place(board, digit, cell, digits[digit] & single);
  return true;
}

/// Which singles are placed.
enum class Singles { kHiddenInBoxes, kHidden, kAll };

/// Places singles until there are none. Returns whether there was one.
template <Singles kSingles>
__attribute__((noinline)) bool place_singles(Board& board) {
  bool changed = false;
  for (bool again = true; again; changed = changed || again) {
    again = false;
    for (int unit = kUnits - 1; unit >= (kSingles == Singles::kHiddenInBoxes ? 18 : 0); --unit) {
      for (int digit = 0; digit < kSide; ++digit) {
        again = place_hidden_single(board, digit, unit) || again;
      }
    }
    if (kSingles != Singles::kAll) continue;
    for (int cell = 0; cell < kCells; ++cell) again = place_naked_single(board, cell) || again;
  }
  return changed;
}

}  // namespace
}  // namespace puzzled::sudoku::rating::PUZZLED_LEVEL
