// Counts by every engine at every level of instructions, against a plain search and known numbers.
#include <gtest/gtest.h>

#include "core/cover/engines.hpp"
#include "tests/core/cover/plain_search.hpp"
#include "tests/core/each_level.hpp"

namespace puzzled::cover {
namespace {

constexpr Engine kAll[] = {Engine::kAuto, Engine::kLinks, Engine::kSearch, Engine::kCache,
                           Engine::kFrontier};

std::string name(Engine engine) {
  return std::string(abilities(engine).name);
}

WideCount power(std::uint64_t base, int exponent) {
  WideCount product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

class CountTest : public EachLevel {
 protected:
  static WideCount counted(const Problem& problem, Engine engine, bool symmetry = true,
                           std::uint64_t memory = std::uint64_t{16} << 20) {
    const CountOutcome outcome =
        count(problem, {.engine = engine, .isa = isa(), .memory = memory, .symmetry = symmetry});
    EXPECT_EQ(outcome.status, CountStatus::kComplete) << name(engine);
    return outcome.count;
  }

  static void expect_count(const Problem& problem, const WideCount& expected,
                           const std::string& what) {
    for (const Engine engine : kAll) {
      if (refusal(engine, problem, false)) continue;
      EXPECT_EQ(counted(problem, engine), expected) << what << ", " << name(engine);
      EXPECT_EQ(counted(problem, engine, false), expected)
          << what << ", " << name(engine) << " without symmetry";
    }
  }
};

TEST_P(CountTest, AgreesWithPlainSearch) {
  for (std::uint32_t seed = 1000; seed < 1200; ++seed) {
    const Problem problem = random_problem(seed);
    expect_count(problem, plain_solutions(problem).size(), "seed " + std::to_string(seed));
  }
}

TEST_P(CountTest, AgreesWhereSymmetryIsDamaged) {
  std::uint32_t seed = 0;
  for (const Problem& whole :
       {langford(7), queens(6), latin_squares(4), matchings(8), dominoes(4, 5), words(2, 4)}) {
    for (std::uint32_t dropped = 0; dropped < 6; ++dropped) {
      const Problem problem = damaged(whole, seed++, dropped);
      expect_count(problem, plain_solutions(problem).size(), "seed " + std::to_string(seed));
    }
  }
}

TEST_P(CountTest, AgreesWhereRowsAreLong) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const Problem problem = with_long_rows(random_problem(seed), seed);
    expect_count(problem, plain_solutions(problem).size(), "seed " + std::to_string(seed));
  }
  // All sets of so many items: the numbers of Bell.
  Problem sets(12);
  for (std::uint32_t set = 1; set < 1U << 12; ++set) {
    std::vector<Element> elements;
    for (std::uint32_t item = 0; item < 12; ++item) {
      if ((set >> item & 1) != 0) elements.push_back({item, 0});
    }
    add(sets, elements);
  }
  EXPECT_EQ(counted(sets, Engine::kCache), 4213597U);
}

TEST_P(CountTest, KnowsFamilies) {
  // Large enough for symmetry, cache and reduction to be used.
  expect_count(langford(8), 300, "Langford 8");
  expect_count(queens(10), 724, "queens 10");
  expect_count(matchings(14), 135'135, "matchings 14");
  EXPECT_EQ(counted(latin_squares(5), Engine::kAuto), 161'280U);
  EXPECT_EQ(counted(latin_squares(5), Engine::kCache), 161'280U);
  EXPECT_EQ(counted(latin_squares(5), Engine::kCache, false), 161'280U);
  EXPECT_EQ(counted(dominoes(8, 8), Engine::kAuto), 12'988'816U);
  EXPECT_EQ(counted(dominoes(8, 8), Engine::kCache), 12'988'816U);
  EXPECT_EQ(counted(dominoes(8, 8), Engine::kFrontier), 12'988'816U);
}

TEST_P(CountTest, CountsPast64And128Bits) {
  EXPECT_EQ(counted(independent(80, 2), Engine::kCache), power(2, 80));
  EXPECT_EQ(counted(independent(80, 3), Engine::kCache, false), power(3, 80));
  EXPECT_EQ(counted(independent(130, 2), Engine::kCache, false), power(2, 130));
  EXPECT_EQ(counted(independent(100, 5), Engine::kAuto, false), power(5, 100));
  EXPECT_EQ(counted(independent(510, 2), Engine::kCache, false), power(2, 510));
  EXPECT_TRUE(counted(independent(513, 2), Engine::kCache, false).has_overflowed());
  EXPECT_TRUE(counted(independent(600, 2), Engine::kAuto, false).has_overflowed());
}

TEST_P(CountTest, CountsMoreOptionsThanAByteAndOverflow) {
  // 300 options of one item: its levels have 16-bit counts.
  Problem problem(140);
  for (std::uint32_t i = 0; i < 300; ++i) add(problem, {{0, 0}});
  for (std::uint32_t item = 1; item < 140; ++item) {
    for (int i = 0; i < 3; ++i) add(problem, {{item, 0}});
  }
  EXPECT_EQ(counted(problem, Engine::kCache, false), power(3, 139) * 300);
  EXPECT_EQ(counted(problem, Engine::kAuto, false), power(3, 139) * 300);
}

TEST_P(CountTest, IsRightWithLittleMemory) {
  for (const std::uint64_t memory : {1U, 1000U, 20'000U}) {
    EXPECT_EQ(counted(langford(8), Engine::kCache, true, memory), 300U);
    EXPECT_EQ(counted(queens(8), Engine::kCache, false, memory), 92U);
    EXPECT_EQ(counted(latin_squares(5), Engine::kCache, true, memory), 161'280U);
    EXPECT_EQ(counted(matchings(12), Engine::kCache, false, memory), 10'395U);
    EXPECT_EQ(counted(words(2, 6), Engine::kCache, false, memory), 162U);
  }
}

TEST_P(CountTest, KnowsWhatNeedsNoSearch) {
  expect_count(Problem(0), 1, "nothing");
  expect_count(Problem(0, 4), 1, "secondary items only");
  expect_count(Problem(3), 0, "no options");
  Problem problem(2);
  add(problem, {{0, 0}});
  expect_count(problem, 0, "an item without options");
}

TEST_P(CountTest, StopsAndTellsWhatItHas) {
  const StopFlag stop{true};
  for (const Engine engine : kAll) {
    const CountOutcome outcome =
        count(latin_squares(7), {.engine = engine, .isa = isa(), .memory = 1 << 20}, stop);
    EXPECT_EQ(outcome.status, CountStatus::kStopped) << name(engine);
  }
}

PUZZLED_EACH_LEVEL(CountTest);

TEST(Count, CountsPast128BitsBySymmetry) {
  EXPECT_EQ(count(independent(140, 2), {}).count, power(2, 140));
}

TEST(Engines, AreFoundByName) {
  for (const Engine engine : kAll) EXPECT_EQ(find_engine(abilities(engine).name), engine);
  EXPECT_FALSE(find_engine("dlx"));
}

TEST(Engines, RefuseByName) {
  Problem several(2);
  ASSERT_TRUE(several.set_bounds(0, {1, 2}));
  EXPECT_FALSE(refusal(Engine::kAuto, several, true));
  EXPECT_FALSE(refusal(Engine::kLinks, several, true));
  EXPECT_EQ(refusal(Engine::kSearch, several, false)->message,
            "the engine search cannot take multiplicities");
  EXPECT_EQ(refusal(Engine::kCache, queens(4), true)->message,
            "the engine cache cannot list solutions");
  EXPECT_FALSE(refusal(Engine::kCache, queens(4), false));
  EXPECT_EQ(refusal(Engine::kFrontier, words(2, 2), false)->message,
            "the engine frontier cannot take colours");
}

TEST(Engines, WalkInTheSameOrder) {
  // Langford 8 takes links longer than auto leaves to them.
  for (const Problem& problem : {random_problem(1), random_problem(2), queens(6), langford(8)}) {
    for (const Engine engine : {Engine::kAuto, Engine::kLinks, Engine::kSearch}) {
      Solutions solutions;
      const auto steps = walk(problem, engine);
      while (steps->next() == SolutionWalk::Step::kSolution) {
        solutions.emplace_back(steps->solution().begin(), steps->solution().end());
      }
      EXPECT_EQ(solutions, plain_solutions(problem)) << name(engine);
    }
  }
}

}  // namespace
}  // namespace puzzled::cover
