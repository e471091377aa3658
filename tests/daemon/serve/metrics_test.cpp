// The buckets of histograms.
#include "daemon/net/metrics/metrics.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

int bucket_of(std::chrono::nanoseconds duration) {
  Histogram histogram;
  histogram.add(duration);
  for (int i = 0; i < Histogram::kBuckets; ++i) {
    if (histogram.count(i) == 1) return i;
  }
  return -1;
}

TEST(Histogram, PutsABoundIntoTheBucketThatEndsThere) {
  EXPECT_EQ(bucket_of(0ns), 0);
  EXPECT_EQ(bucket_of(1us), 0);
  EXPECT_EQ(bucket_of(1001ns), 1);
  EXPECT_EQ(bucket_of(2us), 1);
  EXPECT_EQ(bucket_of(2001ns), 2);
  EXPECT_EQ(bucket_of(1024us), 10);
  EXPECT_EQ(bucket_of(1025us), 11);
}

TEST(Histogram, TakesAnyDuration) {
  EXPECT_EQ(bucket_of(-5s), 0);
  EXPECT_EQ(bucket_of(std::chrono::microseconds(1 << 24)), Histogram::kBuckets - 2);
  EXPECT_EQ(bucket_of(std::chrono::microseconds((1 << 24) + 1)), Histogram::kBuckets - 1);
  EXPECT_EQ(bucket_of(std::chrono::hours(1000)), Histogram::kBuckets - 1);
}

TEST(Histogram, CountsManyAtOnce) {
  Histogram histogram;
  histogram.add(3us, 1000);
  EXPECT_EQ(histogram.count(2), 1000U);
  EXPECT_EQ(histogram.sum_ns(), 3000000U);
}

}  // namespace
}  // namespace puzzled::net
