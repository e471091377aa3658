// The answers of the tools to a block: text, keys, faults, and what is counted.
#include "core/sudoku/tools/line_tool.hpp"
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/tools/canon_tool.hpp"
#include "core/sudoku/tools/minimal_tool.hpp"
#include "core/sudoku/tools/rate_tool.hpp"
#include "core/sudoku/tools/shuffle_tool.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kGood =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
constexpr std::string_view kForm =
    "........1.....2.34156...27......8.......51..232974......16..9....34..7..28.91.45.";

/// Three puzzles of one class, and two lines that are none.
std::string mixed_lines() {
  const std::string good(kGood);
  std::string conflict = good;
  conflict[1] = '5';
  return good + "\n" + conflict + "\n# remark\n" + good + " x\n12\n" + std::string(kForm) + "\n";
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t end; (end = text.find('\n')) != std::string_view::npos;) {
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  EXPECT_TRUE(text.empty());
  return lines;
}

/// The answers to a whole stream, whose first puzzle has number `first`.
ToolAnswers answered(LineTool& tool, std::string_view text, std::uint64_t first = 0) {
  PuzzleLines lines;
  lines.read(text, *detect_form(text, true), {}, plain_line_counter());
  ToolAnswers answers;
  tool.answer(lines, first, answers);
  return answers;
}

void expect_faults_of_mixed_lines(const ToolAnswers& answers) {
  ASSERT_EQ(answers.faults.size(), 2U);
  EXPECT_EQ(answers.faults[0].place.line, 2U);
  EXPECT_EQ(answers.faults[0].place.column, 2U);
  EXPECT_EQ(answers.faults.reason(answers.faults[0]), "clues r1c1 and r1c2 are both 5");
  EXPECT_EQ(answers.faults[1].place.line, 5U);
  EXPECT_EQ(answers.faults[1].place.column, 3U);
  EXPECT_EQ(answers.faults.reason(answers.faults[1]), "2 cells instead of 81");
  EXPECT_EQ(answers.tally.solved, 3U);
  EXPECT_EQ(answers.tally.invalid, 2U);
  EXPECT_EQ(answers.line_ends, 6U);
}

TEST(CanonTool, AnswersInOrder) {
  CanonTool tool({});
  const ToolAnswers answers = answered(tool, mixed_lines());
  const std::string form(kForm);
  EXPECT_EQ(split(answers.text.view()),
            (std::vector<std::string>{form, "invalid clues r1c1 and r1c2 are both 5", form,
                                      "invalid 2 cells instead of 81", form}));
  expect_faults_of_mixed_lines(answers);
  EXPECT_TRUE(answers.keyed.empty());
}

TEST(CanonTool, KeysStandForTheTextOfTheirLines) {
  CanonTool tool({.automorphisms = true, .keyed = true});
  const ToolAnswers answers = answered(tool, mixed_lines());
  expect_faults_of_mixed_lines(answers);
  ASSERT_EQ(answers.keyed.size(), 3U);
  std::size_t begin = 0;
  for (const ToolAnswers::KeyedLine& line : answers.keyed) {
    EXPECT_EQ(line.begin, begin);
    EXPECT_EQ(answers.text.view().substr(begin, line.end - begin), std::string(kForm) + "\t1\n");
    EXPECT_EQ(line.form, answers.keyed[0].form);
    begin = line.end;
  }
  EXPECT_EQ(begin, answers.text.size());
}

TEST(CanonTool, OriginalLinesOfATableStandBelowItsHeader) {
  CanonTool tool({.keyed = true, .original = true});
  const std::string record = "7," + std::string(kGood) + ",x";
  const ToolAnswers answers = answered(tool, "id,puzzle,note\n" + record + "\n8,12,x\n");
  EXPECT_EQ(split(answers.text.view()), (std::vector<std::string>{"id,puzzle,note", record}));
  EXPECT_EQ(answers.header_bytes, sizeof "id,puzzle,note");
  ASSERT_EQ(answers.keyed.size(), 1U);
  EXPECT_EQ(answers.keyed[0].begin, answers.header_bytes);
  EXPECT_EQ(answers.faults.size(), 1U);
}

