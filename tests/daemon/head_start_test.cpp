// How many blocks a run answers before other threads begin, and how large its blocks are.
#include "daemon/commands/bulk/head_start.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "daemon/commands/bulk/block_pace.hpp"

namespace puzzled::commands {
namespace {

/// Blocks of one unit that take `seconds` each, but for the first; how many are answered alone.
int answered_alone(double first, double seconds, std::optional<std::uint64_t> total) {
  HeadStart head_start;
  constexpr int kMost = 10000;
  double used = 1;
  for (int block = 1; block <= kMost; ++block) {
    head_start.begin_block(used);
    if (!head_start.goes_on(static_cast<std::uint64_t>(block), total)) return block - 1;
    used += block == 1 ? first : seconds;
  }
  return kMost;
}

TEST(HeadStart, LeavesNothingToOthersThatTakesLessThanTheirStart) {
  constexpr double kFew = HeadStart::kStart / 100;
  EXPECT_EQ(answered_alone(kFew, kFew, 90), 10000);
  EXPECT_EQ(answered_alone(HeadStart::kStart / 2, kFew, 90), 10000);
}

TEST(HeadStart, CallsOthersOnceThePaceIsKnownIfMoreIsLeft) {
  constexpr double kFew = HeadStart::kStart / 100;
  EXPECT_EQ(answered_alone(kFew, kFew, 1000), 2);
  EXPECT_EQ(answered_alone(kFew, HeadStart::kStart, 4), 2);
}

TEST(HeadStart, CallsOthersAfterOneSlowBlock) {
  EXPECT_EQ(answered_alone(2 * HeadStart::kStart, 0, 1000), 1);
  EXPECT_EQ(answered_alone(2 * HeadStart::kStart, 0, std::nullopt), 1);
}

TEST(HeadStart, CallsOthersAfterAWhileWhenTheEndIsNotKnown) {
  constexpr double kTenth = HeadStart::kStart / 10;
  const int alone = answered_alone(kTenth, kTenth, std::nullopt);
  EXPECT_GE(alone, 10);
  EXPECT_LE(alone, 11);
}

// A compressed file is read in pieces that are longer than many blocks.
TEST(HeadStart, CallsOthersAfterAWhileWhenBlocksReadNothing) {
  constexpr double kTenth = HeadStart::kStart / 10;
  HeadStart head_start;
  int block = 0;
  do {
    head_start.begin_block(kTenth * block++);
  } while (head_start.goes_on(500, 1000));
  --block;
  EXPECT_GE(block, 10);
  EXPECT_LE(block, 11);
}

TEST(BlockPace, BeginsWithTwoSmallBlocks) {
  constexpr std::size_t kMost = 10 * kSmallBlockBytes;
  constexpr std::chrono::milliseconds kFast{1};
  BlockPace pace(true, kMost);
  EXPECT_EQ(pace.bytes(), kSmallBlockBytes);
  pace.solved(kSmallBlockBytes, kFast);
  EXPECT_EQ(pace.bytes(), kSmallBlockBytes);
  pace.solved(kSmallBlockBytes, kFast);
  EXPECT_EQ(pace.bytes(), kMost);
}

TEST(BlockPace, ChoosesBlocksOfAFifthOfASecond) {
  constexpr std::size_t kMost = 10 * kSmallBlockBytes;
  BlockPace pace(true, kMost);
  pace.solved(kSmallBlockBytes, std::chrono::seconds(9));
  pace.solved(kSmallBlockBytes, std::chrono::milliseconds(40));
  EXPECT_NEAR(static_cast<double>(pace.bytes()), 5.0 * kSmallBlockBytes, 2);
  pace.solved(pace.bytes(), std::chrono::seconds(20));
  EXPECT_EQ(pace.bytes(), kSmallBlockBytes);
  pace.solved(kSmallBlockBytes, std::chrono::milliseconds(0));
  EXPECT_EQ(pace.bytes(), kMost);
}

TEST(BlockPace, MayBeBoundByASmallerBlock) {
  constexpr std::size_t kMost = kSmallBlockBytes / 2;
  BlockPace pace(true, kMost);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(pace.bytes(), kMost);
    pace.solved(kMost, std::chrono::milliseconds(1));
  }
}

TEST(BlockPace, LeavesBlocksAsLargeAsTheyAreUnlessTheyBeginSmall) {
  constexpr std::size_t kMost = 10 * kSmallBlockBytes;
  BlockPace pace(false, kMost);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(pace.bytes(), kMost);
    pace.solved(kMost, std::chrono::seconds(9));
  }
}

}  // namespace
}  // namespace puzzled::commands
