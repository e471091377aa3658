// The few operations on a board of candidates that the search needs; digits count from 0 here.
#pragma once

#include <bit>
#include <cstddef>
#include <optional>

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/rules/kernel.hpp"

namespace puzzled::target {

using sudoku::BandBoard;
using sudoku::BandOutcome;
using sudoku::board_of;
using sudoku::Grid;
using sudoku::kCells;

inline bool is_candidate(const BandBoard& board, int cell, int digit) {
  return (board.candidates[static_cast<std::size_t>(digit)][cell / 27] >> (cell % 27) & 1) != 0;
}

inline void remove(BandBoard& board, int cell, int digit) {
  board.candidates[static_cast<std::size_t>(digit)][cell / 27] &= ~(1U << (cell % 27));
}

inline void assign(BandBoard& board, int cell, int digit) {
  for (int other = 0; other < 9; ++other) {
    if (other != digit) remove(board, cell, other);
  }
}

/// Cells with two candidates or more.
inline sudoku::Bands open_cells(const BandBoard& board) {
  sudoku::Bands once{};
  sudoku::Bands twice{};
  for (const sudoku::Bands word : board.candidates) {
    twice |= once & word;
    once |= word;
  }
  return twice;
}

inline int count_open(const BandBoard& board) {
  const sudoku::Bands open = open_cells(board);
  return std::popcount(open[0]) + std::popcount(open[1]) + std::popcount(open[2]);
}

/// Whether there are so few clues that a search without a good bound would take long.
inline bool is_very_open(const BandBoard& board) {
  constexpr int kVeryOpen = 70;
  return count_open(board) >= kVeryOpen;
}

/// Some solution of the board, whatever its score; nothing if it has none. For boards whose score
/// is settled, and for a first grid where nothing better finds one.
std::optional<Grid> find_solution(BandBoard board, const sudoku::rules::Kernel& rules);

}  // namespace puzzled::target
