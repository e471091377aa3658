// Whole counts that take seconds to minutes: every instruction set, boards beyond the usual tests.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

void expect_known(int queens, std::string_view engine) {
  for (const std::string_view isa : available_isas()) {
    const CountPlan plan = plan_of({.queens = queens, .engine = engine, .isa = isa});
    EXPECT_EQ(to_text(total(plan)), std::to_string(kKnownSolutions[queens])) << isa;
  }
}

TEST(QueensLong, Bitmask16) {
  const CountPlan plan = plan_of({.queens = 16, .engine = "bitmask"});
  EXPECT_EQ(to_text(total(plan)), std::to_string(kKnownSolutions[16]));
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
    const CountPlan plan = plan_of({.queens = queens, .engine = "two-sided", .split = split});
    EXPECT_EQ(to_text(total(plan)), std::to_string(kKnownSolutions[queens])) << split;
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

}  // namespace
}  // namespace puzzled::queens
