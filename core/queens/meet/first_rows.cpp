#include "core/queens/meet/first_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace puzzled::queens::meet {
namespace {

std::uint64_t choose(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::uint64_t product = 1;
  for (int i = 1; i <= k; ++i) product = product * static_cast<std::uint64_t>(n - k + i) / i;
  return product;
}

// While rows are placed, states note in the highest bits of their lower half, which no diagonal of
// so few rows needs, which of the ranked rows have their queens in the left half of the board, and
// whether one has it in the middle column; from the last ranked row on, their rank instead.
constexpr int kNoteShift = 26;
constexpr std::uint32_t kMiddle = 1U << 5;

constexpr State note_bits(std::uint32_t note) {
  return State{note} << kNoteShift;
}
constexpr std::uint32_t note_of(State state) {
  return static_cast<std::uint32_t>(state) >> kNoteShift;
}

State side_of(const Halves& halves, int row, int column) {
  const int half = halves.queens / 2;
  if (halves.queens % 2 != 0 && column == half) return note_bits(kMiddle);
  return note_bits(column < half ? 1U << row : 0U);
}

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

// Replaces the notes of sides by ranks.
void note_ranks(std::span<State> states, int lines) {
  for (State& state : states) {
    const std::uint32_t sides = note_of(state);
    const std::uint32_t rank =
        sides >= kMiddle ? rank_end(lines) : rank_of(sides & ((1U << lines) - 1), lines);
    state ^= note_bits(sides ^ rank);
  }
}

// Writes the states of a list by falling rank, with their ranks where units expect them, and to
// `at_least` how many there are by least rank: `stride` elements further for each.
void order_by_rank(std::span<const State> states, std::uint32_t ranks, State* out,
                   std::uint16_t* at_least, std::size_t stride) {
  static constexpr auto kMoveRank = [] {
    std::array<State, (1U << (kMaxRankedLines - 1)) + 1> move{};
    for (std::uint32_t rank = 0; rank < move.size(); ++rank) {
      move[rank] = note_bits(rank) ^ rank_bits(rank, kOneSidedRankBits);
    }
    return move;
  }();
  std::array<std::uint32_t, kMoveRank.size()> begin{};
  for (const State state : states) ++begin[note_of(state)];
  std::uint32_t sum = 0;
  for (std::uint32_t rank = ranks + 1; rank-- > 0;) {
    const std::uint32_t count = begin[rank];
    begin[rank] = sum;
    sum += count;
    at_least[rank * stride] = static_cast<std::uint16_t>(sum);
  }
  for (const State state : states) {
    const std::uint32_t rank = note_of(state);
    out[begin[rank]++] = state ^ kMoveRank[rank];
  }
}

// The states of one more row, list by list: of the last row in the order of their ranks.
FirstRows with_next_row(const FirstRows& lists, const Halves& halves, bool is_last) {
  const int row = lists.rows;
  FirstRows longer;
  longer.rows = row + 1;
  longer.lines = lists.lines;
  number_sets(longer, halves.queens);
  const std::uint32_t ranks = rank_end(lists.lines);
  const std::size_t list_count = longer.starts.size() - 1;
  if (is_last) longer.at_least.resize(list_count * (ranks + 1));
  std::vector<std::vector<std::uint32_t>> low_sets(longer.low_columns + 1);
  const std::uint32_t low_mask = (1U << lists.low_columns) - 1;
  for (std::uint32_t low = 0; low <= low_mask; ++low) low_sets[std::popcount(low)].push_back(low);

  // At most as many as there are free columns for each state: what is not used takes no memory.
  const std::size_t most = std::size_t{lists.starts.back()} * (halves.queens - row);
  State* const begin = room_for<State>(longer.states, most + kStatesReadPast);
  State* out = begin;
  const State* const states = lists.view().states;
  std::vector<State> unordered;
  std::size_t number = 0;
  for (std::uint32_t high = 0; high < longer.high_number.size(); ++high) {
    const int low_count = longer.rows - std::popcount(high);
    if (low_count < 0 || low_count > lists.low_columns) continue;
    for (const std::uint32_t low : low_sets[low_count]) {
      const std::uint32_t set = high << lists.low_columns | low;
      longer.starts[number] = static_cast<std::uint32_t>(out - begin);
      std::size_t size = 0;
      for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
        const std::uint32_t before = set ^ (rest & (0U - rest));
        const int column = std::countr_zero(rest);
        const State queen = queen_at(halves, row, column);
        const State added = queen | (row < lists.lines ? side_of(halves, row, column) : 0);
        const std::size_t from =
            lists.high_number[before >> lists.low_columns] + lists.low_number[before & low_mask];
        const std::uint32_t end = lists.starts[from + 1];
        // One more, which is overwritten.
        unordered.resize(std::max(unordered.size(), size + (end - lists.starts[from]) + 1));
        for (std::uint32_t i = lists.starts[from]; i < end; ++i) {
          unordered[size] = states[i] | added;
          size += (states[i] & queen) == 0 ? 1 : 0;
        }
      }
      if (longer.rows == lists.lines) note_ranks({unordered.data(), size}, lists.lines);
      if (is_last) {
        order_by_rank({unordered.data(), size}, ranks, out, longer.at_least.data() + number,
                      list_count);
      } else {
        std::copy_n(unordered.data(), size, out);
      }
      out += size;
      ++number;
    }
  }
  longer.starts[number] = static_cast<std::uint32_t>(out - begin);
  std::fill_n(out, kStatesReadPast, State{0});
  return longer;
}

}  // namespace

FirstRowsView FirstRows::view() const {
  return {.rows = rows,
          .lines = lines,
          .low_columns = low_columns,
          .low_number = low_number.data(),
          .high_number = high_number.data(),
          .lists = static_cast<std::uint32_t>(starts.size() - 1),
          .starts = starts.data(),
          .at_least = at_least.data(),
          .states = reinterpret_cast<const State*>(states.bytes)};
}

FirstRows place_first_rows(const Halves& halves, int rows, int lines) {
  FirstRows lists;
  lists.lines = lines;
  number_sets(lists, halves.queens);
  lists.starts = {0, 1};
  *room_for<State>(lists.states, 1) = 0;
  for (int row = 0; row < rows; ++row) lists = with_next_row(lists, halves, row + 1 == rows);
  return lists;
}

}  // namespace puzzled::queens::meet
