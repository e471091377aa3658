#include "core/queens/meet/first_rows.hpp"

#include <array>
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

// The side of a row whose queen is in the middle column.
constexpr std::uint8_t kMiddle = 128;

// Which half of the board each of the ranked rows has its queen in, by state: bit r of row r.
using Sides = std::vector<std::uint8_t>;

// Numbers for all sets of `rows` columns: ordered by their higher columns, then by the lower ones.
void number_sets(FirstRows& lists, int queens) {
  lists.low_columns = queens / 2;
  const int low_columns = lists.low_columns;
  std::vector<std::uint32_t> seen(queens + 1);
  lists.low_number.resize(std::size_t{1} << low_columns);
  for (std::uint32_t set = 0; set < lists.low_number.size(); ++set) {
    lists.low_number[set] = seen[std::popcount(set)]++;
  }
  lists.high_number.resize(std::size_t{1} << (queens - low_columns));
  std::uint64_t number = 0;
  for (std::uint32_t set = 0; set < lists.high_number.size(); ++set) {
    lists.high_number[set] = static_cast<std::uint32_t>(number);
    number += choose(low_columns, lists.rows - std::popcount(set));
  }
  lists.starts.resize(number + 1);
}

std::uint8_t side_of(const Halves& halves, int row, int column) {
  const int half = halves.queens / 2;
  if (halves.queens % 2 != 0 && column == half) return kMiddle;
  return static_cast<std::uint8_t>(column < half ? 1U << row : 0U);
}

// The states of one more row, list by list; their sides replace those of before.
FirstRows with_next_row(const FirstRows& lists, const Halves& halves, Sides& sides) {
  const int row = lists.rows;
  FirstRows longer;
  longer.rows = row + 1;
  longer.lines = lists.lines;
  number_sets(longer, halves.queens);
  std::vector<std::vector<std::uint32_t>> low_sets(longer.low_columns + 1);
  const std::uint32_t low_mask = (1U << lists.low_columns) - 1;
  for (std::uint32_t low = 0; low <= low_mask; ++low) low_sets[std::popcount(low)].push_back(low);

  // At most as many as there are free columns for each state, and one that is overwritten.
  longer.states.resize(lists.states.size() * (halves.queens - row) + 1);
  Sides longer_sides(longer.states.size());
  State* out = longer.states.data();
  std::uint8_t* side_out = longer_sides.data();
  std::size_t number = 0;
  for (std::uint32_t high = 0; high < longer.high_number.size(); ++high) {
    const int low_count = longer.rows - std::popcount(high);
    if (low_count < 0 || low_count > lists.low_columns) continue;
    for (const std::uint32_t low : low_sets[low_count]) {
      const std::uint32_t set = high << lists.low_columns | low;
      longer.starts[number++] = static_cast<std::uint64_t>(out - longer.states.data());
      for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
        const std::uint32_t before = set ^ (rest & (0U - rest));
        const int column = std::countr_zero(rest);
        const State queen = queen_at(halves, row, column);
        const std::uint8_t side = row < lists.lines ? side_of(halves, row, column) : 0;
        const std::size_t from =
            lists.high_number[before >> lists.low_columns] + lists.low_number[before & low_mask];
        for (std::size_t i = lists.starts[from]; i < lists.starts[from + 1]; ++i) {
          const State state = lists.states[i];
          const std::ptrdiff_t step = (state & queen) == 0 ? 1 : 0;
          *out = state | queen;
          *side_out = sides[i] | side;
          out += step;
          side_out += step;
        }
      }
    }
  }
  longer.starts[number] = static_cast<std::uint64_t>(out - longer.states.data());
  longer.states.resize(longer.starts[number]);
  sides = std::move(longer_sides);
  return longer;
}

// Orders each list by falling rank, and notes the ranks in the states.
void order_by_rank(FirstRows& lists, const Sides& sides) {
  const std::uint32_t ranks = rank_end(lists.lines);
  std::array<std::uint8_t, 256> rank_of_sides{};
  for (std::uint32_t i = 0; i < rank_of_sides.size(); ++i) {
    rank_of_sides[i] = static_cast<std::uint8_t>(
        i >= kMiddle ? ranks : rank_of(i & ((1U << lists.lines) - 1), lists.lines));
  }
  const std::vector<State> unordered = std::move(lists.states);
  lists.states.resize(unordered.size() + kStatesReadPast);
  const std::size_t count = lists.starts.size() - 1;
  lists.at_least.resize(count * (ranks + 1));
  for (std::size_t list = 0; list < count; ++list) {
    std::array<std::uint32_t, (1U << (kMaxRankedLines - 1)) + 2> end{};
    for (std::size_t i = lists.starts[list]; i < lists.starts[list + 1]; ++i) {
      ++end[rank_of_sides[sides[i]]];
    }
    std::uint16_t* const at_least = lists.at_least.data() + list * (ranks + 1);
    std::uint32_t sum = 0;
    for (std::uint32_t rank = ranks + 1; rank-- > 0;) {
      sum += end[rank];
      end[rank] = at_least[rank] = static_cast<std::uint16_t>(sum);
    }
    for (std::size_t i = lists.starts[list + 1]; i-- > lists.starts[list];) {
      const std::uint8_t rank = rank_of_sides[sides[i]];
      lists.states[lists.starts[list] + --end[rank]] =
          unordered[i] | rank_bits(rank, kOneSidedRankBits);
    }
  }
}

}  // namespace

FirstRows place_first_rows(const Halves& halves, int rows, int lines) {
  FirstRows lists;
  lists.lines = lines;
  number_sets(lists, halves.queens);
  lists.starts = {0, 1};
  lists.states = {0};
  Sides sides = {0};
  for (int row = 0; row < rows; ++row) lists = with_next_row(lists, halves, sides);
  order_by_rank(lists, sides);
  return lists;
}

}  // namespace puzzled::queens::meet
