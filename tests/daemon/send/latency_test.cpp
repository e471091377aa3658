// Percentiles of the histogram against those of the sorted numbers.
#include "daemon/net/send/latency.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace puzzled::net::send {
namespace {

using std::chrono::nanoseconds;

TEST(Latency, PercentilesAreRightTo1_6Percent) {
  std::mt19937_64 random(4);
  Latency latency;
  std::vector<std::int64_t> numbers;
  for (int i = 0; i < 20'000; ++i) {
    // Magnitudes from a nanosecond to minutes.
    const auto number = static_cast<std::int64_t>(random() >> (24 + random() % 40));
    numbers.push_back(number);
    latency.add(nanoseconds(number), 1);
  }
  std::sort(numbers.begin(), numbers.end());
  for (const double share : {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto rank =
        static_cast<std::size_t>(std::ceil(share * static_cast<double>(numbers.size())));
    const auto exact = static_cast<double>(numbers[rank - 1]);
    const auto found = static_cast<double>(latency.percentile(share).count());
    EXPECT_GE(found, exact) << share;
    EXPECT_LE(found, exact * (1 + 1.0 / 64) + 1) << share;
  }
  EXPECT_EQ(latency.max().count(), numbers.back());
  EXPECT_EQ(latency.percentile(1.0), latency.max());
}

TEST(Latency, CountsManyAtOnce) {
  Latency latency;
  EXPECT_EQ(latency.percentile(0.5).count(), 0);
  latency.add(nanoseconds(10), 99);
  latency.add(nanoseconds(1'000'000'000), 1);
  latency.add(nanoseconds(-5), 0);
  EXPECT_EQ(latency.count(), 100u);
  EXPECT_EQ(latency.percentile(0.5).count(), 10);
  EXPECT_EQ(latency.percentile(0.99).count(), 10);
  EXPECT_EQ(latency.percentile(0.999).count(), 1'000'000'000);
  latency.add(nanoseconds(INT64_MAX), 1);
  EXPECT_EQ(latency.percentile(1.0).count(), INT64_MAX);
}

}  // namespace
}  // namespace puzzled::net::send
