#include "core/queens/meet/first_rows.hpp"

#include <bit>
#include <utility>

namespace puzzled::queens::meet {
namespace {

std::uint64_t choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::uint64_t product = 1;
  for (int i = 1; i <= k; ++i) product = product * static_cast<std::uint64_t>(n - k + i) / i;
  return product;
}

// Ranks for all sets of `rows` columns: ordered by their higher columns, then by the lower ones.
void rank_sets(FirstRows& lists, int queens) {
  lists.low_columns = queens / 2;
  const int low_columns = lists.low_columns;
  std::vector<std::uint32_t> seen(queens + 1);
  lists.low_rank.resize(std::size_t{1} << low_columns);
  for (std::uint32_t set = 0; set < lists.low_rank.size(); ++set) {
    lists.low_rank[set] = seen[std::popcount(set)]++;
  }
  lists.high_rank.resize(std::size_t{1} << (queens - low_columns));
  std::uint64_t rank = 0;
  for (std::uint32_t set = 0; set < lists.high_rank.size(); ++set) {
    lists.high_rank[set] = static_cast<std::uint32_t>(rank);
    rank += choose(low_columns, lists.rows - std::popcount(set));
  }
  lists.starts.resize(rank + 1);
}

// The states of one more row, in the order of their ranks.
FirstRows with_next_row(const FirstRows& lists, const Halves& halves) {
  const int row = lists.rows;
  FirstRows longer;
  longer.rows = row + 1;
  rank_sets(longer, halves.queens);
  std::vector<std::vector<std::uint32_t>> low_sets(longer.low_columns + 1);
  const std::uint32_t low_mask = (1U << lists.low_columns) - 1;
  for (std::uint32_t low = 0; low <= low_mask; ++low) low_sets[std::popcount(low)].push_back(low);

  // At most as many as there are free columns for each state, and one that is overwritten.
  longer.states.resize(lists.states.size() * (halves.queens - row) + 1);
  State* out = longer.states.data();
  std::size_t rank = 0;
  for (std::uint32_t high = 0; high < longer.high_rank.size(); ++high) {
    const int low_count = longer.rows - std::popcount(high);
    if (low_count < 0 || low_count > lists.low_columns) continue;
    for (const std::uint32_t low : low_sets[low_count]) {
      const std::uint32_t set = high << lists.low_columns | low;
      longer.starts[rank++] = static_cast<std::uint64_t>(out - longer.states.data());
      for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
        const std::uint32_t before = set ^ (rest & (0U - rest));
        const State queen = queen_at(halves, row, std::countr_zero(rest));
        const std::size_t from =
            lists.high_rank[before >> lists.low_columns] + lists.low_rank[before & low_mask];
        for (std::size_t i = lists.starts[from]; i < lists.starts[from + 1]; ++i) {
          const State state = lists.states[i];
          *out = state | queen;
          out += (state & queen) == 0 ? 1 : 0;
        }
      }
    }
  }
  longer.starts[rank] = static_cast<std::uint64_t>(out - longer.states.data());
  longer.states.resize(longer.starts[rank]);
  return longer;
}

}  // namespace

FirstRows place_first_rows(const Halves& halves, int rows) {
  FirstRows lists;
  rank_sets(lists, halves.queens);
  lists.starts = {0, 1};
  lists.states = {0};
  for (int row = 0; row < rows; ++row) lists = with_next_row(lists, halves);
  lists.states.resize(lists.states.size() + kStatesReadPast);
  return lists;
}

}  // namespace puzzled::queens::meet
