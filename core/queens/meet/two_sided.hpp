// One unit of the two-sided engine: a column set. Its lists stop some rows short of the cut; the
// rows in between, the middle rows, are searched outward from the cut. A half's lists
// are filtered when it gets a queen, so that in the end two short lists are joined.
#pragma once

#include "core/queens/meet/last_pairs.hpp"
#include "core/queens/meet/side_lists.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

// The last pairs of middle rows.
void count_with_keys(TwoSided& work, const Node& node) {
  std::uint32_t columns[2] = {0, 0};
  State asked[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    for (std::uint32_t rest = node.left[side]; rest != 0; rest &= rest - 1) {
      const int column = work.sides[side].column_of[__builtin_ctz(rest)];
      columns[side] |= std::uint32_t{1} << column;
      for (int placed = node.placed[side]; placed < middle_rows(work, side); ++placed) {
        asked[1 - side] |= work.attack(1 - side, work.row_of(side, placed), column);
      }
    }
  }
  const int list_rows[2] = {work.sides[0].list_rows, work.sides[1].list_rows};
  MiddleKeys keys;
  choose_middle_keys(work.queens, list_rows, columns, asked, node.attacked[0], keys);
  if (keys.count <= 32) count_last_pairs<4>(work, node, keys);
  if (keys.count > 32 && keys.count <= 40) count_last_pairs<5>(work, node, keys);
  if (keys.count > 40) count_last_pairs<6>(work, node, keys);
}

// `depth`: how many middle queens are placed.
void count_middle(TwoSided& work, const Node& node, int depth) {
  const int rows_left[2] = {middle_rows(work, 0) - node.placed[0],
                            middle_rows(work, 1) - node.placed[1]};
  if (rows_left[0] <= kLastPairs && rows_left[1] <= kLastPairs) {
    count_with_keys(work, node);
    return;
  }
  const int side = rows_left[1] >= rows_left[0] ? 1 : 0;
  const int row = work.row_of(side, node.placed[side]);
  for (std::uint32_t rest = node.left[side]; rest != 0 && !work.stopped; rest &= rest - 1) {
    const int number = __builtin_ctz(rest);
    const int column = work.sides[side].column_of[number];
    if (is_attacked(work, node, row, column)) continue;
    if (side == 1 && node.placed[1] == 0 && work.unit.weights[column] == 0) continue;
    Node next = node;
    place(work, next, side, number);
    if (filter_lists(work, next, side, work.workspace.fitting[depth]) == 0) continue;
    count_middle(work, next, depth + 1);
  }
}

bool count_two_sided(const TwoSidedUnit& unit, Workspace& workspace, Tally* tally) {
  TwoSided work(unit, workspace);
  const int middle_tops = unit.middle_rows / 2;
  const int middle_bottoms = unit.middle_rows - middle_tops;
  work.sides[0].rows = unit.halves.top_rows;
  work.sides[0].list_rows = unit.halves.top_rows - middle_tops;
  work.sides[1].rows = unit.halves.bottom_rows;
  work.sides[1].list_rows = unit.halves.bottom_rows - middle_bottoms;
  for (Side& side : work.sides) {
    side.columns = 0;
    side.column_set = 0;
  }
  for (int column = 0; column < work.queens; ++column) {
    Side& side = work.sides[(unit.top_columns >> column & 1) != 0 ? 0 : 1];
    side.column_of[side.columns++] = column;
    side.column_set |= std::uint32_t{1} << column;
  }
  Node root{};
  for (int side = 0; side < 2; ++side) {
    root.left[side] = (std::uint32_t{1} << work.sides[side].columns) - 1;
    root.lists[side] =
        make_side_lists(work, work.sides[side], workspace.side_lists[side], workspace.fitting[0]);
  }
  // If it was stopped, the lists have too few rows.
  if (!work.stopped) {
    give_back(workspace.fitting[0].states);  // lists of the row before
    count_middle(work, root, 0);
  }
  // The next unit may have less in one of them and more in the other.
  for (ListBuffers& lists : workspace.side_lists) give_back(lists.states);
  *tally = work.tally;
  return !work.stopped;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
