// Counts of 512 bits: sums, products, text, and that overflow is noticed.
#include "core/cover/wide_count.hpp"

#include <gtest/gtest.h>

#include <string>

namespace puzzled::cover {
namespace {

WideCount power_of_two(int exponent) {
  WideCount power = 1;
  for (int i = 0; i < exponent; ++i) power += power;
  return power;
}

TEST(WideCount, PrintsDecimals) {
  EXPECT_EQ(to_text(0), "0");
  EXPECT_EQ(to_text(UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(to_text(10'000'000'000'000'000'000U), "10000000000000000000");
  EXPECT_EQ(to_text(power_of_two(128)), "340282366920938463463374607431768211456");
  EXPECT_EQ(to_text(WideCount::from_words({0, std::uint64_t{1} << 36U})),
            "1267650600228229401496703205376");
}

TEST(WideCount, MultipliesAsItAdds) {
  EXPECT_EQ(power_of_two(200) * power_of_two(111), power_of_two(311));
  WideCount factorial = 1;
  for (std::uint64_t factor = 2; factor <= 30; ++factor) factorial *= factor;
  EXPECT_EQ(to_text(factorial), "265252859812191058636308480000000");
}

TEST(WideCount, PrintsAllDigits) {
  for (const int exponent : {0, 1, 63, 64, 65, 127, 128, 300, 511}) {
    WideCount value;
    for (const char digit : to_text(power_of_two(exponent))) {
      value *= 10;
      value += static_cast<std::uint64_t>(digit - '0');
    }
    EXPECT_EQ(value, power_of_two(exponent));
  }
}

TEST(WideCount, TellsOverflow) {
  WideCount largest = power_of_two(511);
  largest += largest + WideCount(0);
  EXPECT_TRUE(largest.has_overflowed());
  EXPECT_TRUE((power_of_two(256) * power_of_two(256)).has_overflowed());
  EXPECT_FALSE((power_of_two(256) * power_of_two(255)).has_overflowed());
  EXPECT_TRUE((largest + WideCount(1)).has_overflowed()) << "it is not forgotten";
}

TEST(WideCount, ComparesByValue) {
  EXPECT_LT(WideCount(5), WideCount(6));
  EXPECT_GT(power_of_two(400), power_of_two(399));
  EXPECT_DOUBLE_EQ(to_double(power_of_two(300)), 0x1p300);
}

}  // namespace
}  // namespace puzzled::cover
