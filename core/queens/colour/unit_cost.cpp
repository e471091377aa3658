#include "core/queens/colour/unit_cost.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "core/queens/colour/symmetry.hpp"
#include "core/queens/work_model.hpp"

namespace puzzled::queens::colour {
namespace {

// Placements of a class on these rows, in any columns: two queens d rows apart share a diagonal
// with the probability 2 (c - d) / (c (c - 1)) in c columns, independently of all other pairs.
double placements_on(Lines rows, int columns) {
  double count = 1;
  const int queens = std::popcount(rows);
  for (int i = 0; i < queens; ++i) count *= columns - i;
  for (Lines rest = rows; rest != 0; rest &= rest - 1) {
    const int row = std::countr_zero(rest);
    for (Lines others = rest & (rest - 1); others != 0; others &= others - 1) {
      const int distance = std::countr_zero(others) - row;
      if (distance >= columns) continue;
      count *= std::max(0.05, 1 - 2.0 * (columns - distance) / (columns * (columns - 1.0)));
    }
  }
  // They are not independent: of 8, 10 and 14 queens on as many columns the product is 1.8, 5 and
  // 14 times too large.
  return count * std::pow(0.72, std::max(0, queens - 6));
}

}  // namespace

UnitCost::UnitCost(const Board& board, const Stratum& stratum, bool all_symmetries)
    : is_even_(board.is_even()),
      all_symmetries_(all_symmetries),
      own_complement_(board.is_even() && 2 * stratum.even_queens == board.even_lines),
      even_sets_(choose(board.even_lines, stratum.even_queens)),
      odd_sets_(choose(board.odd_lines, stratum.odd_queens)) {
  for (int white = 0; white < 2; ++white) {
    Colour& colour = colours_[white];
    const bool is_white = white != 0;
    const SquareClass& lanes = is_white ? board.even_odd : board.even_even;
    const SquareClass& partners = is_white ? board.odd_even : board.odd_odd;
    colour.lane_queens = is_white ? board.even_lines - stratum.even_queens : stratum.even_queens;
    colour.partner_queens = is_white ? board.odd_lines - stratum.odd_queens : stratum.odd_queens;
    colour.prefix = is_white ? stratum.white_prefix : stratum.black_prefix;
    // Two squares share a sum with the probability 2 / (3 n), and a difference likewise.
    colour.kept_by_queen = std::pow(1 - 4.0 / (3 * board.even_lines), colour.lane_queens);
    for (const Lines rows : stratum.even_rows) {
      colour.lanes.push_back(
          placements_on(is_white ? board.all_even() & ~rows : rows, lanes.columns));
    }
    for (const RowGroup& group : stratum.groups) {
      double sum = 0;
      for (const Lines rows : group.odd_rows) {
        sum += placements_on(is_white ? board.all_odd() & ~rows : rows, partners.columns);
      }
      colour.partners.push_back(sum);
    }
    colour.prefixes = 1;
    for (int i = 0; i < std::min(colour.prefix, partners.columns); ++i) {
      // Of the columns left, each queen before takes one, and attacks one or two on average.
      colour.prefixes *= std::max(1.0, partners.columns - 2.5 * i);
    }
  }
  for (const Lines rows : stratum.even_rows) {
    rank_of_place_.push_back(rank_of(board, rows));
    // Of two images one stands for both; ties are left out.
    const Lines image = !is_even_         ? mirrored(rows, board.even_lines)
                        : own_complement_ ? board.all_even() & ~rows
                                          : UINT32_MAX;
    share_of_place_.push_back(rows < image ? 1 : rows == image ? 0.5 : 0);
  }
  column_ranks_ = rank_of_place_;  // sets of columns are sets of rows, and sorted
  for (const RowGroup& group : stratum.groups) {
    std::vector<std::uint32_t> ranks;
    for (const Lines rows : group.odd_rows) {
      ranks.push_back(board.is_even() ? rank_of(board, rows) : UINT32_MAX);
    }
    std::sort(ranks.begin(), ranks.end());
    ranks_of_group_.push_back(std::move(ranks));
  }
}

double UnitCost::share_of_sets(std::uint32_t lowest) const {
  if (!all_symmetries_) return 1;
  const auto first = std::lower_bound(column_ranks_.begin(), column_ranks_.end(), lowest);
  return static_cast<double>(column_ranks_.end() - first) /
         static_cast<double>(column_ranks_.size());
}

void UnitCost::add_group(std::uint64_t group, std::uint32_t begin, std::uint32_t end,
                         Steps& steps) const {
  const double share = share_of_sets(rank_of_place_[begin]);
  const std::vector<std::uint32_t>& ranks = ranks_of_group_[group];
  bool any = false;
  for (std::uint32_t place = begin; place < end; ++place) {
    const auto first = std::lower_bound(ranks.begin(), ranks.end(), rank_of_place_[place]);
    const double wanted = static_cast<double>(ranks.end() - first) * share_of_place_[place];
    if (wanted == 0) continue;
    any = true;
    const double share_wanted = wanted / static_cast<double>(ranks.size());
    const double own_share = share_of_sets(rank_of_place_[place]);
    for (int white = 0; white < 2; ++white) {
      const Colour& colour = colours_[white];
      // On an odd board only the even columns have ranks, and half of their sets stand for others.
      const bool even_lanes = white == 0;
      const double lane_share = is_even_ ? own_share : even_lanes ? own_share / 2 : 1;
      const double partner_share = is_even_ ? share : even_lanes ? 1 : share / 2;
      const double lanes = colour.lanes[place] * lane_share;
      const double partners = colour.partners[group] * partner_share * share_wanted;
      const double kept = std::pow(colour.kept_by_queen, colour.prefix);
      const double slots = (even_lanes ? even_sets_ : odd_sets_) * lane_share * 1.3;
      // Eight lanes a step, and at least one a slot.
      steps[kFilters] += colour.prefixes * std::max(slots, lanes * kept / colour.kept_by_queen / 8);
      steps[kStems] +=
          colour.prefixes / 8 *
          std::max(slots, lanes * kept / colour.kept_by_queen / colour.kept_by_queen / 8);
      steps[kTests] += partners * lanes * kept / 512;
    }
    const double even_sets = even_sets_ * own_share / (is_even_ ? 1 : 2);
    steps[kProducts] += wanted * even_sets * odd_sets_ * (is_even_ ? own_share : 1);
  }
  if (any) steps[kPartners] += colours_[0].partners[group] + colours_[1].partners[group];
}

UnitCost::Steps UnitCost::steps(const Stratum& stratum, std::uint64_t batch,
                                std::uint64_t bucket) const {
  const std::uint32_t begin = bucket == 0 ? 0 : stratum.bucket_ends[bucket - 1];
  const std::uint32_t end = stratum.bucket_ends[bucket];
  Steps steps{};
  for (std::uint64_t group = batch == 0 ? 0 : stratum.batch_ends[batch - 1];
       group < stratum.batch_ends[batch]; ++group) {
    add_group(group, begin, end, steps);
  }
  for (std::uint32_t place = begin; place < end; ++place) {
    steps[kLists] += colours_[0].lanes[place] + colours_[1].lanes[place];
  }
  return steps;
}

double UnitCost::cost(const Stratum& stratum, std::uint64_t batch, std::uint64_t bucket) const {
  constexpr Steps kNanoseconds = {2, 2, 6, 1, 20, 50};
  const Steps done = steps(stratum, batch, bucket);
  double cost = 1000;
  for (std::size_t i = 0; i < done.size(); ++i) cost += done[i] * kNanoseconds[i];
  return cost;
}

double UnitCost::memory(const Stratum& stratum, std::uint64_t most_partners) const {
  // Cells of a row set take two bytes for each pair of column sets, with a quarter more of slots;
  // of the second colour there is a block at a time, of up to 64 slots.
  constexpr double kBytesPerCell = 2 * 1.25;
  constexpr double kBytesPerBlock = 2 * 64;
  // A code, a state or squares, its row, a share of a group; and room for growth.
  constexpr double kBytesPerPartner = 1.5 * 16;
  // A state; long lists are up to twice as long as expected.
  constexpr double kBytesPerLane = 2 * 8;
  // Of the block in hand, with what the queens of prefixes leave of it.
  constexpr double kBlockStates = 3 * 8 * 64 * 1.25;
  constexpr double kBytesPerLaneKept = 8;
  std::size_t most = 0;
  double partners = 0;
  double lanes = 0;
  for (std::size_t i = 0; i < stratum.groups.size(); ++i) {
    most = std::max(most, stratum.groups[i].odd_rows.size());
    double of_group = 0;
    for (const Colour& colour : colours_) {
      of_group += std::min(colour.partners[i], static_cast<double>(most_partners));
    }
    partners = std::max(partners, of_group);
  }
  double lanes_of_all = 0;
  for (std::size_t i = 0; i < stratum.even_rows.size(); ++i) {
    const double of_place = colours_[0].lanes[i] + colours_[1].lanes[i];
    lanes = std::max(lanes, of_place);
    lanes_of_all += of_place;
  }
  double kept = 0;
  if (stratum.batch_ends.size() < stratum.groups.size()) {
    kept = 1.5 * lanes_of_all / static_cast<double>(stratum.bucket_ends.size());
  }
  const double even_sets = is_even_ ? even_sets_ : even_sets_ / 2;
  const double block = lanes / std::max(64.0, std::min(even_sets, odd_sets_)) * kBlockStates;
  return block +
         static_cast<double>(most) * (even_sets * odd_sets_ * kBytesPerCell +
                                      std::max(even_sets, odd_sets_) * kBytesPerBlock) +
         partners * kBytesPerPartner + lanes * kBytesPerLane + kept * kBytesPerLaneKept;
}

}  // namespace puzzled::queens::colour
