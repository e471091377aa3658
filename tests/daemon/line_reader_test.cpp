// Lines of an input, whatever pieces it comes in, and the bounds of what is read.
#include "daemon/base/files/line_reader.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/sudoku/text/lines.hpp"
#include "daemon/base/files/input.hpp"
#include "tests/daemon/temporary_directory.hpp"

namespace puzzled {
namespace {

struct ReadLines {
  std::vector<std::string> lines;
  std::vector<std::uint64_t> numbers;
  std::string error;
};

class LineReaderTest : public testing::Test {
 protected:
  ReadLines lines_of(const std::string& text, const LineLimits& limits = {}) {
    const std::string path = directory_.write("input", text);
    Result<std::unique_ptr<ByteSource>> source = open_input(path, interrupt_);
    LineReader reader(std::move(*source), "input", limits);
    ReadLines result;
    while (const std::optional<std::string_view> line = reader.next()) {
      result.lines.emplace_back(*line);
      result.numbers.push_back(reader.number());
    }
    if (reader.error()) result.error = reader.error()->message;
    return result;
  }

  TemporaryDirectory directory_;
  Interrupt interrupt_;
};

TEST_F(LineReaderTest, LeavesOutBlankLinesAndCountsThem) {
  const ReadLines read = lines_of("a\r\n\n#\n  \nb\n" + std::string(200000, '\n') + "c");
  EXPECT_EQ(read.lines, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(read.numbers, (std::vector<std::uint64_t>{1, 5, 200006}));
  EXPECT_EQ(read.error, "");
  EXPECT_TRUE(lines_of("").lines.empty());
}

TEST_F(LineReaderTest, ReadsLinesAcrossBuffers) {
  std::string text;
  for (int i = 0; i < 5000; ++i)
    text += std::string(static_cast<std::size_t>(i % 97 + 1), 'x') + '\n';
  const ReadLines read = lines_of(text);
  ASSERT_EQ(read.lines.size(), 5000u);
  for (std::size_t i = 0; i < 5000; ++i) ASSERT_EQ(read.lines[i].size(), i % 97 + 1);
}

TEST_F(LineReaderTest, StopsAtALineThatIsTooLong) {
  const std::string longest(sudoku::kMaxLineBytes, 'x');
  EXPECT_EQ(lines_of(longest + "\n" + longest).lines.size(), 2u);
  for (const char* end : {"", "\nb\n"}) {
    const ReadLines read = lines_of("a\n\n" + longest + "x" + end);
    EXPECT_EQ(read.lines, (std::vector<std::string>{"a"}));
    EXPECT_EQ(read.error, "input:3: line longer than 4096 bytes");
  }
  EXPECT_EQ(lines_of(std::string(1 << 20, 'x')).error, "input:1: line longer than 4096 bytes");
}

TEST_F(LineReaderTest, StopsBehindTheMostBytes) {
  const std::string text = "a\n" + std::string(100000, '\n');
  EXPECT_EQ(lines_of(text, {.bytes = text.size()}).error, "");
  const ReadLines read = lines_of(text, {.bytes = text.size() - 1});
  EXPECT_EQ(read.lines, (std::vector<std::string>{"a"}));
  EXPECT_EQ(read.error, "input is longer than 100001 bytes");
}

TEST_F(LineReaderTest, GivesBlankLinesAndCommentsIfAsked) {
  const ReadLines read = lines_of("a\r\n\n#\n  \n\nb", {.gives_all = true});
  EXPECT_EQ(read.lines, (std::vector<std::string>{"a", "", "#", "  ", "", "b"}));
  EXPECT_EQ(read.numbers, (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6}));
}

TEST_F(LineReaderTest, LinesMayBeAsLongAsTheLimit) {
  const LineLimits limits{.line_bytes = 1 << 20, .gives_all = true};
  const std::string longest(limits.line_bytes, 'x');
  const ReadLines read = lines_of("a\n" + longest + "\n\n" + longest, limits);
  EXPECT_EQ(read.lines, (std::vector<std::string>{"a", longest, "", longest}));
  EXPECT_EQ(lines_of("a\n" + longest + "x\n", limits).error,
            "input:2: line longer than 1048576 bytes");
}

}  // namespace
}  // namespace puzzled