TEST(RateTool, CountsWhatItWrites) {
  const std::string empty(81, '.');
  const std::string text = mixed_lines() + empty + "\n";
  const auto levels = [&](const RateOptions& options) {
    RateTool tool(options);
    return answered(tool, text).levels;
  };
  EXPECT_EQ(levels({})[0], 1U);
  EXPECT_EQ(levels({})[1], 3U);
  EXPECT_EQ(levels({.min = {.level = 1}})[0], 0U);
  EXPECT_EQ(levels({.max = {}})[1], 0U);
  RateTool all({});
  EXPECT_EQ(split(answered(all, text).text.view()).size(), 6U);
  RateTool within({.min = {.level = 1}, .max = {.level = 2}, .keeps_invalid = false});
  const ToolAnswers answers = answered(within, text);
  const std::string good(kGood);
  EXPECT_EQ(split(answers.text.view()),
            (std::vector<std::string>{"1.0.0\t" + good, "1.0.0\t" + good + " x",
                                      "1.0.0\t" + std::string(kForm)}));
  EXPECT_EQ(answers.faults.size(), 2U);
  EXPECT_EQ(answers.tally.solved, 4U);  // those without an answer, too
}

TEST(ShuffleTool, NumbersGoOnFromBlockToBlock) {
  ShuffleTool tool({.seed = 3, .copies = 2});
  const std::string text = mixed_lines();
  const std::string whole(answered(tool, text + text).text.view());
  const std::string first(answered(tool, text).text.view());
  const std::string second(answered(tool, text, 5).text.view());  // lines that are none count
  EXPECT_EQ(first + second, whole);
  EXPECT_EQ(split(first).size(), 3 * 2 + 2U);
  EXPECT_NE(first, second);
}

TEST(ShuffleTool, EqualNumbersAreTransformedAlike) {
  ShuffleTool tool({.seed = 9});
  const std::string good(kGood);
  const std::string once(answered(tool, good + "\n", 17).text.view());
  const std::string copy = split(once)[0];
  // Two puzzles of a line have numbers of their own, but those of a record have that of the record.
  const std::string line(answered(tool, good + "," + good + "\n", 17).text.view());
  EXPECT_EQ(split(line)[0], copy);
  EXPECT_EQ(split(line).size(), 2U);
  EXPECT_NE(split(line)[1], copy);
  const std::string record(answered(tool, "p,q\n" + good + "," + good + "\n", 17).text.view());
  EXPECT_EQ(record, "p,q\n" + copy + "," + copy + "\n");
}

TEST(MinimalTool, AnswersAndLists) {
  const std::string empty(81, '.');
  MinimalTool tool({});
  EXPECT_EQ(split(answered(tool, empty + "\n").text.view()), std::vector<std::string>{"multiple"});
  MinimalTool lists({.lists = true, .most = 3});
  const ToolAnswers listed = answered(lists, mixed_lines());
  expect_faults_of_mixed_lines(listed);
  ASSERT_EQ(split(listed.text.view()).size(), 3 * 3 + 2U);
  std::string text;
  for (const std::string& line : split(listed.text.view())) {
    if (!line.starts_with("invalid")) text += line + "\n";
  }
  EXPECT_EQ(split(answered(tool, text).text.view()), std::vector<std::string>(9, "minimal"));
}

TEST(MinimalAnswer, NamesCluesRowByRow) {
  Redundancy redundancy{.solutions = 1};
  EXPECT_EQ(minimal_answer(redundancy), "minimal");
  for (const std::size_t cell : {80U, 0U, 13U}) redundancy.redundant.set(cell);
  EXPECT_EQ(minimal_answer(redundancy), "r1c1 r2c5 r9c9");
  redundancy.solutions = 2;
  EXPECT_EQ(minimal_answer(redundancy), "multiple");
  redundancy.solutions = 0;
  EXPECT_EQ(minimal_answer(redundancy), "unsolvable");
}

TEST(ToolAnswers, ClearForgetsEverything) {
  CanonTool tool({.keyed = true, .original = true});
  ToolAnswers answers = answered(tool, "puzzle\n" + std::string(kGood) + "\n12\n");
  EXPECT_GT(answers.header_bytes, 0U);
  answers.levels[3] = 1;
  answers.clear();
  EXPECT_TRUE(answers.text.empty() && answers.keyed.empty() && answers.faults.empty());
  EXPECT_EQ(answers.header_bytes + answers.tally.puzzles() + answers.line_ends, 0U);
  EXPECT_EQ(std::accumulate(answers.levels.begin(), answers.levels.end(), std::uint64_t{0}), 0U);
}

}  // namespace
}  // namespace puzzled::sudoku
