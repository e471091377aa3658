// Whatever order answers come in, they go out in the order of their blocks.
#include "daemon/send/reorder_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace puzzled::send {
namespace {

TEST(ReorderBuffer, WritesAtOnceWhatHasItsTurn) {
  std::string written;
  ReorderBuffer order([&](std::string_view answers) { written += answers; });
  order.add(0, "a");
  EXPECT_EQ(written, "a");
  order.add(1, "c");
  EXPECT_FALSE(order.complete(1));
  EXPECT_EQ(written, "a");
  EXPECT_EQ(order.kept(), 1u);
  order.add(0, "b");
  EXPECT_TRUE(order.complete(0));
  EXPECT_EQ(written, "abc");
  EXPECT_EQ(order.turn(), 2u);
  EXPECT_EQ(order.kept(), 0u);
}

TEST(ReorderBuffer, SortsAnyOrderOfParts) {
  std::mt19937 random(3);
  for (int round = 0; round < 100; ++round) {
    std::string written;
    std::string expected;
    ReorderBuffer order([&](std::string_view answers) { written += answers; });
    std::vector<std::vector<std::string>> blocks(1 + random() % 10);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      blocks[i].resize(random() % 4);  // a block that was lost may have no answer at all
      for (std::string& part : blocks[i]) {
        part = std::to_string(random() % 1000) + '\n';
        expected += part;
      }
    }
    std::vector<std::size_t> next(blocks.size(), 0);
    std::vector<std::size_t> open(blocks.size());
    for (std::size_t i = 0; i < open.size(); ++i) open[i] = i;
    while (!open.empty()) {
      const std::size_t pick = random() % open.size();
      const std::size_t block = open[pick];
      if (next[block] < blocks[block].size()) {
        order.add(block, blocks[block][next[block]++]);
      } else {
        order.complete(block);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(pick));
      }
    }
    ASSERT_EQ(written, expected);
    ASSERT_EQ(order.turn(), blocks.size());
    ASSERT_EQ(order.kept(), 0u);
  }
}

TEST(ReorderBuffer, LinesThatGotLostAreWrittenOnlyWhereAnswersFollow) {
  std::string written;
  ReorderBuffer order([&](std::string_view answers) { written += answers; });
  const std::string lost(kLostLine);
  order.add(0, "1\n");
  order.add(2, "6\n");
  order.complete(2, 1);
  order.complete(0, 2);
  EXPECT_EQ(written, "1\n");
  order.complete(1, 1);
  std::string expected = "1\n" + lost + lost + lost + "6\n";
  EXPECT_EQ(written, expected);
  order.complete(3);
  order.complete(4, 3);
  EXPECT_EQ(written, expected);
  order.add(5, "11\n");
  EXPECT_EQ(written, expected + lost + lost + lost + lost + "11\n");
}

}  // namespace
}  // namespace puzzled::send
