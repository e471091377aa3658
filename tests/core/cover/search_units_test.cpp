// Counts cut into units: whatever the number of units, and whatever they give away, the sum is that
// of the whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <vector>

#include "core/cover/search/matrices.hpp"
#include "core/cover/search/unit_cutter.hpp"
#include "core/cover/units.hpp"
#include "tests/core/cover/plain_search.hpp"
#include "tests/core/each_level.hpp"

namespace puzzled::cover {
namespace {

constexpr std::atomic<bool> kWanted{true};

/// Counts all units; what they give away goes to a second counter.
WideCount sum_of(const CountPlan& plan, bool gives) {
  WideCount total = plan.counted();
  std::vector<Unit> units = plan.units();
  if (units.empty()) return total;
  const auto first = plan.make_counter();
  const auto second = plan.make_counter();
  for (std::size_t i = 0; i < units.size(); ++i) {
    std::vector<Unit> given;
    Sharing sharing;
    if (gives) sharing = {&kWanted, &given};
    const Unit unit = units[i];
    const CountOutcome outcome = (i % 2 == 0 ? first : second)->count(unit, kNeverStop, sharing);
    EXPECT_EQ(outcome.status, CountStatus::kComplete);
    total += outcome.count;
    units.insert(units.end(), given.begin(), given.end());
  }
  return total;
}

/// Large enough not to be counted while planning: a problem and its number of solutions.
struct Known {
  Problem problem;
  std::uint64_t count;
};

Known long_search(bool symmetry) {
  return symmetry ? Known{langford(12), 216'288} : Known{langford(11), 35'584};
}

TEST(SearchUnits, AddUpToTheWhole) {
  for (const bool symmetry : {true, false}) {
    const Known known = long_search(symmetry);
    for (const std::size_t units : {1U, 7U, 100U}) {
      const auto plan =
          plan_count(known.problem, {.engine = Engine::kSearch, .symmetry = symmetry}, units);
      EXPECT_GE(plan->units().size(), std::min<std::size_t>(units, 50));
      EXPECT_EQ(sum_of(*plan, false), known.count) << units << " units";
    }
  }
}

TEST(SearchUnits, AddUpWhenTheyGiveAway) {
  for (const Engine engine : {Engine::kSearch, Engine::kCache}) {
    for (const bool symmetry : {true, false}) {
      const Known known = long_search(symmetry);
      const CountSettings settings{
          .engine = engine, .memory = std::uint64_t{4} << 20, .symmetry = symmetry};
      const auto plan = plan_count(known.problem, settings, 3);
      EXPECT_FALSE(plan->units().empty());
      EXPECT_EQ(sum_of(*plan, true), known.count);
    }
  }
}

TEST(SearchUnits, StayOneWhereCuttingIsNotWorthIt) {
  const Known known = long_search(true);
  const CountSettings settings{.engine = Engine::kCache, .min_work_to_cut = 1'000'000'000};
  const auto plan = plan_count(known.problem, settings, 100);
  ASSERT_EQ(plan->units().size(), 1U);
  EXPECT_TRUE(plan->units()[0].prefix.empty());
  EXPECT_EQ(sum_of(*plan, true), known.count);
}

TEST(SearchUnits, AreTheSameOnEveryLevel) {
  const auto expected = plan_count(langford(11), {.engine = Engine::kSearch}, 20)->units();
  for (const std::string_view isa : available_levels()) {
    const auto plan = plan_count(langford(11), {.engine = Engine::kSearch, .isa = isa}, 20);
    ASSERT_EQ(plan->units().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(plan->units()[i].prefix, expected[i].prefix);
      EXPECT_EQ(plan->units()[i].weight, expected[i].weight);
      EXPECT_EQ(plan->units()[i].work, expected[i].work);
    }
  }
}

TEST(SearchUnits, ExpectAboutTheNodesThatThereAre) {
  const CountSettings settings{.engine = Engine::kSearch, .symmetry = false};
  const auto plan = plan_count(langford(11), settings, 1);
  ASSERT_EQ(plan->units().size(), 1U);
  const auto counter = plan->make_counter();
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) sum += counter->probe(plan->units()[0], seed);
  const CountOutcome outcome = counter->count(plan->units()[0], kNeverStop, {});
  EXPECT_NEAR(sum / 200, static_cast<double>(outcome.nodes),
              0.3 * static_cast<double>(outcome.nodes));
}

TEST(SearchUnits, CountSmallProblemsAtOnce) {
  for (const Problem& problem :
       {langford(7), queens(6), random_problem(4), Problem(0), Problem(2)}) {
    const auto plan = plan_count(problem, {}, 10);
    EXPECT_EQ(plan->counted() + sum_of(*plan, false), plan->counted() + plan->counted());
    EXPECT_EQ(plan->counted(), plain_solutions(problem).size());
  }
}

TEST(SearchUnits, StopAtOnce) {
  const auto plan = plan_count(langford(12), {.engine = Engine::kSearch, .symmetry = false}, 1);
  ASSERT_EQ(plan->units().size(), 1U);
  const StopFlag stop{true};
  const CountOutcome outcome = plan->make_counter()->count(plan->units()[0], stop, {});
  EXPECT_EQ(outcome.status, CountStatus::kStopped);
}

TEST(UnitCutter, CutsEvenWhatIsSmall) {
  for (std::uint32_t seed = 3000; seed < 3100; ++seed) {
    const Problem problem = random_problem(seed);
    if (!search::matrix_size(problem).fits) continue;
    const search::Matrices matrices(problem);
    search::Search search(matrices, "");
    if (search.choose(0).is_dead()) continue;
    for (const bool symmetry : {true, false}) {
      search::UnitCutter cutter(problem, search, symmetry, 1);
      cutter.cut(20);
      WideCount total = cutter.counted();
      for (const Unit& unit : cutter.take_units()) {
        std::uint64_t count = 0;
        for (const auto& solution : plain_solutions(problem)) {
          const std::set<std::uint32_t> chosen(solution.begin(), solution.end());
          count += std::all_of(unit.prefix.begin(), unit.prefix.end(),
                               [&](std::uint32_t option) { return chosen.count(option) != 0; })
                       ? 1
                       : 0;
        }
        total += WideCount(count) * unit.weight;
      }
      EXPECT_EQ(total, plain_solutions(problem).size()) << "seed " << seed;
    }
  }
}

TEST(CoverUnits, PartsThatAreAlikeMoreThan2To64TimesStayApart) {
  Problem problem(130);
  for (std::uint32_t item = 0; item < 130; ++item) {
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(problem.add_option(std::vector<Element>{{item}}));
  }
  CountSettings settings;
  settings.engine = Engine::kSearch;
  const auto plan = plan_count(problem, settings, 32);
  for (const Unit& unit : plan->units()) EXPECT_GT(unit.weight, 0U);
  EXPECT_EQ(to_text(sum_of(*plan, false)), "1361129467683753853853498429727072845824");  // 2^130
}

}  // namespace
}  // namespace puzzled::cover
