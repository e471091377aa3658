// Every unit of small boards against all solutions, each counted by the rules of ranks.hpp.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/queens/meet/kernel.hpp"
#include "core/queens/meet/symmetry.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/queens_brute_force.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

using meet::OuterColumns;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kMostQueens = 12;
#else
constexpr int kMostQueens = 13;
#endif

constexpr int kMostLines = 5;

// The solutions of a board that are alike to all units: as many have the top half's columns, the
// column of the row below the cut, and count as often with so many ranked lines.
struct Alike {
  std::uint32_t top;
  int column;
  std::array<int, kMostLines> times;  ///< by lines
  bool operator<(const Alike& other) const {
    return std::tie(top, column, times) < std::tie(other.top, other.column, other.times);
  }
};
using Solutions = std::map<Alike, std::uint64_t>;

const Solutions& solutions_of(int queens) {
  static std::map<int, Solutions> known;
  Solutions& solutions = known[queens];
  if (!solutions.empty()) return solutions;
  Places board{};
  const auto visit = [&](const Places& columns) {
    Alike alike{.top = 0, .column = columns[queens / 2], .times = {}};
    for (int row = 0; row < queens / 2; ++row) alike.top |= 1U << columns[row];
    for (int lines = 0; lines < kMostLines; ++lines) {
      alike.times[lines] = times_counted(queens, lines, columns);
    }
    ++solutions[alike];
  };
  const auto all = [&](int /*row*/) { return (1U << queens) - 1; };
  for_each_solution(queens, visit, all, board);
  return solutions;
}

// What each unit has to count, if units know the columns in `known` of the top half.
std::vector<std::uint64_t> expected(int queens, const std::vector<OuterColumns>& units,
                                    std::uint32_t known, int lines) {
  std::map<std::uint32_t, std::size_t> number_of;
  for (std::size_t unit = 0; unit < units.size(); ++unit) number_of[units[unit].top] = unit;
  std::vector<std::uint64_t> counts(units.size());
  std::uint64_t solutions = 0;
  for (const auto& [alike, many] : solutions_of(queens)) {
    const auto unit = number_of.find(alike.top & known);
    if (unit == number_of.end()) continue;
    counts[unit->second] += many * alike.times[lines] * units[unit->second].weights[alike.column];
  }
  for (const std::uint64_t count : counts) solutions += count;
  EXPECT_EQ(solutions, kKnownSolutions[queens]) << queens << " queens, " << lines << " lines";
  return counts;
}

std::vector<OuterColumns> column_sets(int queens) {
  std::vector<OuterColumns> units;
  for (const std::uint32_t top : meet::top_column_sets(queens)) {
    units.push_back({.top = top, .weights = meet::column_weights(queens, top)});
  }
  return units;
}

// Units of equal engine and revision count the same: so these are part of what a revision is.
int one_sided_lines(int queens, int split) {
  return std::min({split, queens - queens / 2 - 3, 5});
}
int two_sided_lines(int queens) {
  return std::min(queens / 2 - 4, 6);
}

class QueensUnits : public EachLevel {
 protected:
  // Every `step`-th unit from `first` on, by the counter and by the checker.
  static void expect_units(PlanOptions options, const std::vector<std::uint64_t>& counts,
                           std::uint64_t first = 0, std::uint64_t step = 1) {
    options.isa = isa();
    const auto plan = plan_of(options);
    ASSERT_EQ(plan->units(), counts.size());
    const auto counter = plan->make_counter();
    const auto checker = plan->make_checker();
    for (std::uint64_t unit = first; unit < counts.size(); unit += step) {
      const UnitCount found = *counter->count(unit, kNeverStop);
      EXPECT_FALSE(disagreement(found));
      ASSERT_EQ(to_text(found.count), std::to_string(counts[unit]))
          << options.queens << " queens, split " << options.split << ", unit " << unit;
      ASSERT_EQ(*checker->count(unit, kNeverStop), found)
          << options.queens << " queens, split " << options.split << ", unit " << unit;
    }
  }
};
PUZZLED_EACH_LEVEL(QueensUnits);

TEST_P(QueensUnits, OneSided) {
  for (int queens = 8; queens <= kMostQueens; ++queens) {
    for (int split = 2; split <= queens / 2 - 1; ++split) {
      const std::vector<OuterColumns> units = meet::outer_columns(queens, split);
      const std::uint32_t left = (1U << split) - 1;
      const std::uint32_t outer = left | left << (queens - split);
      PlanOptions options{.queens = queens, .engine = "one-sided", .split = split};
      expect_units(options, expected(queens, units, outer, one_sided_lines(queens, split)));
      options.all_symmetries = false;
      expect_units(options, expected(queens, units, outer, 0));
    }
  }
}

// Its units do not depend on the split, so each of the six splits counts a sixth of them.
TEST_P(QueensUnits, TwoSided) {
  for (int queens = 12; queens <= kMostQueens; ++queens) {
    const std::vector<OuterColumns> units = column_sets(queens);
    const auto counts = expected(queens, units, ~0U, two_sided_lines(queens));
    const auto plain_counts = expected(queens, units, ~0U, 0);
    for (int split = 3; split <= 8; ++split) {
      PlanOptions options{.queens = queens, .engine = "two-sided", .split = split};
      expect_units(options, counts, split % 6, 6);
      options.all_symmetries = false;
      expect_units(options, plain_counts, split % 6, 24);
    }
  }
}

// As many ranked lines as lists have rows: on larger boards than these the engine uses up to six.
TEST_P(QueensUnits, TwoSidedWithMoreRankedLines) {
  meet::Workspace workspace;
  for (int queens = 12; queens <= kMostQueens; ++queens) {
    const std::vector<OuterColumns> units = column_sets(queens);
    for (int lines = 1; lines <= 4; ++lines) {
      const auto counts = expected(queens, units, ~0U, lines);
      for (std::size_t i = 0; i < units.size(); ++i) {
        const meet::TwoSidedUnit unit{
            .halves = meet::halves_of(queens),
            .middle_rows = 4,
            .top_columns = units[i].top,
            .weights = units[i].weights.data(),
            .ranks = meet::rank_bounds(queens, lines, units[i].top, units[i].weights),
            .stop = &kNeverStop};
        meet::Tally tally;
        ASSERT_TRUE(meet::find_kernel(isa())->count_two_sided(unit, workspace, &tally));
        ASSERT_EQ(tally.count, counts[i]) << queens << " queens, " << lines << " lines, unit " << i;
      }
    }
  }
}

// Beyond what trying all solutions reaches: more of the middle rows are pairs here.
TEST_P(QueensUnits, TwoSidedWhateverTheSplit) {
  const auto plan = plan_of({.queens = 14, .engine = "two-sided", .isa = isa(), .split = 3});
  const auto counter = plan->make_counter();
  for (int split = 4; split <= 8; ++split) {
    const auto other = plan_of({.queens = 14, .engine = "two-sided", .isa = isa(), .split = split});
    ASSERT_EQ(other->units(), plan->units());
    const auto other_counter = other->make_counter();
    for (std::uint64_t unit = split; unit < plan->units(); unit += 50) {
      ASSERT_EQ(other_counter->count(unit, kNeverStop), counter->count(unit, kNeverStop))
          << "split " << split << ", unit " << unit;
    }
  }
}

}  // namespace
}  // namespace puzzled::queens
