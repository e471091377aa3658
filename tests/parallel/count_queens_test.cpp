// The count of queens as a job, for any door: what it adds up, shows, refuses, and when it stops.
#include "parallel/jobs/queens.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_made_up.hpp"
#include "tests/parallel/each_team.hpp"

namespace puzzled::parallel {
namespace {

using queens::MadeUpPlan;
using queens::UnitCount;

std::vector<std::uint64_t> all_units(const queens::CountPlan& plan) {
  std::vector<std::uint64_t> units(plan.units());
  std::iota(units.begin(), units.end(), 0);
  return units;
}

UnitCount one_solution() {
  UnitCount one;
  one.add(1);
  return one;
}

TEST(CountQueens, ShowsEveryUnitOnceAndAddsThemUp) {
  const auto plan = queens::plan_of({.queens = 10});
  const std::vector<std::uint64_t> units = all_units(*plan);
  for_each_team([&](Team& team) {
    std::mutex mutex;
    std::map<std::uint64_t, UnitCount> shown;
    const auto counted =
        count_queens(team, *plan,
                     {.units = units,
                      .so_far = one_solution(),
                      .done = [&](std::uint64_t unit, const UnitCount& count) -> Result<> {
                        const std::lock_guard lock(mutex);
                        EXPECT_TRUE(shown.emplace(unit, count).second) << unit;
                        return {};
                      }},
                     kNeverStop);
    ASSERT_TRUE(counted);
    EXPECT_TRUE((*counted).is_complete);
    EXPECT_EQ(queens::to_text((*counted).sum.count), "725");
    EXPECT_EQ(shown.size(), units.size());
    UnitCount sum = one_solution();
    for (const auto& [unit, count] : shown) sum += count;
    EXPECT_EQ(sum, (*counted).sum);
  });
}

TEST(CountQueens, CountsTheUnitsThatAreNamedByEitherCounter) {
  const auto plan = queens::plan_of({.queens = 12});
  std::vector<std::uint64_t> some{all_units(*plan)};
  some.resize(some.size() / 2);
  for_each_team([&](Team& team) {
    const auto first = count_queens(team, *plan, {.units = some}, kNeverStop);
    const auto again =
        count_queens(team, *plan, {.units = some}, kNeverStop, QueensCounter::kChecker);
    EXPECT_EQ((*first).sum, (*again).sum);
    EXPECT_LT((*first).sum.count, queens::Count{14200});
    EXPECT_EQ((*count_queens(team, *plan, {}, kNeverStop)).sum.count, queens::Count{0});
  });
}

TEST(CountQueens, FindsCountsThatDisagreeWithTheirResidues) {
  for_each_team([](Team& team) {
    const MadeUpPlan cut(1, queens::cut_to_32_bits());
    EXPECT_EQ(count_queens(team, cut, {.units = all_units(cut)}, kNeverStop).error().message,
              queens::kCutTo32BitsFault);
    const MadeUpPlan half(2, queens::half_of_overflow());
    const std::string fault =
        count_queens(team, half, {.units = all_units(half)}, kNeverStop).error().message;
    EXPECT_TRUE(fault.starts_with(queens::kOverflowFault)) << fault;
  });
}

TEST(CountQueens, EndsWithTheFirstErrorOfWhoKeepsUnits) {
  const MadeUpPlan plan(100'000, one_solution());
  const std::vector<std::uint64_t> units = all_units(plan);
  for_each_team([&](Team& team) {
    std::atomic<int> shown = 0;
    const auto counted =
        count_queens(team, plan,
                     {.units = units,
                      .done = [&](std::uint64_t, const UnitCount&) -> Result<> {
                        return ++shown < 10 ? Result<>() : Error{"the disk is full"};
                      }},
                     kNeverStop);
    ASSERT_FALSE(counted);
    EXPECT_EQ(counted.error().message, "the disk is full");
    EXPECT_LE(shown, 10 + 8);
  });
}

TEST(CountQueens, StopsWithWhatItHas) {
  const MadeUpPlan plan(100'000, one_solution());
  const std::vector<std::uint64_t> units = all_units(plan);
  for_each_team([&](Team& team) {
    StopFlag stop{false};
    std::atomic<int> shown = 0;
    const auto counted = count_queens(team, plan,
                                      {.units = units,
                                       .done = [&](std::uint64_t, const UnitCount&) -> Result<> {
                                         if (++shown >= 10) stop = true;
                                         return {};
                                       }},
                                      stop);
    ASSERT_TRUE(counted);
    EXPECT_FALSE((*counted).is_complete);
    EXPECT_EQ((*counted).sum.count, static_cast<queens::Count>(shown.load()));
    EXPECT_LE(shown, 10 + 8);
  });
}

TEST(CountQueens, TellsItsProgress) {
  const MadeUpPlan plan(100'000, one_solution());
  const std::vector<std::uint64_t> units = all_units(plan);
  for_each_team([&](Team& team) {
    std::vector<double> shares;
    ASSERT_TRUE(count_queens(
        team, plan, {.units = units, .progress = [&](double share) { shares.push_back(share); }},
        kNeverStop));
    ASSERT_FALSE(shares.empty());
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_GT(shares.front(), 0);
    EXPECT_LE(shares.back(), 1);
  });
}

}  // namespace
}  // namespace puzzled::parallel
