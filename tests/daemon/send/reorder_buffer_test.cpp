// Whatever order answers come in, they go out in the order of their requests.
#include "daemon/net/send/reorder_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace puzzled::net::send {
namespace {

TEST(ReorderBuffer, WritesAtOnceWhatHasItsTurn) {
  std::string written;
  ReorderBuffer order([&](std::string_view answers) { written += answers; });
  order.add(0, 1, "a");
  EXPECT_EQ(written, "a");
  order.add(2, 2, "cd");
  EXPECT_EQ(written, "a");
  EXPECT_EQ(order.turn(), 1u);
  EXPECT_EQ(order.kept(), 2u);
  order.add(1, 1, "b");
  EXPECT_EQ(written, "abcd");
  EXPECT_EQ(order.turn(), 4u);
  EXPECT_EQ(order.kept(), 0u);
}

TEST(ReorderBuffer, SortsAnyOrderOfParts) {
  struct Part {
    std::uint64_t place;
    std::uint64_t count;
    std::string text;
    std::size_t expected;
  };
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string written;
    std::string expected;
    ReorderBuffer order([&](std::string_view answers) { written += answers; });
    std::vector<Part> parts(1 + random() % 30);
    std::uint64_t place = 0;
    for (Part& part : parts) {
      part = {place, 1 + random() % 3, {}, random() % 60};
      for (std::uint64_t i = 0; i < part.count; ++i) {
        part.text += std::to_string(random() % 1000) + '\n';
      }
      place += part.count;
      expected += part.text;
    }
    std::shuffle(parts.begin(), parts.end(), random);
    for (const Part& part : parts) order.add(part.place, part.count, part.text, 0, part.expected);
    ASSERT_EQ(written, expected);
    ASSERT_EQ(order.turn(), place);
    ASSERT_EQ(order.kept(), 0u);
  }
}

TEST(ReorderBuffer, LinesThatGotLostAreWrittenOnlyWhereAnswersFollow) {
  std::string written;
  ReorderBuffer order([&](std::string_view answers) { written += answers; });
  const std::string lost(kLostLine);
  order.add(0, 1, "1\n");
  order.add(4, 2, "5\n", 1);  // the second of the two is missing
  order.add(1, 2, {}, 2);
  EXPECT_EQ(written, "1\n");
  order.add(3, 1, {}, 1);
  std::string expected = "1\n" + lost + lost + lost + "5\n";
  EXPECT_EQ(written, expected);
  order.add(6, 3, {}, 3);
  EXPECT_EQ(written, expected);
  order.add(9, 1, "10\n");
  EXPECT_EQ(written, expected + lost + lost + lost + lost + "10\n");
}

}  // namespace
}  // namespace puzzled::net::send
