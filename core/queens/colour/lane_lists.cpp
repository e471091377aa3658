#include "core/queens/colour/lane_lists.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::queens::colour {

std::vector<int> rows_in_order(const Board& board, const SquareClass& squares, Lines rows,
                               Lines first) {
  std::vector<int> order;
  for (int row = 0; rows >> row != 0; ++row) {
    if ((rows >> row & 1U) != 0) order.push_back(row);
  }
  const auto key = [&](int row) {
    return std::pair((first >> row & 1U) == 0, eccentricity(board.queens, squares.row_parity, row));
  };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key(a) < key(b); });
  return order;
}

void LaneLister::make(const Board& board, const SquareClass& squares, Lines rows,
                      const std::vector<std::int32_t>& number,
                      const std::vector<std::uint32_t>& ranks, std::uint32_t lowest,
                      LaneLists& lists) {
  const std::size_t sets = ranks.size();
  std::vector<std::uint32_t>& starts = lists.starts;
  found_.clear();
  starts.assign(sets + 1, 0);
  for_each_placement(squares, rows_in_order(board, squares, rows), 0, 0, 0,
                     [&](Lines columns, State state) {
                       const std::int32_t set = number[columns];
                       if (set < 0 || ranks[static_cast<std::size_t>(set)] < lowest) return;
                       found_.push_back({state, static_cast<std::uint32_t>(set)});
                       ++starts[static_cast<std::size_t>(set) + 1];
                     });
  for (std::size_t set = 0; set < sets; ++set) starts[set + 1] += starts[set];
  lists.states.resize(found_.size());
  next_.assign(starts.begin(), starts.end() - 1);
  for (const Found& placement : found_) lists.states[next_[placement.set]++] = placement.state;
}

}  // namespace puzzled::queens::colour
