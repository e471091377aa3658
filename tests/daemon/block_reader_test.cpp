// Blocks out of streams: whole lines, never waiting with whole lines in hand, and `end`.
#include "daemon/block_reader.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace puzzled {
namespace {

const std::string kLine =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

/// Gives its pieces one by one, as a pipe whose writer is slower than its reader would.
class SlowSource final : public ByteSource {
 public:
  explicit SlowSource(std::deque<std::string> pieces, Error error = {})
      : pieces_(std::move(pieces)), error_(std::move(error)) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    EXPECT_FALSE(ended_) << "read beyond the end";
    if (pieces_.empty()) {
      ended_ = true;
      if (!error_.message.empty()) return error_;
      return std::size_t{0};
    }
    const std::size_t given = std::min(size, pieces_.front().size());
    std::memcpy(to, pieces_.front().data(), given);
    pieces_.front().erase(0, given);
    if (pieces_.front().empty()) pieces_.pop_front();
    consumed_ += given;
    return given;
  }
  bool ready() override { return false; }
  void cancel() override {}
  std::uint64_t consumed() const override { return consumed_; }

 private:
  std::deque<std::string> pieces_;
  Error error_;
  std::uint64_t consumed_ = 0;
  bool ended_ = false;
};

std::vector<std::string> blocks_of(BlockReader& reader, std::size_t capacity = kBlockBytes) {
  std::vector<std::string> blocks;
  TextBlock block(capacity);
  while (reader.next(block)) blocks.emplace_back(block.text());
  return blocks;
}

TEST(BlockReader, HandsWholeLinesOnAsTheyCome) {
  BlockReader reader(
      std::make_unique<SlowSource>(std::deque<std::string>{kLine, kLine + kLine.substr(0, 20),
                                                           kLine.substr(20), kLine.substr(0, 60)}),
      "auto");
  EXPECT_EQ(blocks_of(reader),
            (std::vector<std::string>{kLine, kLine, kLine, kLine.substr(0, 60)}));
  EXPECT_FALSE(reader.error());
}

TEST(BlockReader, StopsReadingAtEnd) {
  BlockReader reader(
      std::make_unique<SlowSource>(std::deque<std::string>{kLine, "en", "d\n" + kLine, kLine}),
      "auto");
  EXPECT_EQ(blocks_of(reader), (std::vector<std::string>{kLine, "end\n"}));
  EXPECT_EQ(reader.consumed(), 2 * kLine.size() + 4);
}

TEST(BlockReader, KeepsWholeLinesThatCameBeforeAnError) {
  BlockReader reader(
      std::make_unique<SlowSource>(std::deque<std::string>{kLine + "53"}, Error{"disk on fire"}),
      "auto");
  EXPECT_EQ(blocks_of(reader), (std::vector<std::string>{kLine}));
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->message, "disk on fire");
}

TEST(BlockReader, HoldsNoMoreThanABlock) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += kLine;
  text += std::string(100000, '5') + '\n' + kLine;
  constexpr std::size_t kCapacity = 5000;
  BlockReader reader(std::make_unique<SlowSource>(std::deque<std::string>{text}), "line");
  std::string joined;
  for (const std::string& block : blocks_of(reader, kCapacity)) {
    EXPECT_LE(block.size(), kCapacity);
    joined += block;
  }
  EXPECT_EQ(joined, text);
}

TEST(BlockReader, GivesNothingForNothing) {
  BlockReader reader(std::make_unique<SlowSource>(std::deque<std::string>{}), "auto");
  EXPECT_TRUE(blocks_of(reader).empty());
}

}  // namespace
}  // namespace puzzled
