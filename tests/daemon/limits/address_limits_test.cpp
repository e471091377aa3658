// What one address may take, over all its connections; and that nothing is kept of those that left.
#include "daemon/net/limits/address_limits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace puzzled::net {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kMany = 1'000'000;
const AddressLimits::Clock::time_point kStart{std::chrono::hours(1)};

ClientAddress client(std::string_view address, std::uint16_t port = 1) {
  return {*parse_ip_address(address), port};
}

ClientAddress nth_client(std::uint32_t n) {
  const std::uint8_t bytes[4] = {10, static_cast<std::uint8_t>(n >> 16U),
                                 static_cast<std::uint8_t>(n >> 8U), static_cast<std::uint8_t>(n)};
  return {ipv4_address(bytes), 1};
}

TEST(AddressLimits, AreOffWhenZero) {
  AddressLimits limits;
  std::vector<AddressLease> leases;
  for (int i = 0; i < 100; ++i) leases.push_back(*limits.admit(client("192.0.2.1"), kStart));
  for (AddressLease& lease : leases) EXPECT_EQ(lease.take(kMany, kStart).requests, kMany);
}

TEST(AddressLimits, BoundTheConnectionsOfEachAddress) {
  AddressLimits limits({.connections = 2});
  std::optional<AddressLease> first = limits.admit(client("192.0.2.1", 1), kStart);
  std::optional<AddressLease> second = limits.admit(client("192.0.2.1", 2), kStart);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(limits.admit(client("192.0.2.1", 3), kStart));
  EXPECT_FALSE(limits.admit(client("::ffff:192.0.2.1", 3), kStart));
  EXPECT_TRUE(limits.admit(client("192.0.2.2"), kStart));
  first.reset();
  EXPECT_TRUE(limits.admit(client("192.0.2.1"), kStart));
}

TEST(AddressLimits, ANetworkOfIpv6IsOneClient) {
  AddressLimits limits({.connections = 1});
  const auto first = limits.admit(client("2001:db8::1"), kStart);
  EXPECT_FALSE(limits.admit(client("2001:db8::2"), kStart));
  EXPECT_TRUE(limits.admit(client("2001:db8:0:1::1"), kStart));
}

TEST(AddressLimits, DoNotConcernUnixSockets) {
  AddressLimits limits({.connections = 1, .requests_per_second = 1});
  auto first = limits.admit(ClientAddress::unix_peer(), kStart);
  auto second = limits.admit(ClientAddress::unix_peer(), kStart);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->take(kMany, kStart).requests, kMany);
  EXPECT_EQ(second->take(kMany, kStart).requests, kMany);
  EXPECT_TRUE(limits.admit(ClientAddress(), kStart));
  EXPECT_EQ(limits.size(), 0u);
}

TEST(AddressLimits, ConnectionsOfAnAddressShareItsRate) {
  AddressLimits limits({.requests_per_second = 100});
  AddressLease first = *limits.admit(client("192.0.2.1", 1), kStart);
  AddressLease second = *limits.admit(client("192.0.2.1", 2), kStart);
  AddressLease other = *limits.admit(client("192.0.2.2"), kStart);
  EXPECT_EQ(first.take(60, kStart).requests, 60u);
  EXPECT_EQ(second.take(60, kStart).requests, 40u);
  const AddressLease::Grant none = first.take(60, kStart);
  EXPECT_EQ(none.requests, 0u);
  EXPECT_EQ(none.when, kStart + 10ms);
  EXPECT_EQ(other.take(60, kStart).requests, 60u);
}

TEST(AddressLimits, WhatWasNotUsedGoesBack) {
  AddressLimits limits({.requests_per_second = 100});
  AddressLease lease = *limits.admit(client("192.0.2.1"), kStart);
  EXPECT_EQ(lease.take(kMany, kStart).requests, 100u);
  lease.give_back(70);
  EXPECT_EQ(lease.take(kMany, kStart).requests, 70u);
}

