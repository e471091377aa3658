// Leases: what all hold together never exceeds the limit, and comes back.
#include "daemon/limits/lease.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace puzzled::serve {
namespace {

TEST(Lease, TakesUpToTheLimitAndGivesBack) {
  Counter used = 0;
  {
    Lease first(used);
    Lease second(used);
    EXPECT_TRUE(first.grow(6, 10));
    EXPECT_FALSE(second.grow(5, 10));
    EXPECT_EQ(second.amount(), 0U);
    EXPECT_EQ(second.grow_up_to(5, 10), 4U);
    EXPECT_EQ(second.grow_up_to(5, 10), 0U);
    EXPECT_EQ(used, 10U);
    first.shrink(1);
    EXPECT_TRUE(second.grow(1, 10));
    // The limit may fall below what is in use.
    EXPECT_EQ(first.grow_up_to(1, 3), 0U);
    first.force(7);
    EXPECT_EQ(used, 17U);
    first.set(2);
    EXPECT_EQ(used, 7U);
  }
  EXPECT_EQ(used, 0U);
}

TEST(Lease, MovesAndPaysWithoutCountingTwice) {
  Counter used = 0;
  Lease giver(used);
  giver.force(10);
  Lease taker(std::move(giver));
  EXPECT_EQ(taker.amount(), 10U);
  Lease other(used);
  taker.pay(4, other);
  EXPECT_EQ(used, 10U);
  taker.pay(8, other);  // two more than there are
  EXPECT_EQ(other.amount(), 12U);
  EXPECT_EQ(used, 12U);
  other.clear();
  EXPECT_EQ(used, 0U);
}

TEST(Lease, ThreadsNeverExceedTheLimitTogether) {
  constexpr std::uint64_t kLimit = 5;
  constexpr int kThreads = 4;
  Counter used = 0;
  std::atomic<std::uint64_t> inside = 0;
  std::atomic<std::uint64_t> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50'000; ++round) {
        Lease lease(used);
        const auto wanted = static_cast<std::uint64_t>(1 + (round + i) % 4);
        const std::uint64_t got = round % 2 == 0 ? lease.grow_up_to(wanted, kLimit)
                                                 : (lease.grow(wanted, kLimit) ? wanted : 0);
        const std::uint64_t now = inside += got;
        for (std::uint64_t seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
        }
        inside -= got;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, kLimit);
  EXPECT_EQ(used, 0U);
}

}  // namespace
}  // namespace puzzled::serve
