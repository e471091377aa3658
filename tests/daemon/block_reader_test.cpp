// Blocks out of streams: whole lines, never waiting with whole lines in hand, and `end`.
#include "daemon/base/files/block_reader.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

namespace puzzled {
namespace {

using namespace std::string_literals;

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
  bool gather(std::size_t wanted) override {
    wanted_.push_back(wanted);
    return gathers_ && !pieces_.empty();
  }
  void cancel() override {}
  std::uint64_t consumed() const override { return consumed_; }

  bool gathers_ = false;             ///< whether gather() finds something
  std::vector<std::size_t> wanted_;  ///< of each call

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
      {});
  EXPECT_EQ(blocks_of(reader),
            (std::vector<std::string>{kLine, kLine, kLine, kLine.substr(0, 60)}));
  EXPECT_FALSE(reader.error());
}

TEST(BlockReader, GathersOnceForABlock) {
  auto source = std::make_unique<SlowSource>(std::deque<std::string>(5, kLine));
  SlowSource& slow = *source;
  slow.gathers_ = true;
  BlockReader reader(std::move(source), {});
  EXPECT_EQ(blocks_of(reader), (std::vector<std::string>{kLine + kLine, kLine + kLine, kLine}));
  ASSERT_EQ(slow.wanted_.size(), 3u);
  for (const std::size_t wanted : slow.wanted_) EXPECT_EQ(wanted, kBlockBytes - kLine.size());
}

TEST(BlockReader, StopsReadingAtEnd) {
  BlockReader reader(
      std::make_unique<SlowSource>(std::deque<std::string>{kLine, "en", "d\n" + kLine, kLine}), {});
  EXPECT_EQ(blocks_of(reader), (std::vector<std::string>{kLine, "end\n"}));
  EXPECT_EQ(reader.consumed(), 2 * kLine.size() + 4);
}

TEST(BlockReader, KeepsWholeLinesThatCameBeforeAnError) {
  BlockReader reader(
      std::make_unique<SlowSource>(std::deque<std::string>{kLine + "53"}, Error{"disk on fire"}),
      {});
  EXPECT_EQ(blocks_of(reader), (std::vector<std::string>{kLine}));
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->message, "disk on fire");
}

TEST(BlockReader, HoldsNoMoreThanABlock) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += kLine;
  text += std::string(100000, '5') + '\n' + kLine;
  constexpr std::size_t kCapacity = 5000;
  BlockReader reader(std::make_unique<SlowSource>(std::deque<std::string>{text}), {.name = "line"});
  std::string joined;
  for (const std::string& block : blocks_of(reader, kCapacity)) {
    EXPECT_LE(block.size(), kCapacity);
    joined += block;
  }
  EXPECT_EQ(joined, text);
}

/// Gives a text as a file does: always ready.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string text) : text_(std::move(text)) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    const std::size_t given = text_.copy(to, size, consumed_);
    consumed_ += given;
    return given;
  }
  bool ready() override { return true; }
  void cancel() override {}
  std::uint64_t consumed() const override { return consumed_; }

 private:
  std::string text_;
  std::size_t consumed_ = 0;
};

std::vector<std::string> blocks_of_text(const std::string& text) {
  BlockReader reader(std::make_unique<TextSource>(text), {});
  return blocks_of(reader);
}

std::string joined(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& block : blocks) text += block;
  return text;
}

TEST(BlockReader, HandsBlankLinesOnByTheBufferful) {
  for (const std::string& line : {"\n"s, "\r\n"s, " \t\n"s, "#\n"s, "# a remark\n"s}) {
    std::string text;
    while (text.size() < 8 * kBlockBytes) text += line;
    const std::vector<std::string> blocks = blocks_of_text(text);
    EXPECT_EQ(joined(blocks), text);
    EXPECT_LE(blocks.size(), 9u);
  }
}

TEST(BlockReader, ReadsNoMoreThanIsWanted) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += kLine;
  BlockReader reader(std::make_unique<TextSource>(text), {});
  std::string joined;
  TextBlock block(kBlockBytes);
  for (std::size_t most = 10000; reader.next(block, most); most += 10000) {
    EXPECT_LE(block.text().size(), most);
    if (joined.size() + most < text.size()) {
      EXPECT_GT(block.text().size(), most - 2 * kLine.size());
    }
    joined += block.text();
  }
  EXPECT_EQ(joined, text);
}

TEST(BlockReader, LooksAtBlankLinesOnceHoweverTheyCome) {
  const std::deque<std::string> pieces(200000, "\n");
  BlockReader reader(std::make_unique<SlowSource>(pieces), {});
  EXPECT_EQ(blocks_of(reader).size(), pieces.size());
}

TEST(BlockReader, KnowsTheFormBehindAnyNumberOfBlankLines) {
  std::string board;
  for (std::size_t row = 0; row < 9; ++row) board += kLine.substr(9 * row, 9) + "\n";
  BlockReader reader(
      std::make_unique<TextSource>(std::string(3 * kBlockBytes, '\n') + "2\n" + board), {});
  TextBlock block(kBlockBytes);
  while (reader.next(block)) {
  }
  EXPECT_TRUE(block.form.begins_with_count);
  EXPECT_EQ(block.form.board_answers, sudoku::BoardAnswers::kBoards);
}

TEST(BlockReader, CutsManyBlocksOfShortLinesOutOfABuffer) {
  std::string text = kLine;
  for (std::size_t i = 0; i < 20 * sudoku::kMaxBlockLines; ++i) text += i % 3 == 0 ? "\n" : "x\n";
  text += kLine + "53";
  const std::vector<std::string> blocks = blocks_of_text(text);
  EXPECT_EQ(joined(blocks), text);
  EXPECT_LE(blocks.size(), 23u);
  for (const std::string& block : blocks) {
    EXPECT_LE(sudoku::count_lines(block), sudoku::kMaxBlockLines);
  }
}

TEST(BlockReader, StopsAtEndWithinABufferOfManyBlocks) {
  const std::string before = kLine + std::string(3 * sudoku::kMaxBlockLines, '\n') + "end\n";
  EXPECT_EQ(joined(blocks_of_text(before + kLine)), before);
}

TEST(BlockReader, MissesAColumnThatIsNotThere) {
  const std::string table = "id,a\n1," + kLine;
  BlockReader reader(std::make_unique<TextSource>(table), {.column = "b"});
  EXPECT_TRUE(blocks_of(reader).empty());
  ASSERT_TRUE(reader.error());
  EXPECT_EQ(reader.error()->message, "there is no column 'b'");
}

TEST(BlockReader, GivesNothingForNothing) {
  BlockReader reader(std::make_unique<SlowSource>(std::deque<std::string>{}), {});
  EXPECT_TRUE(blocks_of(reader).empty());
}

/// White space without an end.
class EndlessBlanks final : public ByteSource {
 public:
  Result<std::size_t> read(char* to, std::size_t size) override {
    std::memset(to, '\n', size);
    consumed_ += size;
    return size;
  }
  bool ready() override { return true; }
  bool gather(std::size_t /*wanted*/) override { return true; }
  void cancel() override {}
  std::uint64_t consumed() const override { return consumed_; }

 private:
  std::uint64_t consumed_ = 0;
};

TEST(TextBehindEnd, IsLookedForWithinBounds) {
  EndlessBlanks source;
  EXPECT_TRUE(has_text_left("\n", source, false));
  EXPECT_LE(source.consumed(), 2 * kMaxBlankBytes);
  EXPECT_FALSE(has_text_left(" \n", source, true));
  EXPECT_TRUE(has_text_left(" x", source, true));
}

}  // namespace
}  // namespace puzzled
