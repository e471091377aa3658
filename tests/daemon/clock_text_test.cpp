// Remaining times as people read them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "daemon/base/progress/progress.hpp"

namespace puzzled {
namespace {

TEST(ClockText, RoundsUp) {
  EXPECT_EQ(clock_text(0), "0:00");
  EXPECT_EQ(clock_text(11.2), "0:12");
  EXPECT_EQ(clock_text(12'000), "3:20:00");
}

TEST(ClockText, IsUnknownWhereTheNumberHasNoBound) {
  EXPECT_EQ(clock_text(1e9), "277777:46:40");
  EXPECT_EQ(clock_text(1e10), "?");
  EXPECT_EQ(clock_text(1e300), "?");
  EXPECT_EQ(clock_text(std::numeric_limits<double>::infinity()), "?");
  EXPECT_EQ(clock_text(std::nan("")), "?");
}

}  // namespace
}  // namespace puzzled
