// Leases: what all hold together never exceeds the limit, and comes back.
#include "daemon/net/limits/budget.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace puzzled::net {
namespace {

TEST(Lease, TakesUpToTheLimitAndGivesBack) {
  Quota quota(10);
  {
    Lease first(quota);
    Lease second(quota);
    EXPECT_TRUE(first.grow(6));
    EXPECT_FALSE(second.grow(5));
    EXPECT_FALSE(second.grow_below(3, 8));
    EXPECT_EQ(second.amount(), 0U);
    EXPECT_EQ(second.grow_up_to(5), 4U);
    EXPECT_EQ(second.grow_up_to(5), 0U);
    EXPECT_EQ(quota.used(), 10U);
    EXPECT_EQ(quota.left(), 0U);
    first.shrink(1);
    EXPECT_EQ(quota.left(), 1U);
    EXPECT_EQ(quota.left_below(9), 0U);
    EXPECT_TRUE(second.grow(1));
    // The limit may fall below what is in use.
    quota.set_limit(3);
    EXPECT_EQ(first.grow_up_to(1), 0U);
    EXPECT_EQ(quota.left(), 0U);
    first.force(7);
    EXPECT_EQ(quota.used(), 17U);
    first.set(2);
    EXPECT_EQ(quota.used(), 7U);
  }
  EXPECT_EQ(quota.used(), 0U);
}

TEST(Lease, MovesAndPaysWithoutCountingTwice) {
  Quota quota;
  Lease giver(quota);
  giver.force(10);
  Lease taker(std::move(giver));
  EXPECT_EQ(taker.amount(), 10U);
  Lease other(quota);
  taker.pay(4, other);
  EXPECT_EQ(quota.used(), 10U);
  taker.pay(8, other);  // two more than there are
  EXPECT_EQ(other.amount(), 12U);
  EXPECT_EQ(quota.used(), 12U);
  other.clear();
  EXPECT_EQ(quota.used(), 0U);
}

TEST(Lease, ThreadsNeverExceedTheLimitTogether) {
  constexpr std::uint64_t kLimit = 5;
  constexpr int kThreads = 4;
  Quota quota(kLimit);
  std::atomic<std::uint64_t> inside = 0;
  std::atomic<std::uint64_t> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50'000; ++round) {
        Lease lease(quota);
        const auto wanted = static_cast<std::uint64_t>(1 + (round + i) % 4);
        const std::uint64_t got =
            round % 2 == 0 ? lease.grow_up_to(wanted) : (lease.grow(wanted) ? wanted : 0);
        const std::uint64_t now = inside += got;
        for (std::uint64_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        inside -= got;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, kLimit);
  EXPECT_EQ(quota.used(), 0U);
}

}  // namespace
}  // namespace puzzled::net