TEST(AddressLimits, WhoeverWaitsHasItsTurn) {
  AddressLimits limits({.requests_per_second = 10});
  AddressLease greedy = *limits.admit(client("192.0.2.1", 1), kStart);
  AddressLease modest = *limits.admit(client("192.0.2.1", 2), kStart);
  EXPECT_EQ(greedy.take(kMany, kStart).requests, 10u);
  AddressLease::Grant of_greedy = greedy.take(kMany, kStart);
  AddressLease::Grant of_modest = modest.take(1, kStart);
  EXPECT_EQ(of_greedy.when, kStart + 100ms);
  EXPECT_EQ(of_modest.when, kStart + 200ms);
  // The greedy one asks first at all times, and both get every other request.
  std::uint64_t taken_by_greedy = 0;
  std::uint64_t taken_by_modest = 0;
  for (auto now = kStart; now < kStart + 10s; now += 1ms) {
    if (now >= of_greedy.when) {
      of_greedy = greedy.take(kMany, now);
      taken_by_greedy += of_greedy.requests;
    }
    if (now >= of_modest.when) {
      of_modest = modest.take(1, now);
      taken_by_modest += of_modest.requests;
    }
  }
  EXPECT_NEAR(static_cast<double>(taken_by_greedy), 50, 2);
  EXPECT_NEAR(static_cast<double>(taken_by_modest), 50, 2);
}

TEST(AddressLimits, ATurnIsKeptUntilItIsUsed) {
  AddressLimits limits({.requests_per_second = 10});
  AddressLease lease = *limits.admit(client("192.0.2.1"), kStart);
  lease.take(10, kStart);
  EXPECT_EQ(lease.take(10, kStart).when, kStart + 100ms);
  EXPECT_EQ(lease.take(10, kStart + 30ms).when, kStart + 100ms);
  EXPECT_EQ(lease.take(10, kStart + 98ms).when, kStart + 98ms + AddressLimits::kMinWait);
  EXPECT_EQ(lease.take(10, kStart + 100ms).requests, 1u);
}

