// Exact covers on many threads: the same counts, and the same lists in the same order, as on one.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "core/cover/links/links.hpp"
#include "parallel/jobs/count_covers.hpp"
#include "parallel/jobs/list_covers.hpp"
#include "parallel/workers.hpp"

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
};

TEST_P(CoverThreads, EveryUnitIsCountedOnce) {
  for (const std::size_t units : {1, 3, 40}) {
    const auto plan = cover::plan_by_links(problem, units);
    std::mutex mutex;
    std::vector<int> done(plan->units().size());
    WideCount sum = plan->counted();
    const auto counted =
        count_cover_units(workers, *plan,
                          {.units = all_units(*plan),
                           .so_far = plan->counted(),
                           .done = [&](std::uint64_t unit, const WideCount& count) -> Result<> {
                             const std::lock_guard lock(mutex);
                             ++done[unit];
                             sum += count;
                             return {};
                           }},
                          kNeverStop);
    ASSERT_TRUE(counted);
    EXPECT_TRUE((*counted).is_complete);
    EXPECT_EQ((*counted).sum, WideCount(kLangford8));
    EXPECT_EQ(sum, WideCount(kLangford8));
    EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](int times) { return times == 1; }));
  }
}

TEST_P(CoverThreads, AStoppedRunLosesNothingThatWasFound) {
  const auto plan = cover::plan_by_links(problem, 40);
  StopFlag stop{false};
  std::mutex mutex;
  WideCount sum;
  std::size_t left = plan->units().size() / 2;
  const auto counted =
      count_cover_units(workers, *plan,
                        {.units = all_units(*plan),
                         .done = [&](std::uint64_t, const WideCount& count) -> Result<> {
                           const std::lock_guard lock(mutex);
                           sum += count;
                           if (--left == 0) stop = true;
                           return {};
                         }},
                        stop);
  ASSERT_TRUE(counted);
  EXPECT_GE((*counted).sum, sum);
  EXPECT_LE((*counted).sum, WideCount(kLangford8));
}

TEST_P(CoverThreads, EndsWithTheFirstErrorOfWhoKeepsUnits) {
  const auto plan = cover::plan_by_links(problem, 40);
  const auto counted = count_cover_units(
      workers, *plan,
      {.units = all_units(*plan),
       .done = [](std::uint64_t, const WideCount&) -> Result<> { return Error{"no"}; }},
      kNeverStop);
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().message, "no");
}

/// Lists with the units of `plan`; the option numbers of a solution on a line.
std::string listed(Workers& workers, const Problem& problem, const std::vector<Unit>& units,
                   std::uint64_t limit, std::size_t padding = 0) {
  std::string all;
  const Listed shown =
      list_cover_units(workers, problem, units, cover::Engine::kLinks, {},
                       {.limit = limit,
                        .format =
                            [&](std::string& text, std::span<const std::uint32_t> options) {
                              for (const std::uint32_t option : options)
                                text += std::to_string(option) + ' ';
                              text += std::string(padding, '-') + '\n';
                            },
                        .show =
                            [&](std::string_view text, std::uint64_t solutions) {
                              EXPECT_EQ(std::count(text.begin(), text.end(), '\n'),
                                        static_cast<std::ptrdiff_t>(solutions));
                              all += text;
                              return true;
                            }},
                       kNeverStop);
  EXPECT_TRUE(shown.is_complete);
  EXPECT_LE(shown.shown, limit);
  EXPECT_EQ(shown.shown, static_cast<std::uint64_t>(std::count(all.begin(), all.end(), '\n')));
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

// Each solution is shown in the midst of a job that one thread begins and the others join.
TEST_P(CoverThreads, AListThatOthersJoinIsThatOfOneThread) {
  const Problem larger = langford(11);
  std::string lists[2];
  for (const bool is_slow : {false, true}) {
    const Listed listed =
        list_covers(workers, larger, cover::Engine::kAuto, {},
                    {.limit = 35'000,
                     .format =
                         [](std::string& text, std::span<const std::uint32_t> options) {
                           for (const std::uint32_t option : options) {
                             text += std::to_string(option) + ' ';
                           }
                           text += '\n';
                         },
                     .show =
                         [&](std::string_view text, std::uint64_t) {
                           if (is_slow && lists[1].empty()) {
                             std::this_thread::sleep_for(std::chrono::milliseconds(150));
                           }
                           lists[is_slow] += text;
                           return true;
                         }},
                    kNeverStop);
    EXPECT_EQ(listed.shown, 35'000U);
    EXPECT_TRUE(listed.is_complete);
  }
  EXPECT_EQ(lists[0], lists[1]);
  EXPECT_EQ(std::count(lists[0].begin(), lists[0].end(), '\n'), 35'000);
}

TEST_P(CoverThreads, AListEndsWhenNoMoreIsWanted) {
  std::uint64_t shown = 0;
  const Listed listed = list_covers(
      workers, problem, cover::Engine::kAuto, {},
      {.limit = UINT64_MAX,
       .format = [](std::string& text, std::span<const std::uint32_t>) { text += '\n'; },
       .show =
           [&](std::string_view, std::uint64_t solutions) {
             shown += solutions;
             return false;
           }},
      kNeverStop);
  EXPECT_EQ(listed.shown, shown);
  EXPECT_LT(shown, kLangford8);
  EXPECT_FALSE(listed.is_complete);
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
