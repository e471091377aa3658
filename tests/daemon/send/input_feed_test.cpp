// What of an input is sent, and which line of it each request is.
#include "daemon/send/input_feed.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "daemon/os/interrupt.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled::send {
namespace {

struct Fed {
  std::string text;
  std::vector<std::uint64_t> lines;
  std::size_t blocks = 0;
  std::size_t largest = 0;  ///< requests in a block
  std::optional<Error> error;
};

/// Reads the feed to its end, or until `most` blocks have come.
Fed read_all(const std::string& path, const FeedOptions& options, std::size_t most = SIZE_MAX) {
  Interrupt interrupt;
  std::mutex mutex;
  std::condition_variable changed;
  bool news = false;
  Fed fed;
  InputFeed feed(path, options, interrupt, [&] {
    const std::lock_guard lock(mutex);
    news = true;
    changed.notify_one();
  });
  const Result<> started = feed.start();
  if (!started) {
    fed.error = started.error();
    return fed;
  }
  while (fed.blocks < most && !feed.ended()) {
    const std::unique_ptr<Block> block = feed.take();
    if (block == nullptr) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return std::exchange(news, false); });
      continue;
    }
    EXPECT_EQ(block->number, fed.blocks);
    ++fed.blocks;
    fed.largest = std::max<std::size_t>(fed.largest, block->requests);
    fed.text += block->text();
    for (std::uint64_t i = 0; i < block->requests; ++i) fed.lines.push_back(block->line_of(i));
  }
  fed.error = feed.error();
  return fed;
}

class InputFeedTest : public ::testing::Test {
 protected:
  Fed fed_from(const std::string& text, const FeedOptions& options = {}) {
    return read_all(directory_.write("input", text), options);
  }

  TemporaryDirectory directory_;
};

using Lines = std::vector<std::uint64_t>;

TEST_F(InputFeedTest, LeavesOutWhatGetsNoAnswer) {
  const Fed fed = fed_from("\xEF\xBB\xBF# head\n1..\n\n  \n2..\r\n@t ping\n#\nqueens 8\n\r\n3..");
  EXPECT_EQ(fed.text, "1..\n2..\r\n@t ping\nqueens 8\n3..\n");
  EXPECT_EQ(fed.lines, (Lines{2, 5, 6, 8, 10}));
}

TEST_F(InputFeedTest, EndsAtEndAndAtQuit) {
  EXPECT_EQ(fed_from("1\n2\nend\n3\n").text, "1\n2\n");
  EXPECT_EQ(fed_from("1\nquit\n3\n").text, "1\n");
  EXPECT_EQ(fed_from("end\n").blocks, 0u);
  EXPECT_EQ(fed_from("").blocks, 0u);
  EXPECT_EQ(fed_from("#\n\n").blocks, 0u);
}

TEST_F(InputFeedTest, GivesWholeLinesWhateverTheBlocks) {
  std::string text;
  Lines lines;
  for (std::uint64_t i = 1; i <= 3000; ++i) {
    text += std::string(1 + i % 83, '.') + '\n';
    lines.push_back(i);
  }
  for (const std::size_t bytes : {1, 2, 100, 4096, 1 << 20}) {
    const Fed fed = fed_from(text, {.block_bytes = bytes});
    EXPECT_EQ(fed.text, text) << bytes;
    EXPECT_EQ(fed.lines, lines) << bytes;
  }
  const Fed sliced = fed_from(text, {.block_lines = 7});
  EXPECT_EQ(sliced.text, text);
  EXPECT_EQ(sliced.lines, lines);
  EXPECT_EQ(sliced.largest, 7u);
}

TEST_F(InputFeedTest, SlicesKeepLineNumbers) {
  const Fed fed = fed_from("1\n#\n2\n#\n3\n4\n", {.block_lines = 2});
  EXPECT_EQ(fed.lines, (Lines{1, 3, 5, 6}));
  EXPECT_EQ(fed.blocks, 2u);
}

TEST_F(InputFeedTest, RepeatsUntilNobodyWantsMore) {
  const std::string path = directory_.write("input", "1\n2\n");
  const Fed fed = read_all(path, {.repeat = true}, 3);
  EXPECT_EQ(fed.text, "1\n2\n1\n2\n1\n2\n");
  EXPECT_EQ(fed.lines, (Lines{1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(fed_from("#\n", {.repeat = true}).blocks, 0u);  // there is nothing to repeat
}

TEST_F(InputFeedTest, SaysWhatIsWrongWithTheInput) {
  Interrupt interrupt;
  const Fed missing = read_all(directory_.path("missing"), {});
  ASSERT_TRUE(missing.error);
  EXPECT_EQ(missing.error->message, directory_.path("missing") + ": No such file or directory");

  const std::string longest(InputFeed::kMaxLineBytes - 1, '.');
  EXPECT_EQ(fed_from("1\n" + longest + "\n3\n").text.size(), longest.size() + 5);
  const Fed too_long = fed_from("1\n2\n" + longest + longest + "\n4\n");
  EXPECT_EQ(too_long.text, "1\n2\n");
  ASSERT_TRUE(too_long.error);
  EXPECT_NE(too_long.error->message.find("input:3: line longer than"), std::string::npos);
}

}  // namespace
}  // namespace puzzled::send
