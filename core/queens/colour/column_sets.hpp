// The column sets that a bucket of units joins: of the black classes, C0 of even_even and C1 of
// odd_odd; the white classes take the others. Sets that no solution to be counted has are left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/queens/colour/classes.hpp"

namespace puzzled::queens::colour {

/// The column sets of two classes that stand in the same columns' parity, by number.
struct NumberedSets {
  std::vector<std::int32_t> black;  ///< number of a set of the black class, -1 if left out
  std::vector<std::int32_t> white;  ///< likewise, by the set of the white class
  std::vector<std::uint32_t> rank;  ///< by number
  std::uint32_t size() const { return static_cast<std::uint32_t>(rank.size()); }
};

struct ColumnSets {
  NumberedSets even;
  NumberedSets odd;
  std::vector<std::uint8_t> even_times;  ///< 1, or 2 for a set that stands for its image, too

  /// How often solutions with these column sets count in a unit of row sets of that rank. Most do
  /// most_times(): all whose sets are both counts_fully().
  std::uint32_t times(std::uint32_t row_rank, std::uint32_t even_set, std::uint32_t odd_set) const {
    const std::uint32_t column_rank = std::min(even.rank[even_set], odd.rank[odd_set]);
    if (!transposed) return even_times[even_set];
    return even_times[even_set] *
           ((column_rank >= row_rank ? 1U : 0U) + (column_rank > row_rank ? 1U : 0U));
  }

  std::uint32_t most_times(bool is_even_board) const {
    return (is_even_board ? 1U : 2U) * (transposed ? 2U : 1U);
  }
  bool even_counts_fully(bool is_even_board, std::uint32_t row_rank, std::uint32_t set) const {
    return (is_even_board || even_times[set] == 2) && (!transposed || even.rank[set] > row_rank);
  }
  bool odd_counts_fully(std::uint32_t row_rank, std::uint32_t set) const {
    return !transposed || odd.rank[set] > row_rank;
  }

  bool transposed;  ///< whether a solution and its transposed one are counted once
};

/// Those of rank `lowest` or higher. REQUIRES: lowest is 0 unless `transposed`.
ColumnSets number_column_sets(const Board& board, int even_queens, int odd_queens,
                              std::uint32_t lowest, bool transposed);

}  // namespace puzzled::queens::colour
