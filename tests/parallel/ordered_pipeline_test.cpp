// Order, bounds and ends of the block pipeline, at several thread counts.
#include "parallel/ordered_pipeline.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace puzzled::parallel {
namespace {

class OrderedPipeline : public testing::TestWithParam<int> {};

/// Work that takes longer for some blocks than for others, so that they overtake each other.
std::uint64_t uneven_work(std::uint64_t block) {
  std::uint64_t sum = block;
  const std::uint64_t rounds = (block * 2654435761u) % 20000;
  for (std::uint64_t i = 0; i < rounds; ++i) sum = sum * 6364136223846793005u + 1;
  return sum;
}

TEST_P(OrderedPipeline, DrainsEveryBlockInTheOrderOfFilling) {
  constexpr std::uint64_t kBlocks = 3000;
  struct Slot {
    std::uint64_t block = 0;
    std::uint64_t result = 0;
  };
  Workers workers(GetParam());
  std::vector<Slot> slots(5);
  std::uint64_t filled = 0;
  std::vector<std::uint64_t> drained;
  run_ordered(
      workers, slots.size(),
      {.fill =
           [&](std::size_t slot) {
             if (filled == kBlocks) return false;
             slots[slot].block = filled++;
             return true;
           },
       .transform = [&](std::size_t slot) { slots[slot].result = uneven_work(slots[slot].block); },
       .drain =
           [&](std::size_t slot) {
             EXPECT_EQ(slots[slot].result, uneven_work(slots[slot].block));
             drained.push_back(slots[slot].block);
             return true;
           }});
  std::vector<std::uint64_t> expected(kBlocks);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(drained, expected);
}

TEST_P(OrderedPipeline, NeverHoldsMoreBlocksThanSlots) {
  constexpr std::size_t kSlots = 3;
  Workers workers(GetParam());
  std::atomic<int> in_flight = 0;
  std::atomic<int> most = 0;
  std::vector<std::atomic<bool>> used(kSlots);
  int filled = 0;
  run_ordered(workers, kSlots,
              {.fill =
                   [&](std::size_t slot) {
                     if (filled++ == 500) return false;
                     EXPECT_LT(slot, kSlots);
                     EXPECT_FALSE(used[slot].exchange(true));
                     most = std::max(most.load(), ++in_flight);
                     return true;
                   },
               .transform = [](std::size_t) {},
               .drain =
                   [&](std::size_t slot) {
                     --in_flight;
                     used[slot] = false;
                     return true;
                   }});
  EXPECT_LE(most.load(), static_cast<int>(kSlots));
  EXPECT_EQ(in_flight.load(), 0);
}

TEST_P(OrderedPipeline, StopsWhenTheDrainSaysSo) {
  Workers workers(GetParam());
  int filled = 0;
  int drained = 0;
  run_ordered(workers, 8,
              {.fill =
                   [&](std::size_t) {
                     ++filled;
                     return true;
                   },
               .transform = [](std::size_t) {},
               .drain = [&](std::size_t) { return ++drained < 10; }});
  EXPECT_EQ(drained, 10);
  EXPECT_LE(filled, 10 + 8 + 1);
}

TEST_P(OrderedPipeline, HandsExceptionsOut) {
  Workers workers(GetParam());
  for (const int stage : {0, 1, 2}) {
    int filled = 0;
    const auto fail_in = [&](int here) {
      if (here == stage && filled > 20) throw std::runtime_error("stage");
    };
    EXPECT_THROW(run_ordered(workers, 4,
                             {.fill =
                                  [&](std::size_t) {
                                    ++filled;
                                    fail_in(0);
                                    return filled < 1000;
                                  },
                              .transform =
                                  [&](std::size_t) {
                                    if (stage == 1) throw std::runtime_error("stage");
                                  },
                              .drain =
                                  [&](std::size_t) {
                                    if (stage == 2) throw std::runtime_error("stage");
                                    return true;
                                  }}),
                 std::runtime_error)
        << "stage " << stage;
  }
}

TEST_P(OrderedPipeline, RunsNothingForNoBlocks) {
  Workers workers(GetParam());
  int touched = 0;
  run_ordered(workers, 1,
              {.fill = [](std::size_t) { return false; },
               .transform = [&](std::size_t) { ++touched; },
               .drain = [&](std::size_t) { return ++touched > 0; }});
  EXPECT_EQ(touched, 0);
}

// The hint may be wrong, as where a file grows.
TEST_P(OrderedPipeline, DoesAnOnlyBlockOnTheCallingThread) {
  Workers workers(GetParam());
  for (const int blocks : {0, 1, 3}) {
    int filled = 0;
    std::vector<int> drained;
    std::vector<int> slots(2);
    run_ordered(workers, slots.size(),
                {.fill =
                     [&](std::size_t slot) {
                       slots[slot] = filled;
                       return filled++ < blocks;
                     },
                 .transform =
                     [caller = std::this_thread::get_id()](std::size_t) {
                       EXPECT_EQ(std::this_thread::get_id(), caller);
                       EXPECT_EQ(Workers::current(), 0);
                     },
                 .drain =
                     [&](std::size_t slot) {
                       drained.push_back(slots[slot]);
                       return true;
                     },
                 .stays_alone = [] { return true; }});
    std::vector<int> expected(static_cast<std::size_t>(blocks));
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(drained, expected);
  }
}

TEST_P(OrderedPipeline, BeginsOnTheCallingThreadAndGoesOnTogether) {
  constexpr int kBlocks = 200;
  constexpr int kAlone = 7;
  Workers workers(GetParam());
  int filled = 0;
  int asked = 0;
  std::vector<int> drained;
  std::vector<int> slots(4);
  run_ordered(workers, slots.size(),
              {.fill =
                   [&](std::size_t slot) {
                     slots[slot] = filled;
                     return filled++ < kBlocks;
                   },
               .transform =
                   [&, caller = std::this_thread::get_id()](std::size_t slot) {
                     if (slots[slot] < kAlone) {
                       EXPECT_EQ(std::this_thread::get_id(), caller);
                       EXPECT_EQ(drained.size(), static_cast<std::size_t>(slots[slot]));
                     }
                   },
               .drain =
                   [&](std::size_t slot) {
                     drained.push_back(slots[slot]);
                     return true;
                   },
               .stays_alone = [&] { return ++asked <= kAlone; }});
  std::vector<int> expected(kBlocks);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(drained, expected);
  // One worker has nobody to call.
  EXPECT_EQ(asked, GetParam() == 1 ? 0 : kAlone + 1);
}

INSTANTIATE_TEST_SUITE_P(Threads, OrderedPipeline, testing::Values(1, 2, 8));

TEST(Workers, MayBeMoreThanProcessors) {
  const int threads = available_threads() + 3;
  Workers workers(threads);
  EXPECT_EQ(workers.threads(), threads);
  // All of them must meet: each waits in a slot of its own until every thread is there.
  std::atomic<int> present = 0;
  int filled = 0;
  run_ordered(workers, static_cast<std::size_t>(threads),
              {.fill = [&](std::size_t) { return filled++ < threads; },
               .transform =
                   [&](std::size_t) {
                     ++present;
                     while (present < threads) std::this_thread::yield();
                   },
               .drain = [](std::size_t) { return true; }});
  EXPECT_EQ(present.load(), threads);
}

}  // namespace
}  // namespace puzzled::parallel
