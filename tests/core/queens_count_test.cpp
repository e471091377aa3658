// Counts by every engine against the known numbers.
#include <gtest/gtest.h>

#include <string>

#include "core/queens/engines.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kTestedBitmaskQueens = 12;
constexpr int kTestedColourQueens = 12;
constexpr int kTestedQueens = 14;
constexpr int kLargeQueens = 20;
#else
constexpr int kTestedBitmaskQueens = 13;
constexpr int kTestedColourQueens = 13;
constexpr int kTestedQueens = 15;
constexpr int kLargeQueens = 22;
#endif

TEST(QueensCount, BitmaskGivesKnownNumbers) {
  for (int queens = 1; queens <= kTestedBitmaskQueens; ++queens) {
    for (int split = 0; split <= (queens > 12 ? 1 : 4); ++split) {
      const auto plan = plan_of({.queens = queens, .engine = "bitmask", .split = split});
      EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens]))
          << queens << " queens, split " << split;
    }
  }
}

class QueensKernel : public EachLevel {};
PUZZLED_EACH_LEVEL(QueensKernel);

TEST_P(QueensKernel, OneSidedGivesKnownNumbers) {
  for (int queens = 8; queens <= kTestedQueens; ++queens) {
    const auto plan = plan_of({.queens = queens, .engine = "one-sided", .isa = isa()});
    EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens]))
        << queens << " queens, " << isa();
  }
}

TEST_P(QueensKernel, TwoSidedGivesKnownNumbers) {
  for (int queens = 12; queens < kTestedQueens; ++queens) {
    const auto plan = plan_of({.queens = queens, .engine = "two-sided", .isa = isa()});
    EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens]))
        << queens << " queens, " << isa();
  }
}

TEST_P(QueensKernel, ColourGivesKnownNumbers) {
  for (int queens = 1; queens <= kTestedColourQueens; ++queens) {
    const auto plan = plan_of({.queens = queens, .engine = "colour", .isa = isa()});
    EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens]))
        << queens << " queens, " << isa();
  }
}

// Too large to count whole: that instruction sets and splits agree is what can be seen.
TEST_P(QueensKernel, UnitsOfLargeBoards) {
  const auto plan = plan_of({.queens = kLargeQueens, .engine = "two-sided", .split = 4});
  const std::uint64_t unit = plan->units() / 3;
  const std::optional<UnitCount> expected = plan->make_counter()->count(unit, kNeverStop);
  ASSERT_TRUE(expected.has_value());
  EXPECT_GT(expected->count, 0);
  const auto other =
      plan_of({.queens = kLargeQueens, .engine = "two-sided", .isa = isa(), .split = 5});
  EXPECT_EQ(other->make_counter()->count(unit, kNeverStop), expected) << isa();
}

// A unit's count depends neither on the instruction set nor on what was counted before it.
TEST_P(QueensKernel, UnitsAreDeterministic) {
  for (int queens = 13; queens <= 14; ++queens) {
    const auto expected = plan_of({.queens = queens, .engine = "one-sided", .isa = "portable"});
    const auto in_order = expected->make_counter();
    const auto plan = plan_of({.queens = queens, .engine = "one-sided", .isa = isa()});
    ASSERT_EQ(plan->units(), expected->units());
    const auto backwards = plan->make_counter();
    for (std::uint64_t unit = plan->units(); unit-- > 0;) {
      ASSERT_EQ(backwards->count(unit, kNeverStop), in_order->count(unit, kNeverStop))
          << queens << " queens, " << isa() << ", unit " << unit;
    }
  }
}

TEST(QueensCount, UnitsHaveWork) {
  for (int queens = 1; queens <= 18; ++queens) {
    const auto plan = plan_of({.queens = queens});
    ASSERT_GE(plan->units(), 1U);
    for (std::uint64_t unit = 0; unit < plan->units(); ++unit) ASSERT_GT(plan->work(unit), 0);
  }
}

TEST(QueensCount, ChoosesTheEngineByTheBoard) {
  for (int queens = 1; queens <= 24; ++queens) {
    EXPECT_EQ(plan_of({.queens = queens})->engine(), queens < 11   ? "bitmask"
                                                     : queens < 18 ? "one-sided"
                                                                   : "colour");
  }
}

// What checks compare with: no solution counts twice, and none is left out.
TEST(QueensCount, WithoutTransposition) {
  for (const std::string_view engine : {"one-sided", "two-sided"}) {
    for (int queens = 12; queens < kTestedQueens; ++queens) {
      const auto plan = plan_of({.queens = queens, .engine = engine, .all_symmetries = false});
      EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens]));
    }
  }
}

// The queen of the middle column must be looked for in the ranked rows alone: lists here have five
// rows, of which four have ranks.
TEST(QueensCount, MiddleColumnBehindTheRankedRows) {
  const auto plan = plan_of({.queens = 15, .engine = "one-sided", .split = 4});
  EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[15]));
}

TEST(QueensCount, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  const auto plan = plan_of({.queens = 20, .engine = "bitmask"});
  const auto counter = plan->make_counter();
  EXPECT_FALSE(counter->count(0, stop).has_value());
}

TEST(QueensCount, GoesOnAfterAStop) {
  const std::atomic<bool> stop{true};
  const auto plan = plan_of({.queens = 12, .engine = "one-sided"});
  const auto counter = plan->make_counter();
  EXPECT_FALSE(counter->count(3, stop).has_value());
  EXPECT_EQ(counter->count(3, kNeverStop), plan->make_counter()->count(3, kNeverStop));
}

TEST(QueensCount, CutsMoreFinelyForLittleMemory) {
  for (const std::string_view engine : {"one-sided", "colour"}) {
    const auto plan = plan_of({.queens = 20, .engine = engine});
    const std::uint64_t most = plan->memory() * 2 / 3;
    const auto smaller = plan_of({.queens = 20, .engine = engine, .max_memory = most});
    EXPECT_GT(smaller->split(), plan->split());
    EXPECT_LE(smaller->memory(), most);
    EXPECT_GE(smaller->units(), plan->units());
  }
}

TEST(QueensCount, RefusesWhatCannotBe) {
  const PlanOptions bad[] = {{.queens = 0},
                             {.queens = -1},
                             {.queens = kMaxQueens + 1},
                             {.queens = 8, .engine = "magic"},
                             {.queens = 8, .isa = "mmx"},
                             {.queens = 8, .engine = "bitmask", .split = 5},
                             {.queens = 8, .engine = "bitmask", .split = -1},
                             {.queens = 7, .engine = "one-sided"},
                             {.queens = 21, .engine = "one-sided"},
                             {.queens = 22, .engine = "one-sided"},
                             {.queens = 28, .engine = "one-sided"},
                             {.queens = 12, .engine = "one-sided", .split = 1},
                             {.queens = 12, .engine = "one-sided", .split = 6},
                             {.queens = 11, .engine = "two-sided"},
                             {.queens = 28, .engine = "two-sided", .split = 5},
                             {.queens = 28, .engine = "two-sided", .split = 9},
                             {.queens = 12, .max_memory = 1}};
  for (const PlanOptions& options : bad) {
    EXPECT_FALSE(plan_count(options));
  }
}

TEST(QueensCount, TextOfWideNumbers) {
  EXPECT_EQ(to_text(0), "0");
  EXPECT_EQ(to_text(234907967154122528U), "234907967154122528");
  EXPECT_EQ(to_text(~Count{0} >> 1U), "170141183460469231731687303715884105727");
  EXPECT_EQ(to_text(~Count{0}), "-1");
}

}  // namespace
}  // namespace puzzled::queens
