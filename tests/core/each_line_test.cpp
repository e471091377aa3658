// Where each line is answered, by one line, whatever stands on it: what programs that count lines
// want.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "tests/core/answered_in_blocks.hpp"
#include "tests/core/answered_text.hpp"

namespace puzzled::sudoku {
namespace {

const TextForm kEachLine = *detect_form("", true, {.each_line = true});

/// Answers a text at once and in small pieces, which must be the same.
BlockAnswers answer_each_line(const std::string& text, AnswerStyle style = AnswerStyle::kLine) {
  AnswerOptions styled = options();
  styled.style = style;
  BlockAnswers whole;
  BlockSolver(styled).answer(text, kEachLine, {}, whole);
  for (const std::size_t step : {std::size_t{1}, std::size_t{82}, std::size_t{5000}}) {
    const BlockAnswers cut = answered_in_blocks(
        text, kEachLine, styled, text.size() + kMaxLineBytes + 1, [step] { return step; });
    EXPECT_EQ(cut.text.view(), whole.text.view());
    EXPECT_EQ(cut.account, whole.account);
    EXPECT_EQ(cut.tally.puzzles(), whole.tally.puzzles());
  }
  return whole;
}

std::string answer_to(const std::string& line) {
  return std::string(answer_each_line(line + '\n').text.view());
}

TEST(EachLine, BlankLinesAndCommentsHaveAnEmptyAnswer) {
  for (const std::string line : {"", " ", "\t", "\r", " \t\r", "#", "# 5", "// 5", "  # 5", "\f"}) {
    EXPECT_EQ(answer_to(line), "\n") << line;
  }
  EXPECT_EQ(answer_to('#' + std::string(3 * kMaxLineBytes, '.')), "\n");
}

TEST(EachLine, ItsPuzzleIsAnsweredWhereverItStands) {
  const std::string answer = std::string(kSolution) + '\n';
  const std::string puzzle = kPuzzle;
  for (const std::string& line :
       {puzzle, puzzle + '\r', puzzle + ",easy", puzzle + ',' + kSolution, "id\t" + puzzle,
        "7," + puzzle + ",x", '"' + puzzle + '"', "{\"puzzle\": \"" + puzzle + "\"}",
        puzzle + ",5\xCD" + std::string(76, '0'), "a " + puzzle + ' ' + kSolution,
        std::string(kSolution) + ' ' + puzzle}) {
    EXPECT_EQ(answer_to(line), answer) << line;
  }
}

TEST(EachLine, AllElseIsInvalid) {
  const std::string puzzle = kPuzzle;
  for (const std::string& line :
       {std::string("end"), std::string("quit"), std::string("puzzle,solution"), std::string("1"),
        puzzle.substr(0, 9), puzzle + puzzle, puzzle + ' ' + puzzle, std::string(5000, '5'),
        std::string(81, '\0'), std::string("[[5,3],"), std::string("+---+"),
        puzzle.substr(0, 80) + "A", std::string(5000, ' ')}) {
    const std::string answer = answer_to(line);
    EXPECT_TRUE(answer.starts_with("invalid ")) << line << '\n' << answer;
    EXPECT_EQ(answer.find('\n'), answer.size() - 1);
  }
}

TEST(EachLine, AByteOrderMarkIsNoLine) {
  EXPECT_EQ(answer_to(std::string("\xEF\xBB\xBF") + kPuzzle), std::string(kSolution) + '\n');
}

TEST(EachLine, TheLastNeedsNoLineFeed) {
  EXPECT_EQ(answer_each_line("\n" + std::string(kPuzzle)).text.view(),
            '\n' + std::string(kSolution) + '\n');
  EXPECT_EQ(answer_each_line("").text.view(), "");
}

/// As many as there are faults in a batch, and more.
TEST(EachLine, AnyNumberOfEmptyOnesIsAnswered) {
  const std::string text(20'000, '\n');
  const BlockAnswers answers = answer_each_line(text);
  EXPECT_EQ(answers.text.view(), text);
  EXPECT_EQ(answers.account.blank, 20'000U);
  EXPECT_EQ(answers.tally.puzzles(), 0U);
  EXPECT_TRUE(answers.faults.empty());
}

TEST(EachLine, LinesAndAnswersAreAsMany) {
  const std::string puzzle = kPuzzle;
  const std::vector<std::string> kinds = {"",
                                          "# a",
                                          "end",
                                          puzzle,
                                          puzzle + '\r',
                                          "[[",
                                          "\"",
                                          puzzle.substr(0, 9),
                                          "---",
                                          "a,b,c",
                                          puzzle + ';' + kSolution,
                                          puzzle + ' ' + puzzle,
                                          std::string(4097, '.')};
  std::mt19937 random(1);
  for (const AnswerStyle style : {AnswerStyle::kLine, AnswerStyle::kJson}) {
    std::string text;
    for (int i = 0; i < 500; ++i) text += kinds[random() % kinds.size()] + '\n';
    const BlockAnswers answers = answer_each_line(text, style);
    EXPECT_EQ(count_lines(answers.text.view()), 500U);
    EXPECT_EQ(answers.account.lines(), 500U);
    EXPECT_EQ(answers.tally.puzzles() + answers.account.blank + answers.account.comments, 500U);
  }
}

}  // namespace
}  // namespace puzzled::sudoku
