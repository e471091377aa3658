// The placements of the outermost rows for every set of columns. Every unit needs many of them, so
// they are computed once and shared. Tops and bottoms use the same lists: each half counts rows
// from its own edge of the board.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/queens/meet/geometry.hpp"

namespace puzzled::queens::meet {

/// Filters read whole vectors: at most this many states past the end of a list.
inline constexpr std::size_t kStatesReadPast = 16;

struct FirstRows {
  int rows = 0;
  int low_columns = 0;  ///< how many of a set's columns `low_rank` takes as its index
  std::vector<std::uint32_t> low_rank;   ///< of the lower columns, among sets of that size
  std::vector<std::uint32_t> high_rank;  ///< where sets with these higher columns begin
  std::vector<std::uint64_t> starts;  ///< by rank: where the list begins; and where the last ends
  std::vector<State> states;          ///< and kStatesReadPast more
};

/// REQUIRES: 0 <= rows <= halves.bottom_rows.
FirstRows place_first_rows(const Halves& halves, int rows);

}  // namespace puzzled::queens::meet
