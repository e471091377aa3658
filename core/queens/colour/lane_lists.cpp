#include "core/queens/colour/lane_lists.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::queens::colour {

namespace {

// Placements of longer lists are found twice rather than kept: 28 queens have up to 26 million.
constexpr std::size_t kMostFound = 1'000'000;

}  // namespace

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
  const std::vector<int> order = rows_in_order(board, squares, rows);
  const auto for_each_wanted = [&](const auto& visit) {
    for_each_placement(squares, order, 0, 0, 0, [&](Lines columns, State state) {
      const std::int32_t set = number[columns];
      if (set < 0 || ranks[static_cast<std::size_t>(set)] < lowest) return;
      visit(static_cast<std::uint32_t>(set), state);
    });
  };
  found_.clear();
  starts.assign(sets + 1, 0);
  std::size_t count = 0;
  for_each_wanted([&](std::uint32_t set, State state) {
    if (count++ < kMostFound) found_.push_back({state, set});
    ++starts[std::size_t{set} + 1];
  });
  for (std::size_t set = 0; set < sets; ++set) starts[set + 1] += starts[set];
  if (lists.states.capacity() < count) lists.states = {};  // rather than hold both for a moment
  lists.states.resize(count);
  next_.assign(starts.begin(), starts.end() - 1);
  const auto put = [&](std::uint32_t set, State state) { lists.states[next_[set]++] = state; };
  if (count > kMostFound) return for_each_wanted(put);
  for (const Found& placement : found_) put(placement.set, placement.state);
}

}  // namespace puzzled::queens::colour
