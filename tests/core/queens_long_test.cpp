// Whole counts that take seconds to minutes: every instruction set, boards beyond the usual tests.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>

#include "tests/core/each_level.hpp"
#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

void expect_known(int queens, std::string_view engine) {
  for (const std::string_view isa : available_levels()) {
    const auto plan = plan_of({.queens = queens, .engine = engine, .isa = isa});
    EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens])) << isa;
  }
}

TEST(QueensLong, Bitmask16) {
  const auto plan = plan_of({.queens = 16, .engine = "bitmask"});
  EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[16]));
}
TEST(QueensLong, OneSided17) {
  expect_known(17, "one-sided");
}
TEST(QueensLong, OneSided18) {
  expect_known(18, "one-sided");
}

// The middle rows that boards of 23 to 28 queens use.
void expect_known_splits(int queens, int least, int most) {
  for (int split = least; split <= most; ++split) {
    const auto plan = plan_of({.queens = queens, .engine = "two-sided", .split = split});
    EXPECT_EQ(to_text(total(*plan)), std::to_string(kKnownSolutions[queens])) << split;
  }
}

TEST(QueensLong, TwoSided16) {
  expect_known_splits(16, 3, 8);
}
TEST(QueensLong, TwoSided17) {
  expect_known_splits(17, 4, 6);
}
TEST(QueensLong, TwoSided18) {
  expect_known_splits(18, 4, 5);
}
TEST(QueensLong, TwoSided19) {
  expect_known_splits(19, 4, 4);
}
TEST(QueensLong, TwoSidedEveryInstructionSet) {
  expect_known(16, "two-sided");
}

// Boards that cannot be counted whole: units drawn at random count the same whatever the
// instruction set and the number of middle rows. (27 and 28 queens take gigabytes: that is for the
// benchmark.)
TEST(QueensLong, UnitsOf24To26) {
  std::mt19937_64 random(24);
  for (int queens = 24; queens <= 26; ++queens) {
    const auto plan = plan_of({.queens = queens, .engine = "two-sided"});
    for (int i = 0; i < 28 - queens; ++i) {
      const std::uint64_t unit = random() % plan->units();
      const std::optional<UnitCount> expected = plan->make_counter()->count(unit, kNeverStop);
      ASSERT_TRUE(expected.has_value());
      EXPECT_GT(expected->count, 0);
      const auto finer =
          plan_of({.queens = queens, .engine = "two-sided", .split = plan->split() + 1});
      EXPECT_EQ(finer->make_counter()->count(unit, kNeverStop), expected)
          << queens << ", unit " << unit;
      if (!simd::has_isa("avx2")) continue;
      const auto other = plan_of({.queens = queens, .isa = "avx2"});
      EXPECT_EQ(other->make_counter()->count(unit, kNeverStop), expected)
          << queens << ", unit " << unit;
    }
  }
}

}  // namespace
}  // namespace puzzled::queens
