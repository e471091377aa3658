// The eighth symmetry, transposition: which of a solution and its transposed one is counted.
//
// Of a line (a row or a column), its side is the half of the board in which its queen is: of rows
// left or right, of columns top or bottom. The sides of the `lines` outermost lines along an edge
// have a rank, the same if all sides are exchanged. Two ranks tell the rows of a solution from its
// columns:
//
//   row rank      the smaller rank of the rows along the upper and along the lower edge
//   column rank   the smaller rank of the columns along the left and along the right edge
//
// Reflections leave both alone, transposition exchanges them. So there are as many solutions with
// the row rank below the column rank as with it above, and
//
//   solutions = #(row rank >= column rank) + #(row rank > column rank).
//
// A column set knows its column rank. Its lists therefore leave out placements of lower rank, and
// those of just that rank are kept apart: a pair counts twice unless one of the two is among them.
//
// On odd boards a line along an edge may have its queen in the middle line, which is in neither
// half. Such an edge has the rank behind all others. The column rank then depends on the column of
// the middle row's queen.
#pragma once

#include <array>
#include <cstdint>

#include "core/queens/meet/geometry.hpp"

namespace puzzled::queens::meet {

/// The most lines along an edge that have a rank: states have room for no larger ones.
inline constexpr int kMaxRankedLines = 6;

/// Ranks are less than this, but for that of an edge with a queen in the middle line, which is it.
/// With no lines, and with one, all ranks are 0: then every solution is counted once, and the
/// symmetry is not used.
static inline std::uint32_t rank_end(int lines) {
  return lines == 0 ? 1 : std::uint32_t{1} << (lines - 1);
}

/// The rank of sides, of the outermost line in bit 0.
static inline std::uint32_t rank_of(std::uint32_t sides, int lines) {
  // Seen from the last line's: the others are on the same side or on the other one.
  const std::uint32_t others = rank_end(lines) - 1;
  return ((sides & rank_end(lines)) != 0 ? ~sides : sides) & others;
}

// States have the rank of their rows in bits that are no diagonals: up to bit 31, and from bit 61
// on. Of those up to 31, boards of up to 20 queens with absolute diagonals leave three, and boards
// of up to 28 with those of middle_rows.hpp four.
inline constexpr int kOneSidedRankBits = 3;
inline constexpr int kTwoSidedRankBits = 4;

/// A rank as it stands in states. A higher rank is a larger number.
/// REQUIRES: rank < 2^(low_bits + 2).
static inline constexpr State rank_bits(std::uint32_t rank, int low_bits) {
  const std::uint32_t low = rank & ((1U << low_bits) - 1);
  return State{low} << (32 - low_bits) | State{rank >> low_bits} << 61;
}
static inline constexpr State rank_mask(int low_bits) {
  return rank_bits((1U << (low_bits + 2)) - 1, low_bits);
}

/// The column ranks of a column set, or of all with the same outer columns.
struct RankBounds {
  int lines;
  std::uint8_t low;   ///< the least of the ranks that count
  std::uint8_t high;  ///< the largest of them: on even boards the same
  /// By column of the last bottom row, on odd boards the middle row: low or high.
  std::array<std::uint8_t, 32> of_column;
};

/// `top_columns`: those of the top half, of which the `lines` outermost on either side matter.
/// `weights`: by column of the last bottom row; those without weight do not count.
/// REQUIRES: 0 <= lines <= kMaxRankedLines, 2 * lines <= queens, and that a weight is not 0.
RankBounds rank_bounds(int queens, int lines, std::uint32_t top_columns,
                       const std::array<std::uint8_t, 32>& weights);

}  // namespace puzzled::queens::meet
