// The count of whole cover problems as a job, for any door: the same numbers as on one thread.
#include "parallel/jobs/count_covers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/core/cover/plain_search.hpp"
#include "tests/parallel/each_team.hpp"

namespace puzzled::parallel {
namespace {

using cover::CountOutcome;
using cover::CountStatus;
using cover::Element;
using cover::Problem;
using cover::WideCount;

/// `copies` problems beside each other.
Problem side_by_side(const Problem& problem, std::uint32_t copies) {
  const auto items = static_cast<std::uint32_t>(problem.items());
  Problem all(std::size_t{copies} * items);
  for (std::uint32_t copy = 0; copy < copies; ++copy) {
    for (std::size_t option = 0; option < problem.options(); ++option) {
      std::vector<Element> elements;
      for (const Element& element : problem.option(option)) {
        elements.push_back({copy * items + element.item});
      }
      EXPECT_TRUE(all.add_option(elements));
    }
  }
  return all;
}

CountOutcome count(Team& team, const Problem& problem, cover::Engine engine) {
  return count_covers(team, problem, {.engine = engine}, {}, kNeverStop);
}

TEST(CountCovers, CountsAsOneThreadDoes) {
  const Problem langford = cover::langford(11);
  for_each_team([&](Team& team) {
    for (const cover::Engine engine : {cover::Engine::kAuto, cover::Engine::kLinks,
                                       cover::Engine::kSearch, cover::Engine::kCache}) {
      const CountOutcome outcome = count(team, langford, engine);
      EXPECT_EQ(outcome.status, CountStatus::kComplete);
      EXPECT_EQ(outcome.count, WideCount(35'584)) << cover::abilities(engine).name;
    }
  });
}

TEST(CountCovers, CountsPartsOneAfterAnother) {
  const Problem two = side_by_side(cover::langford(8), 2);
  for_each_team([&](Team& team) {
    EXPECT_EQ(count(team, two, cover::Engine::kAuto).count, WideCount(300 * 300));
  });
}

TEST(CountCovers, WatchesSeeUnitsAndProgress) {
  const Problem langford = cover::langford(12);
  Workers workers(2);
  std::atomic<int> cuts = 0;
  std::mutex mutex;
  WideCount sum;
  std::vector<double> shares;
  const CountOutcome outcome =
      count_covers(workers, langford, {.engine = cover::Engine::kSearch},
                   {.part_cut =
                        [&](const cover::CountPlan& plan) {
                          ++cuts;
                          sum += plan.counted();
                        },
                    .unit_done =
                        [&](std::uint64_t, const WideCount& unit) {
                          const std::lock_guard lock(mutex);
                          sum += unit;
                        },
                    .progress = [&](double share) { shares.push_back(share); }},
                   kNeverStop);
  EXPECT_EQ(outcome.count, WideCount(216'288));
  EXPECT_EQ(sum, outcome.count);
  EXPECT_EQ(cuts, 1);
  ASSERT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_LE(shares.back(), 1);
}

TEST(CountCovers, StopsWhenTold) {
  const Problem endless = cover::langford(24);
  for_each_team([&](Team& team) {
    StopFlag stop{false};
    std::thread setter([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop = true;
    });
    const CountOutcome outcome =
        count_covers(team, endless, {.engine = cover::Engine::kSearch}, {}, stop);
    EXPECT_EQ(outcome.status, CountStatus::kStopped);
    setter.join();
  });
}

/// The ways to lay dominoes on a board: hopeless for a search, seconds for the frontier.
Problem dominoes(std::uint32_t rows, std::uint32_t columns) {
  Problem problem(std::size_t{rows} * columns);
  for (std::uint32_t row = 0; row < rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint32_t here = row * columns + column;
      if (row + 1 < rows) {
        EXPECT_TRUE(problem.add_option(std::vector<Element>{{here}, {here + columns}}));
      }
      if (column + 1 < columns) {
        EXPECT_TRUE(problem.add_option(std::vector<Element>{{here}, {here + 1}}));
      }
    }
  }
  return problem;
}

// The plan's own frontier, which has little memory, gives up, and the one beside the units counts:
// they would take for ever.
TEST(CountCovers, ByTheFrontierBesideTheUnits) {
  const Problem board = dominoes(20, 20);
  Workers workers(2);
  std::atomic<bool> is_cut = false;
  const CoverCountWatch watch{.part_cut = [&](const cover::CountPlan&) { is_cut = true; }};
  const CountOutcome outcome = count_covers(workers, board, {}, watch, kNeverStop);
  EXPECT_EQ(outcome.status, CountStatus::kComplete);
  EXPECT_EQ(cover::to_text(outcome.count), "1269984011256235834242602753102293934298576249856");
  EXPECT_TRUE(is_cut);
}

// A helper that is called away gives its piece back, and nothing is lost.
TEST(CountCovers, HelpersComeAndGo) {
  const Problem langford = cover::langford(12);
  SearchPool pool({.threads = 3, .spare = 0});
  std::promise<WideCount> counted;
  pool.submit({.client = &counted, .run = [&](SearchContext& context) {
                 counted.set_value(count(context, langford, cover::Engine::kSearch).count);
               }});
  for (int i = 0; i < 50; ++i) {
    pool.submit({.client = &pool, .run = [](SearchContext&) {
                   std::this_thread::sleep_for(std::chrono::milliseconds(2));
                 }});
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(counted.get_future().get(), WideCount(216'288));
}

}  // namespace
}  // namespace puzzled::parallel
