// The two classes of a colour, and what role each plays when their placements are joined.
#pragma once

#include <vector>

#include "core/queens/colour/column_sets.hpp"
#include "core/queens/colour/row_groups.hpp"

namespace puzzled::queens::colour {

/// The placements of one class, those on the even rows, are the lanes: they stand side by side in
/// vectors. Those of the other class, the partners, are tried on them one by one. Lanes change with
/// the even rows, partners with the odd rows.
struct ColourSide {
  const SquareClass* lanes;
  const SquareClass* partners;
  Lines lane_rows;
  std::vector<Lines> partner_rows;             ///< for every set of odd rows of the group
  const std::vector<std::int32_t>* lane_sets;  ///< numbers of column sets, -1 if left out
  const std::vector<std::int32_t>* partner_sets;
  const std::vector<std::uint32_t>* lane_ranks;  ///< by number of the column set
  std::uint32_t lane_set_count;
  std::uint32_t partner_set_count;
  Lines window;
  int prefix;  ///< partners' queens on rows of the window
};

/// What black queens of the row sets and column sets take ...
inline ColourSide black_side(const Board& board, const Stratum& stratum, const RowGroup& group,
                             const ColumnSets& sets, Lines even_rows) {
  return {.lanes = &board.even_even,
          .partners = &board.odd_odd,
          .lane_rows = even_rows,
          .partner_rows = group.odd_rows,
          .lane_sets = &sets.even.black,
          .partner_sets = &sets.odd.black,
          .lane_ranks = &sets.even.rank,
          .lane_set_count = sets.even.size(),
          .partner_set_count = sets.odd.size(),
          .window = group.window,
          .prefix = stratum.black_prefix};
}

/// ... and what white queens have to take: all other rows and columns.
inline ColourSide white_side(const Board& board, const Stratum& stratum, const RowGroup& group,
                             const ColumnSets& sets, Lines even_rows) {
  ColourSide side{.lanes = &board.even_odd,
                  .partners = &board.odd_even,
                  .lane_rows = board.all_even() & ~even_rows,
                  .partner_rows = group.odd_rows,
                  .lane_sets = &sets.odd.white,
                  .partner_sets = &sets.even.white,
                  .lane_ranks = &sets.odd.rank,
                  .lane_set_count = sets.odd.size(),
                  .partner_set_count = sets.even.size(),
                  .window = group.window,
                  .prefix = stratum.white_prefix};
  for (Lines& rows : side.partner_rows) rows = board.all_odd() & ~rows;
  return side;
}

}  // namespace puzzled::queens::colour
