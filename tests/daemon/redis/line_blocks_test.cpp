#include "daemon/redis/line_blocks.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "daemon/base/files/input.hpp"
#include "daemon/redis/block_form.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::redis {
namespace {

Result<std::unique_ptr<ByteSource>> open_uninterrupted(const std::string& path) {
  return open_input(path);
}

/// `INPUT:FIRST LINE+LINES text` of all blocks, or the error.
std::vector<std::string> cut(std::vector<std::string> inputs, std::uint64_t lines) {
  LineBlocks blocks(std::move(inputs), lines, open_uninterrupted);
  std::vector<std::string> texts;
  for (;;) {
    LineBlock block;
    const Result<LineBlocks::Step> step = blocks.next(block);
    if (!step) return {step.error().message};
    if (*step == LineBlocks::Step::kEnd) return texts;
    if (*step == LineBlocks::Step::kNotYet) continue;
    EXPECT_EQ(block.lines,
              static_cast<std::uint64_t>(std::count(block.text.begin(), block.text.end(), '\n') +
                                         (block.text.back() == '\n' ? 0 : 1)));
    texts.push_back(std::to_string(block.input) + ':' + std::to_string(block.first_line) + '+' +
                    std::to_string(block.lines) + ' ' + block.text);
  }
}

using Texts = std::vector<std::string>;

TEST(LineBlocks, HaveTheLinesOfOneInput) {
  const TemporaryDirectory directory;
  const std::string first = directory.write("a", "1\n\n3\r\n4\n5");
  const std::string empty = directory.write("b", "");
  const std::string last = directory.write("c", "x\ny\n");
  EXPECT_EQ(cut({first, empty, last}, 2),
            (Texts{"0:1+2 1\n\n", "0:3+2 3\r\n4\n", "0:5+1 5", "2:1+2 x\ny\n"}));
  EXPECT_EQ(cut({first, last}, 1'000'000), (Texts{"0:1+5 1\n\n3\r\n4\n5", "1:1+2 x\ny\n"}));
  EXPECT_EQ(cut({empty}, 1), Texts{});
  EXPECT_EQ(cut({first, directory.path("missing")}, 8),
            (Texts{directory.path("missing") + ": No such file or directory"}));
}

TEST(LineBlocks, AreTheSameHoweverLongTheInputIs) {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + '\n';
  std::string joined;
  std::uint64_t next = 1;
  LineBlocks blocks({directory.write("a", text)}, 777, open_uninterrupted);
  for (LineBlock block; *blocks.next(block) == LineBlocks::Step::kBlock;) {
    EXPECT_EQ(block.first_line, next);
    next += block.lines;
    EXPECT_TRUE(block.lines == 777 || next == 200'001);
    joined += block.text;
  }
  EXPECT_EQ(joined, text);
}

TEST(LineBlocks, HaveNoMoreBytesThanWorkersTake) {
  const TemporaryDirectory directory;
  const std::string half(kMaxBlockBytes / 2 - 1, '.');
  const std::string whole(kMaxBlockBytes - 1, '.');
  LineBlocks blocks(
      {directory.write("a", half + '\n' + half + '\n' + "1\n" + whole + '\n' + whole)}, 8192,
      open_uninterrupted);
  std::vector<std::size_t> sizes;
  for (LineBlock block; *blocks.next(block) == LineBlocks::Step::kBlock;) {
    sizes.push_back(block.text.size());
  }
  EXPECT_EQ(sizes,
            (std::vector<std::size_t>{kMaxBlockBytes, 2, kMaxBlockBytes, kMaxBlockBytes - 1}));

  const std::string path = directory.write("b", "1\n\n" + whole + ".\n");
  EXPECT_EQ(cut({path}, 8192),
            (Texts{path + ":3: a line of more than 8388608 bytes fits into no block"}));
}

TEST(LineBlocks, DoNotWaitForTheRestOfABlock) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string path = "/dev/fd/" + std::to_string(ends[0]);
  LineBlocks blocks({path}, 2, open_uninterrupted);
  const auto say = [&](const std::string& text) {
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  };
  say("1\n");  // open() looks at the first bytes
  LineBlock block;
  EXPECT_EQ(*blocks.next(block), LineBlocks::Step::kNotYet);
  say("2");
  EXPECT_EQ(*blocks.next(block), LineBlocks::Step::kNotYet);
  say("\n3");
  EXPECT_EQ(*blocks.next(block), LineBlocks::Step::kBlock);
  EXPECT_EQ(block.text, "1\n2\n");
  EXPECT_EQ(*blocks.next(block), LineBlocks::Step::kNotYet);
  ::close(ends[1]);
  EXPECT_EQ(*blocks.next(block), LineBlocks::Step::kBlock);
  EXPECT_EQ(block.text, "3");
  EXPECT_EQ(*blocks.next(block), LineBlocks::Step::kEnd);
  ::close(ends[0]);
}

}  // namespace
}  // namespace puzzled::redis