TEST(AddressLimits, AHighRateDoesNotWakeASessionForEachRequest) {
  AddressLimits limits({.requests_per_second = 100'000});
  AddressLease lease = *limits.admit(client("192.0.2.1"), kStart);
  EXPECT_EQ(lease.take(kMany, kStart).requests, 100'000u);
  const AddressLease::Grant none = lease.take(kMany, kStart);
  EXPECT_EQ(none.when, kStart + AddressLimits::kMinWait);
  EXPECT_EQ(lease.take(kMany, none.when).requests, 500u);
}

TEST(AddressLimits, AConnectionThatEndsGivesItsTurnBack) {
  AddressLimits limits({.requests_per_second = 10});
  AddressLease stays = *limits.admit(client("192.0.2.1", 1), kStart);
  stays.take(10, kStart);
  {
    AddressLease leaves = *limits.admit(client("192.0.2.1", 2), kStart);
    EXPECT_EQ(leaves.take(10, kStart).requests, 0u);
  }
  EXPECT_EQ(stays.take(10, kStart).when, kStart + 100ms);
  EXPECT_EQ(stays.take(10, kStart + 200ms).requests, 2u);
}

TEST(AddressLimits, ComingBackDoesNotFillTheBucket) {
  AddressLimits limits({.requests_per_second = 10});
  AddressLease before = *limits.admit(client("192.0.2.1"), kStart);
  EXPECT_EQ(before.take(10, kStart).requests, 10u);
  before.clear(kStart);
  EXPECT_EQ(limits.size(), 1u);
  AddressLease after = *limits.admit(client("192.0.2.1"), kStart + 500ms);
  EXPECT_EQ(after.take(10, kStart + 500ms).requests, 5u);
}

TEST(AddressLimits, AnAddressIsForgottenWhenItsBucketIsFull) {
  AddressLimits limits({.requests_per_second = 10});
  AddressLease lease = *limits.admit(client("192.0.2.1"), kStart);
  AddressLease stays = *limits.admit(client("192.0.2.2"), kStart);
  lease.take(10, kStart);
  lease.clear(kStart);
  lease.clear(kStart);                              // once is enough
  EXPECT_EQ(lease.take(10, kStart).requests, 10u);  // it is nobody's now
  limits.admit(client("192.0.2.3"), kStart + 999ms)->clear(kStart + 999ms);
  EXPECT_EQ(limits.size(), 3u);
  limits.admit(client("192.0.2.3"), kStart + 1s)->clear(kStart + 1s);
  EXPECT_EQ(limits.size(), 2u);
  stays.clear(kStart + 2s);
  EXPECT_EQ(limits.size(), 1u);
}

TEST(AddressLimits, NothingIsRememberedWithoutARate) {
  AddressLimits limits({.connections = 5});
  limits.admit(client("192.0.2.1"), kStart)->clear(kStart);
  EXPECT_EQ(limits.size(), 0u);
}

TEST(AddressLimits, RememberABoundedNumber) {
  AddressLimits limits({.requests_per_second = 10});
  std::vector<AddressLease> stay;
  for (std::uint32_t i = 0; i < 3 * AddressLimits::kMaxRemembered; ++i) {
    AddressLease lease = *limits.admit(nth_client(i), kStart);
    if (i % 1000 == 0) {
      stay.push_back(std::move(lease));
    } else {
      lease.clear(kStart);
    }
  }
  EXPECT_EQ(limits.size(), AddressLimits::kMaxRemembered + stay.size());
  for (AddressLease& lease : stay) lease.clear(kStart);
  EXPECT_EQ(limits.size(), AddressLimits::kMaxRemembered);
}

TEST(AddressLimits, MayChange) {
  AddressLimits limits;
  AddressLease first = *limits.admit(client("192.0.2.1", 1), kStart);
  AddressLease second = *limits.admit(client("192.0.2.1", 2), kStart);
  EXPECT_EQ(first.take(kMany, kStart).requests, kMany);
  limits.set({.connections = 1, .requests_per_second = 10});
  first.give_back(kMany);                                      // was not counted
  EXPECT_FALSE(limits.admit(client("192.0.2.1", 3), kStart));  // those there count
  EXPECT_EQ(first.take(kMany, kStart).requests, 10u);
  EXPECT_EQ(second.take(kMany, kStart).when, kStart + 100ms);

  limits.set({});
  EXPECT_EQ(second.take(kMany, kStart).requests, kMany);
  EXPECT_EQ(first.take(kMany, kStart).requests, kMany);
  limits.set({.requests_per_second = 10});
  EXPECT_EQ(first.take(kMany, kStart).when, kStart + 100ms);  // the other's turn came back
  EXPECT_EQ(second.take(kMany, kStart).when, kStart + 200ms);
}

TEST(AddressLimits, LeasesMove) {
  AddressLimits limits({.connections = 1, .requests_per_second = 10});
  AddressLease lease;
  {
    std::optional<AddressLease> admitted = limits.admit(client("192.0.2.1"), kStart);
    lease = std::move(*admitted);
  }
  EXPECT_FALSE(limits.admit(client("192.0.2.1"), kStart));
  lease.take(10, kStart);
  EXPECT_EQ(lease.take(1, kStart).requests, 0u);
  AddressLease moved = std::move(lease);
  EXPECT_EQ(moved.take(1, kStart + 100ms).requests, 1u);
  moved.clear(kStart);
  EXPECT_TRUE(limits.admit(client("192.0.2.1"), kStart));
}

/// Several threads, as sessions on several I/O threads do: together they get what is there.
TEST(AddressLimits, ThreadsTogetherKeepToThem) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 2000;
  AddressLimits limits({.connections = kThreads, .requests_per_second = 1000});
  std::atomic<std::uint64_t> taken = 0;
  std::atomic<int> refused = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < kRounds; ++round) {
        auto lease = limits.admit(client("192.0.2.1"), kStart);
        auto other =
            limits.admit(nth_client(static_cast<std::uint32_t>(i * kRounds + round)), kStart);
        if (!lease || !other) {
          ++refused;
          continue;
        }
        const std::uint64_t got = lease->take(3, kStart).requests;
        const std::uint64_t unused = got / 3;
        lease->give_back(unused);
        taken += got - unused;
        if (round % 100 == 0) limits.set({.connections = kThreads, .requests_per_second = 1000});
        lease->clear(kStart);
        other->clear(kStart);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 0);
  EXPECT_EQ(taken, 1000u);
}

}  // namespace
}  // namespace puzzled::net
