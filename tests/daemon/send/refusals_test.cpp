// When what the daemon refused is asked again, how much of it at a time, and when it is given up.
#include "daemon/net/send/refusals.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace puzzled::net::send {
namespace {

using namespace std::chrono_literals;
using Clock = Refusals::Clock;

class RefusalsTest : public ::testing::Test {
 protected:
  RefusalsTest() {
    block_->requests = 1000;
    block_->size = 82 * block_->requests;
  }

  Span span(std::uint64_t next, std::uint64_t count) const {
    return {.block = block_, .next = next, .end = next + count};
  }

  static std::string busy(std::uint64_t count) {
    std::string answers;
    for (std::uint64_t i = 0; i < count; ++i) answers += "error busy\n";
    return answers;
  }

  /// Refuses requests for the first time.
  void refuse(std::uint64_t next, std::uint64_t count) {
    refusals_.add(span(next, count), busy(count), true, now_);
  }

  /// Takes all of a round.
  std::vector<Span> take() {
    EXPECT_LE(refusals_.due(), now_);
    return refusals_.take(SIZE_MAX);
  }

  void refuse_again(const std::vector<Span>& spans) {
    for (const Span& span : spans) refusals_.add(span, busy(span.size()), true, now_);
  }

  static std::uint64_t count(const std::vector<Span>& spans) {
    std::uint64_t count = 0;
    for (const Span& span : spans) count += span.size();
    return count;
  }

  std::shared_ptr<Block> block_ = std::make_shared<Block>();
  Clock::time_point now_{1h};
  Refusals refusals_{3};
};

TEST_F(RefusalsTest, ThePauseDoublesUntilAllIsGivenUp) {
  EXPECT_EQ(refusals_.due(), Clock::time_point::max());
  refuse(5, 2);
  for (const auto pause : {100ms, 200ms, 400ms}) {
    EXPECT_EQ(refusals_.due(), now_ + pause);
    now_ += pause;
    const std::vector<Span> spans = take();
    ASSERT_EQ(count(spans), 2u);
    EXPECT_TRUE(refusals_.empty());
    EXPECT_EQ(refusals_.due(), Clock::time_point::max());
    EXPECT_FALSE(refusals_.has_given_up());
    refuse_again(spans);
  }
  EXPECT_TRUE(refusals_.has_given_up());
  const auto all = refusals_.take_all();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].span.place(), 5u);
  EXPECT_EQ(all[0].answers, busy(2));
  EXPECT_TRUE(refusals_.empty());
  EXPECT_EQ(refusals_.kept(), 0u);
  refusals_.restore();
  EXPECT_FALSE(refusals_.has_given_up());
}

TEST_F(RefusalsTest, WhoShutsDownIsReplacedAtOnce) {
  refusals_.add(span(0, 1), busy(1), false, now_);
  EXPECT_EQ(refusals_.due(), now_);
  refusals_.add(take().front(), busy(1), false, now_);
  EXPECT_EQ(refusals_.due(), now_ + 100ms);
}

TEST_F(RefusalsTest, ARoundHasFourTimesAsManyAsWereAnsweredInTheLast) {
  refuse(0, 100);
  now_ += 100ms;
  std::vector<Span> spans = take();
  ASSERT_EQ(count(spans), 100u);
  refusals_.answered(2, now_);  // the first two
  spans[0].take(2);
  refuse_again(spans);
  EXPECT_EQ(refusals_.due(), now_);  // without a pause
  spans = take();
  EXPECT_EQ(count(spans), 8u);
  EXPECT_EQ(spans[0].place(), 2u);
  EXPECT_EQ(refusals_.due(), Clock::time_point::max());
  refusals_.answered(8, now_);
  EXPECT_EQ(count(take()), 32u);
}

TEST_F(RefusalsTest, RoundsInVainCountOneAfterAnother) {
  refuse(0, 2);
  for (int i = 0; i < 10; ++i) {
    now_ = refusals_.due();
    std::vector<Span> spans = take();
    if (i % 3 == 2) {  // some get through, and others come
      refusals_.answered(1, now_);
      spans[0].take(1);
      refuse_again(spans);
      refuse(static_cast<std::uint64_t>(i) * 10 + 10, 1);
    } else {
      refuse_again(spans);
    }
    EXPECT_FALSE(refusals_.has_given_up());
  }
}

TEST_F(RefusalsTest, WhatALostConnectionHadIsNoneOfTheRound) {
  refuse(0, 3);
  now_ = refusals_.due();
  EXPECT_EQ(count(take()), 3u);
  refuse(10, 1);
  EXPECT_EQ(refusals_.due(), Clock::time_point::max());
  refusals_.withdraw(3, now_);
  EXPECT_EQ(refusals_.due(), now_);
  EXPECT_FALSE(refusals_.has_failed_round());
  EXPECT_EQ(refusals_.next_place(), 10u);
}

TEST_F(RefusalsTest, RequestsThatFollowEachOtherAreTakenTogether) {
  for (std::uint64_t i = 0; i < 10; ++i) refuse(i, 1);
  refuse(20, 5);
  EXPECT_EQ(refusals_.kept(), busy(15).size());
  now_ = refusals_.due();
  std::vector<Span> spans = refusals_.take(82);  // of so many bytes, or a little more
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(count(spans), 10u);
  EXPECT_EQ(refusals_.next_place(), 20u);
  spans = refusals_.take(82);
  EXPECT_EQ(count(spans), 5u);
  EXPECT_EQ(refusals_.kept(), 0u);
}

}  // namespace
}  // namespace puzzled::net::send
