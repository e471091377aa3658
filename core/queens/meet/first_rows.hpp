// The placements of the outermost rows for every set of columns. Every unit needs many of them, so
// they are computed once and shared. Tops and bottoms use the same lists: each half counts rows
// from its own edge of the board. A unit leaves out placements of low rank (see ranks.hpp), so each
// list begins with those of the highest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/queens/meet/geometry.hpp"
#include "core/queens/meet/ranks.hpp"
#include "core/queens/meet/unit.hpp"

namespace puzzled::queens::meet {

/// Filters read whole vectors: at most this many states past the end of a list.
inline constexpr std::size_t kStatesReadPast = 16;

/// Lists are numbered by their sets of columns: high_number + low_number, of the higher and of the
/// lower columns.
struct FirstRows {
  int rows = 0;
  int lines = 0;        ///< outermost rows that have a rank
  int low_columns = 0;  ///< of the board, to which `low_number` belongs
  std::vector<std::uint32_t> low_number;
  std::vector<std::uint32_t> high_number;
  std::vector<std::uint32_t> starts;  ///< by number; and where the last list ends
  /// By rank, from 0 to rank_end(lines), and number: how many states have at least that rank. A
  /// unit asks for one rank, so that what it reads fits the first cache.
  std::vector<std::uint16_t> at_least;
  Buffer states;  ///< and kStatesReadPast more

  /// Valid as long as this is, and is not moved.
  FirstRowsView view() const;
};

/// REQUIRES: 0 <= lines <= 5, lines <= rows <= halves.bottom_rows, 1 <= rows <= 7.
FirstRows place_first_rows(const Halves& halves, int rows, int lines);

}  // namespace puzzled::queens::meet
