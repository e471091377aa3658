// A rate, exactly.
#include "daemon/net/limits/token_bucket.hpp"

#include <gtest/gtest.h>

#include <random>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

const TokenBucket::Clock::time_point kBegin{std::chrono::hours(1)};

TEST(TokenBucket, HoldsOneSecondsWorth) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.take(1000, 100, kBegin), 100u);
  EXPECT_EQ(bucket.take(1000, 100, kBegin), 0u);
  EXPECT_EQ(bucket.take(1000, 100, kBegin + 9999us), 0u);
  EXPECT_EQ(bucket.take(1000, 100, kBegin + 10ms), 1u);
  EXPECT_EQ(bucket.take(20, 100, kBegin + 500ms), 20u);
  EXPECT_EQ(bucket.take(1000, 100, kBegin + 500ms), 29u);
  EXPECT_EQ(bucket.take(1000, 100, kBegin + 1h), 100u);
}

TEST(TokenBucket, TimeThatGoesBackChangesNothing) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.take(100, 100, kBegin), 100u);
  EXPECT_EQ(bucket.take(100, 100, kBegin - 30min), 0u);
  EXPECT_EQ(bucket.take(100, 100, kBegin + 10ms), 1u);
}

TEST(TokenBucket, LosesNothingHoweverOftenItIsLookedAt) {
  for (const std::uint64_t rate : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{7919},
                                   std::uint64_t{999'999'937}, TokenBucket::kMaxRate}) {
    TokenBucket bucket;
    std::uint64_t taken = bucket.take(UINT64_MAX, rate, kBegin);
    EXPECT_EQ(taken, rate);
    std::mt19937_64 random(1);
    std::chrono::nanoseconds passed{0};
    for (int i = 0; i < 2000; ++i) {
      passed += std::chrono::nanoseconds(random() % 900'000'000);
      taken += bucket.take(UINT64_MAX, rate, kBegin + passed);
      const auto whole = static_cast<std::uint64_t>(passed / 1s);
      const auto rest = static_cast<std::uint64_t>((passed % 1s).count());
      ASSERT_EQ(taken, rate + whole * rate + rest * rate / 1'000'000'000) << rate;
    }
  }
}

TEST(TokenBucket, TurnsComeInTheirOrder) {
  TokenBucket bucket;
  bucket.take(10, 10, kBegin);
  const TokenBucket::Turn first = bucket.wait();
  const TokenBucket::Turn second = bucket.wait();
  EXPECT_EQ(bucket.when(first, 10), kBegin + 100ms);
  EXPECT_EQ(bucket.when(second, 10), kBegin + 200ms);
  EXPECT_FALSE(bucket.has_come(first, 10, kBegin + 99ms));
  EXPECT_TRUE(bucket.has_come(first, 10, kBegin + 100ms));
  EXPECT_FALSE(bucket.has_come(second, 10, kBegin + 100ms));
  // Those that come later get nothing that is promised.
  EXPECT_EQ(bucket.take(5, 10, kBegin + 200ms), 0u);
  EXPECT_TRUE(bucket.has_come(second, 10, kBegin + 200ms));
  EXPECT_EQ(bucket.take(5, 10, kBegin + 300ms), 1u);
}

TEST(TokenBucket, TellsTheFirstNanosecondOfATurn) {
  for (const std::uint64_t rate : {1, 3, 7, 1000, 999'983}) {
    TokenBucket bucket;
    bucket.take(UINT64_MAX, rate, kBegin);
    for (int i = 0; i < 20; ++i) {
      const TokenBucket::Turn turn = bucket.wait();
      const auto when = bucket.when(turn, rate);
      EXPECT_FALSE(bucket.has_come(turn, rate, when - 1ns)) << rate;
      EXPECT_TRUE(bucket.has_come(turn, rate, when)) << rate;
    }
  }
}

TEST(TokenBucket, WhatIsGivenBackCanBeTaken) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.take(10, 10, kBegin), 10u);
  bucket.give_back(4);
  EXPECT_EQ(bucket.take(10, 10, kBegin), 4u);
  // It never holds more than a second's worth.
  bucket.give_back(4);
  EXPECT_EQ(bucket.take(100, 10, kBegin + 1s), 10u);
  bucket.give_back(10);
  EXPECT_EQ(bucket.take(100, 10, kBegin + 1h), 10u);
}

TEST(TokenBucket, TheRateMayChange) {
  TokenBucket bucket;
  EXPECT_EQ(bucket.take(1, 1000, kBegin), 1u);
  EXPECT_EQ(bucket.take(100, 10, kBegin), 10u);  // no more is left of the 999
  const TokenBucket::Turn turn = bucket.wait();
  EXPECT_EQ(bucket.when(turn, 10), kBegin + 100ms);
  EXPECT_EQ(bucket.when(turn, 1000), kBegin + 1ms);
  EXPECT_TRUE(bucket.has_come(turn, 1000, kBegin + 1ms));
}

}  // namespace
}  // namespace puzzled::net
