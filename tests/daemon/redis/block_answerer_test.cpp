#include "daemon/redis/block_answerer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "daemon/redis/block_form.hpp"

namespace puzzled::redis {
namespace {

const std::string kPuzzleLine =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000\n";

std::size_t line_ends(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(BlockAnswerer, AnswersTheLargestBlock) {
  BlockAnswerer answerer{WorkSettings()};
  std::string lines;
  while (lines.size() + kPuzzleLine.size() <= kMaxBlockBytes) lines += kPuzzleLine;
  ASSERT_TRUE(answerer.answer(lines));
  EXPECT_EQ(line_ends(answerer.answers()), line_ends(lines));
  EXPECT_EQ(answerer.lines(), line_ends(lines));
  EXPECT_EQ(answerer.tally().solved, line_ends(lines));
  answerer.release();
  ASSERT_TRUE(answerer.answer(kPuzzleLine));
  EXPECT_EQ(answerer.lines(), 1U);
}

TEST(BlockAnswerer, AnswersLinesOfAnyLengthOnce) {
  BlockAnswerer answerer{WorkSettings()};
  const std::string lines = kPuzzleLine + std::string(3'000'000, '1') + '\n' + kPuzzleLine;
  ASSERT_TRUE(answerer.answer(lines));
  EXPECT_EQ(line_ends(answerer.answers()), 3U);
  EXPECT_EQ(answerer.tally().solved, 2U);
  EXPECT_EQ(answerer.tally().invalid, 1U);
}

TEST(BlockAnswerer, BoundsAnswersThatAreLongerThanTheirLines) {
  BlockAnswerer answerer{WorkSettings()};
  std::string lines;
  while (lines.size() < kMaxBlockBytes) lines += "x\n";
  lines.resize(kMaxBlockBytes);
  const Result<> answered = answerer.answer(lines);
  ASSERT_FALSE(answered);
  EXPECT_EQ(answered.error().message,
            "the answers have more than 67108864 bytes: make smaller blocks");
  lines.assign(1'000'000, '\n');
  ASSERT_TRUE(answerer.answer(lines));
  EXPECT_EQ(answerer.answers(), lines);
}

// What a line is answered depends on nothing but the line.
TEST(BlockAnswerer, ReadsEachLineAlone) {
  const std::vector<std::string> lines = {kPuzzleLine,
                                          "1...............\n",
                                          ".Shape~4x4.AntiKing\n",
                                          "\n",
                                          "# comment\n",
                                          "end\n",
                                          "\xEF\xBB\xBF" + kPuzzleLine,
                                          "{\"puzzle\": \"" + kPuzzleLine.substr(0, 81) + "\"}\n",
                                          std::string(36, '.') + '\n',
                                          "title\n"};
  BlockAnswerer answerer{WorkSettings()};
  std::vector<std::string> alone;
  for (const std::string& line : lines) {
    ASSERT_TRUE(answerer.answer(line));
    alone.emplace_back(answerer.answers());
    EXPECT_EQ(line_ends(alone.back()), 1U) << line;
  }
  EXPECT_EQ(alone[1].size(), 17U) << "a board of 4x4 is answered";
  EXPECT_EQ(alone[6], alone[0]);
  for (std::size_t first = 0; first < lines.size(); ++first) {
    for (std::size_t second = 0; second < lines.size(); ++second) {
      ASSERT_TRUE(answerer.answer(lines[first] + lines[second] + lines[first]));
      EXPECT_EQ(answerer.answers(), alone[first] + alone[second] + alone[first])
          << lines[first] << lines[second];
      EXPECT_EQ(answerer.lines(), 3U);
    }
  }
}

TEST(BlockAnswerer, CountsWithALimit) {
  WorkSettings settings;
  settings.limit = 2;
  BlockAnswerer answerer(settings);
  ASSERT_TRUE(answerer.answer(kPuzzleLine));
  EXPECT_TRUE(answerer.answers().starts_with("1\t"));
}

}  // namespace
}  // namespace puzzled::redis
