// Counting lines sixteen bytes at a time gives what counting them one by one gives.
#include "daemon/net/send/line_scan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace puzzled::net::send {
namespace {

LineScan scan_slowly(std::string_view text) {
  LineScan scan;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    ++scan.lines;
    scan.plain &= text[at] >= '*' && text[at] <= '9';
  }
  return scan;
}

/// Whole lines of random length; one in `odd` begins with any byte at all.
std::string random_lines(std::mt19937& random, std::size_t lines, unsigned odd) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    std::string line(1 + random() % 90, '.');
    if (random() % odd == 0) line[0] = static_cast<char>(random());
    if (line[0] == '\n') line.clear();
    text += line + '\n';
  }
  return text;
}

TEST(LineScan, CountsAndJudgesAsOneByOne) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const std::string text = random_lines(random, random() % 200, 1 + random() % 500);
    const LineScan fast = scan_lines(text);
    const LineScan slow = scan_slowly(text);
    ASSERT_EQ(fast.lines, slow.lines);
    ASSERT_EQ(fast.plain, slow.plain) << text;
  }
}

TEST(LineScan, CountsMoreThanALaneHolds) {
  const std::string text(1 << 20, '\n');
  EXPECT_EQ(scan_lines(text).lines, text.size());
  EXPECT_FALSE(scan_lines(text).plain);
  EXPECT_EQ(scan_lines("").lines, 0u);
  EXPECT_EQ(scan_lines("1\n").lines, 1u);
}

}  // namespace
}  // namespace puzzled::net::send
