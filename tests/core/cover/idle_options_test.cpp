// Options without a primary item keep their numbers, and no engine chooses them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/cover/best.hpp"
#include "core/cover/chosen_options.hpp"
#include "core/cover/engines.hpp"
#include "core/cover/units.hpp"
#include "tests/core/cover/brute_force.hpp"

namespace puzzled::cover {
namespace {

using brute_force::OptionSet;

/// `problem` with idle options between its own, and where its own are then.
struct WithIdle {
  explicit WithIdle(const Problem& plain)
      : problem(plain.primary_items(), plain.items() - plain.primary_items()) {
    for (std::size_t item = 0; item < plain.primary_items(); ++item) {
      EXPECT_TRUE(problem.set_bounds(item, plain.bounds(item)));
    }
    for (std::size_t option = 0; option < plain.options(); ++option) {
      for (std::size_t idle = 0; idle < option % 3; ++idle) problem.add_idle_option();
      places.push_back(static_cast<std::uint32_t>(problem.options()));
      EXPECT_TRUE(problem.add_option(plain.option(option), plain.cost(option)));
    }
    problem.add_idle_option();
  }

  OptionSet moved(const OptionSet& set) const {
    OptionSet moved;
    for (const std::uint32_t option : set) moved.push_back(places[option]);
    return moved;
  }

  Problem problem;
  std::vector<std::uint32_t> places;
};

const brute_force::Kind kKinds[] = {
    {.cost = 9},
    {.primary = 4, .secondary = 3, .colours = 2, .cost = 9},
    {.primary = 4, .secondary = 2, .most = 3, .optional_items = true, .cost = 9},
};

TEST(CoverIdleOptions, EveryEngineCountsAsWithoutThem) {
  for (const brute_force::Kind& kind : kKinds) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Problem plain = brute_force::random_problem(kind, seed);
      const WithIdle with(plain);
      for (std::size_t engine = 0; engine < std::size(kEngines); ++engine) {
        CountSettings settings;
        settings.engine = static_cast<Engine>(engine);
        if (refusal(settings.engine, with.problem, false)) continue;
        EXPECT_EQ(to_text(count(with.problem, settings).count),
                  std::to_string(brute_force::count(plain)))
            << kEngines[engine].name << ' ' << seed;
        if (!kEngines[engine].parts) continue;
        const auto plan = plan_count(with.problem, settings, 8);
        WideCount sum = plan->counted();
        for (const Unit& unit : plan->units()) {
          sum += plan->make_counter()->count(unit, kNeverStop, {}).count;
        }
        EXPECT_EQ(to_text(sum), std::to_string(brute_force::count(plain)));
      }
    }
  }
}

TEST(CoverIdleOptions, ListsAndBestCostsHaveTheNumbersOfTheText) {
  for (const brute_force::Kind& kind : kKinds) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Problem plain = brute_force::random_problem(kind, seed);
      const WithIdle with(plain);
      std::vector<OptionSet> expected;
      for (const OptionSet& set : brute_force::solutions(plain)) {
        expected.push_back(with.moved(set));
      }
      for (const Engine engine : {Engine::kAuto, Engine::kLinks, Engine::kSearch}) {
        if (refusal(engine, with.problem, true)) continue;
        std::vector<OptionSet> found;
        const auto solutions = walk(with.problem, engine);
        while (solutions->next() == SolutionWalk::Step::kSolution) {
          found.emplace_back(solutions->solution().begin(), solutions->solution().end());
          std::ranges::sort(found.back());
        }
        std::ranges::sort(found);
        EXPECT_EQ(found, expected);
      }
      for (const Direction direction : {Direction::kMinimize, Direction::kMaximize}) {
        const auto best_set = brute_force::best(plain, direction == Direction::kMinimize ? 1 : -1);
        const BestOutcome outcome = best(with.problem, direction);
        ASSERT_EQ(outcome.found, best_set.has_value());
        if (!best_set) continue;
        EXPECT_EQ(outcome.options, with.moved(*best_set));
      }
    }
  }
}

TEST(CoverIdleOptions, OneThatIsChosenBeforehandLeavesNoSolution) {
  const WithIdle with(brute_force::random_problem({}, 1));
  const std::vector<std::uint32_t> idle{static_cast<std::uint32_t>(with.problem.options() - 1)};
  EXPECT_FALSE(with_chosen(with.problem, idle));
  const std::vector<std::uint32_t> first{0};
  EXPECT_TRUE(with_chosen(with.problem, first));
}

TEST(CoverIdleOptions, EqualCostsAreNotTheirs) {
  WithIdle with(brute_force::random_problem({.cost = 5}, 3));
  with.problem.set_costs(1);
  EXPECT_EQ(with.problem.cost(with.places[2]), 1);
  EXPECT_EQ(with.problem.cost(with.places[2] - 1), 0);
}

}  // namespace
}  // namespace puzzled::cover
