// Exact covers on many threads: the same counts, and the same lists in the same order, as on one.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include "core/cover/links/links.hpp"
#include "parallel/cover_count.hpp"
#include "parallel/cover_list.hpp"

namespace puzzled::parallel {
namespace {

using cover::Element;
using cover::Problem;
using cover::Unit;
using cover::WideCount;

/// Langford pairs: 2n places, and n numbers each of which stands k places behind itself plus one.
Problem langford(std::uint32_t n) {
  Problem problem(3 * std::size_t{n});
  for (std::uint32_t k = 1; k <= n; ++k) {
    for (std::uint32_t place = 0; place + k + 1 < 2 * n; ++place) {
      const Element option[] = {{k - 1}, {n + place}, {n + place + k + 1}};
      EXPECT_TRUE(problem.add_option(option));
    }
  }
  return problem;
}

constexpr std::uint64_t kLangford8 = 300;

std::vector<std::uint64_t> all_units(const cover::CountPlan& plan) {
  std::vector<std::uint64_t> units(plan.units().size());
  std::iota(units.begin(), units.end(), 0);
  return units;
}

class CoverThreads : public testing::TestWithParam<int> {
 protected:
  const Problem problem = langford(8);
  Workers workers{GetParam()};
  StopFlag stop = false;
};

TEST_P(CoverThreads, EveryUnitIsCountedOnce) {
  for (const std::size_t units : {1, 3, 40}) {
    const auto plan = cover::plan_by_links(problem, units);
    std::mutex mutex;
    std::vector<int> done(plan->units().size());
    WideCount sum = plan->counted();
    CoverCountHooks hooks{.done = [&](std::uint64_t unit, const WideCount& count) {
      const std::lock_guard lock(mutex);
      ++done[unit];
      sum += count;
    }};
    EXPECT_FALSE(count_cover_units(workers, *plan, all_units(*plan), hooks, stop));
    EXPECT_EQ(sum, WideCount(kLangford8));
    EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](int times) { return times == 1; }));
    EXPECT_FALSE(stop);
  }
}

TEST_P(CoverThreads, ARivalThatSucceedsEndsTheRun) {
  if (GetParam() == 1) return;  // no worker is free for one
  const auto plan = cover::plan_by_links(problem, 40);
  CoverCountHooks hooks{.done = [](std::uint64_t, const WideCount&) {},
                        .rival = [](const StopFlag&, const StopFlag&) { return true; }};
  EXPECT_TRUE(count_cover_units(workers, *plan, all_units(*plan), hooks, stop));
  EXPECT_TRUE(stop);
}

TEST_P(CoverThreads, ARivalThatGivesUpCountsUnits) {
  const auto plan = cover::plan_by_links(problem, 40);
  std::mutex mutex;
  WideCount sum = plan->counted();
  CoverCountHooks hooks{.done =
                            [&](std::uint64_t, const WideCount& count) {
                              const std::lock_guard lock(mutex);
                              sum += count;
                            },
                        .rival =
                            [](const StopFlag& stopped, const StopFlag& units_done) {
                              while (!is_stopped(stopped) && !is_stopped(units_done)) {
                                std::this_thread::yield();
                              }
                              return false;
                            }};
  EXPECT_FALSE(count_cover_units(workers, *plan, all_units(*plan), hooks, stop));
  EXPECT_EQ(sum, WideCount(kLangford8));
}

TEST_P(CoverThreads, AStoppedRunLosesNothingThatWasFound) {
  const auto plan = cover::plan_by_links(problem, 40);
  std::mutex mutex;
  WideCount sum = plan->counted();
  std::size_t left = plan->units().size() / 2;
  CoverCountHooks hooks{.done =
                            [&](std::uint64_t, const WideCount& count) {
                              const std::lock_guard lock(mutex);
                              sum += count;
                              if (--left == 0) stop = true;
                            },
                        .unfinished =
                            [&](const WideCount& count) {
                              const std::lock_guard lock(mutex);
                              sum += count;
                            }};
  count_cover_units(workers, *plan, all_units(*plan), hooks, stop);
  EXPECT_LE(sum, WideCount(kLangford8));
}

/// Lists with the units of `plan`; the option numbers of a solution on a line.
std::string listed(Workers& workers, const Problem& problem, const std::vector<Unit>& units,
                   std::uint64_t limit, std::size_t padding = 0) {
  std::string all;
  std::uint64_t count = 0;
  const StopFlag stop = false;
  const auto splitter = cover::split_by_links(problem);
  list_covers(
      workers, units, limit,
      {.walk = [&](const Unit& unit) { return cover::walk_by_links(problem, unit.prefix); },
       .split = [&](const Unit& unit, std::size_t parts) { return splitter->split(unit, parts); },
       .format =
           [&](std::string& text, std::span<const std::uint32_t> options) {
             for (const std::uint32_t option : options) text += std::to_string(option) + ' ';
             text += std::string(padding, '-') + '\n';
           },
       .show =
           [&](const std::string& text, std::uint64_t solutions) {
             EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
                       static_cast<std::ptrdiff_t>(solutions));
             all += text;
             count += solutions;
             return true;
           }},
      stop);
  EXPECT_LE(count, limit);
  return all;
}

TEST_P(CoverThreads, ListsAreThoseOfOneWalk) {
  Workers one(1);
  const std::string whole = listed(one, problem, {Unit{}}, UINT64_MAX);
  EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), kLangford8);
  const auto plan = cover::plan_by_links(problem, 40);
  ASSERT_EQ(plan->counted(), WideCount(0));
  EXPECT_EQ(listed(workers, problem, plan->units(), UINT64_MAX), whole);
  for (const std::uint64_t limit : {1, 7, 299, 300}) {
    const std::string some = listed(workers, problem, plan->units(), limit);
    EXPECT_EQ(std::count(some.begin(), some.end(), '\n'), static_cast<std::ptrdiff_t>(limit));
    EXPECT_TRUE(whole.starts_with(some));
  }
}

// A unit whose text is longer than what a worker holds goes on when its turn comes, and those
// behind it are split.
TEST_P(CoverThreads, LongListsOfAUnitAreContinued) {
  constexpr std::size_t kPadding = 10'000;
  for (const std::size_t units : {3, 40}) {
    const auto plan = cover::plan_by_links(problem, units);
    std::string all = listed(workers, problem, plan->units(), UINT64_MAX, kPadding);
    std::erase(all, '-');
    EXPECT_EQ(all, listed(workers, problem, {Unit{}}, UINT64_MAX));
  }
}

TEST(UnitSplitter, KeepsTheSolutionsAndTheirOrder) {
  Workers one(1);
  for (const Problem& problem : {langford(7), langford(8)}) {
    const std::string whole = listed(one, problem, {Unit{}}, UINT64_MAX);
    const auto splitter = cover::split_by_links(problem);
    for (const std::size_t parts : {2, 8, 64, 4096}) {
      const auto plan = cover::plan_by_links(problem, 5);
      std::vector<Unit> units;
      for (const Unit& unit : plan->units()) {
        for (Unit& part : splitter->split(unit, parts)) units.push_back(std::move(part));
      }
      EXPECT_EQ(listed(one, problem, units, UINT64_MAX), whole) << parts;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workers, CoverThreads, testing::Values(1, 2, 8));

}  // namespace
}  // namespace puzzled::parallel
