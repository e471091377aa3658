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

}  // namespace
}  // namespace puzzled::queens
