// Counts by every engine against the known numbers.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "core/queens/count_plan.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kMostBitmaskQueens = 12;
#else
constexpr int kMostBitmaskQueens = 14;
#endif

CountPlan plan_of(const PlanOptions& options) {
  auto plan = CountPlan::make(options);
  if (const auto* error = std::get_if<std::string>(&plan)) throw std::runtime_error(*error);
  return std::get<CountPlan>(plan);
}

Count total(const CountPlan& plan) {
  const std::atomic<bool> stop{false};
  UnitCounter counter(plan);
  Count sum = 0;
  for (std::uint64_t unit = 0; unit < plan.units(); ++unit) sum += *counter.count(unit, stop);
  return sum;
}

TEST(QueensCount, BitmaskGivesKnownNumbers) {
  for (int queens = 1; queens <= kMostBitmaskQueens; ++queens) {
    for (int split = 0; split <= (queens > 12 ? 1 : 4); ++split) {
      const CountPlan plan = plan_of({.queens = queens, .engine = "bitmask", .split = split});
      EXPECT_EQ(to_text(total(plan)), std::to_string(kKnownSolutions[queens]))
          << queens << " queens, split " << split;
    }
  }
}

TEST(QueensCount, UnitsHaveWork) {
  for (int queens = 1; queens <= 16; ++queens) {
    const CountPlan plan = plan_of({.queens = queens});
    ASSERT_GE(plan.units(), 1U);
    for (std::uint64_t unit = 0; unit < plan.units(); ++unit) ASSERT_GT(plan.work(unit), 0);
  }
}

TEST(QueensCount, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  const CountPlan plan = plan_of({.queens = 20, .engine = "bitmask"});
  UnitCounter counter(plan);
  EXPECT_FALSE(counter.count(0, stop).has_value());
}

TEST(QueensCount, RefusesWhatCannotBe) {
  const PlanOptions bad[] = {{.queens = 0},
                             {.queens = -1},
                             {.queens = kMaxQueens + 1},
                             {.queens = 8, .engine = "magic"},
                             {.queens = 8, .isa = "mmx"},
                             {.queens = 8, .engine = "bitmask", .split = 5},
                             {.queens = 8, .engine = "bitmask", .split = -1},
                             {.queens = 8, .max_memory = 1}};
  for (const PlanOptions& options : bad) {
    EXPECT_TRUE(std::holds_alternative<std::string>(CountPlan::make(options)));
  }
}

TEST(QueensCount, TextOfWideNumbers) {
  EXPECT_EQ(to_text(0), "0");
  EXPECT_EQ(to_text(234907967154122528U), "234907967154122528");
  EXPECT_EQ(to_text(~Count{0}), "340282366920938463463374607431768211455");
}

}  // namespace
}  // namespace puzzled::queens
