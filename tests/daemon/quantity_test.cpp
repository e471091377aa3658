// Sizes and times as people write them.
#include "daemon/base/text/quantity.hpp"

#include <gtest/gtest.h>

namespace puzzled {
namespace {

using namespace std::chrono_literals;

TEST(ParseSize, ReadsPowersOf1024) {
  EXPECT_EQ(parse_size("1048576"), 1048576u);
  EXPECT_EQ(parse_size("4G"), 4ull << 30);
  EXPECT_EQ(parse_size("1.5 GiB"), 3ull << 29);
  EXPECT_EQ(parse_size("500m"), 500ull << 20);
  EXPECT_EQ(parse_size("64KB"), 65536u);
  EXPECT_EQ(parse_size("2T"), 2ull << 40);
  EXPECT_EQ(parse_size("7B"), 7u);
  for (const char* text :
       {"", "G", "-1G", "4X", "4GG", "4G4", "nan", "inf", "0", "1e3", "99999999T"}) {
    EXPECT_EQ(parse_size(text), std::nullopt) << text;
  }
}

TEST(ParseDuration, ReadsSecondsAndUnits) {
  EXPECT_EQ(parse_duration("10"), 10s);
  EXPECT_EQ(parse_duration("0.25"), 250ms);
  EXPECT_EQ(parse_duration("10s"), 10s);
  EXPECT_EQ(parse_duration("5 min"), 5min);
  EXPECT_EQ(parse_duration("250ms"), 250ms);
  EXPECT_EQ(parse_duration("1.5h"), 90min);
  EXPECT_EQ(parse_duration("0"), 0ns);
  EXPECT_EQ(parse_duration("1e-12"), 1ns);  // rounded up: not "never"
  for (const char* text : {"", "s", "-1", "1x", "10 s s", "nan", "inf", "1e10", "0x1p3", "10S"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(QuantityText, IsShortAndReadBack) {
  EXPECT_EQ(size_text(4096), "4KiB");
  EXPECT_EQ(size_text(1000), "1000");
  EXPECT_EQ(size_text(8 << 20), "8MiB");
  EXPECT_EQ(duration_text(10s), "10s");
  EXPECT_EQ(duration_text(10min), "10min");
  EXPECT_EQ(duration_text(1500ms), "1500ms");
  EXPECT_EQ(duration_text(0ns), "0s");
  for (const std::uint64_t bytes : {1ull, 1023ull, 1024ull, 1536ull, 1ull << 40, 3ull << 20}) {
    EXPECT_EQ(parse_size(size_text(bytes)), bytes);
  }
  for (const std::int64_t number : {1ll, 999ll, 1000ll, 61'000'000'000ll, 7'200'000'000'000ll}) {
    const std::chrono::nanoseconds time(number);
    EXPECT_EQ(parse_duration(duration_text(time)), time);
  }
}

}  // namespace
}  // namespace puzzled
