// Where a file is cut into parts that are read apart from each other: the answers to both are those
// to the whole, wherever the cut is asked for.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "tests/core/answered_text.hpp"

namespace puzzled::sudoku {
namespace {

std::string answer_parts(std::string_view text, std::size_t cut, const TextForm& form) {
  AnswerOptions lines = options();
  lines.style = AnswerStyle::kLine;
  BlockAnswers answers;
  BlockSolver solver(lines);
  solver.answer(text.substr(0, cut), form, {}, answers);
  solver.answer(text.substr(cut), form, cut == 0 ? BlockContext() : kBehindPuzzle, answers);
  return std::string(answers.text.view());
}

/// Cuts the text at every place where it may be cut. Returns how many there are.
std::size_t cut_everywhere(const std::string& text, const FormRequest& request = {}) {
  const TextForm form = *detect_form(text, true, request);
  const std::string whole = answer_parts(text, 0, form);
  std::size_t places = 0;
  std::size_t before = 0;
  for (std::size_t from = 1; from <= text.size(); ++from) {
    const std::optional<std::size_t> cut = find_part_cut(text, from, form, true);
    if (!cut) break;
    EXPECT_GE(*cut, from);
    EXPECT_EQ(text[*cut - 1], '\n');
    if (*cut == before) continue;
    before = *cut;
    ++places;
    EXPECT_EQ(answer_parts(text, *cut, form), whole) << "cut at " << *cut << " of:\n" << text;
    // What stands further before changes nothing.
    if (*cut > kPartLead) {
      const std::size_t begin = *cut - kPartLead;
      EXPECT_EQ(find_part_cut(std::string_view(text).substr(begin), kPartLead, form, false),
                kPartLead);
    }
  }
  return places;
}

std::string lines_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

const std::string kOne = kPuzzle;
const std::string kFull = kSolution;

TEST(PartCut, EveryPuzzleOnALineOfItsOwnIsAPlace) {
  EXPECT_EQ(cut_everywhere(lines_of({kOne, kOne, kOne})), 3U);
  EXPECT_EQ(cut_everywhere(lines_of({kOne + '\r', kOne + " # easy", kOne + ',' + kFull})), 3U);
  EXPECT_EQ(cut_everywhere(lines_of({kOne, kOne}) + kOne), 2U);  // the last has no line feed
}

TEST(PartCut, WhatHasMeaningBesideOtherLinesIsNone) {
  EXPECT_EQ(cut_everywhere(lines_of({"2", kOne, "", "# comment", "Title", kOne, "---+---+---"})),
            2U);
  EXPECT_EQ(cut_everywhere(lines_of({kOne, "12345", "zzz", kOne.substr(1), kOne})), 2U);
  // A puzzle and its solution behind names.
  EXPECT_EQ(cut_everywhere(lines_of({kOne, "puzzle: " + kOne, "solution: " + kFull, kOne})), 2U);
  EXPECT_EQ(cut_everywhere(lines_of({kOne, "[Puzzle]", kOne, "[Solution]", kFull, kOne})), 4U);
}

TEST(PartCut, RecordsOfTablesArePlaces) {
  EXPECT_EQ(cut_everywhere(lines_of({"id,puzzle", "1," + kOne, "2," + kOne, "3,x", "4," + kOne})),
            3U);
  EXPECT_EQ(cut_everywhere(lines_of(
                {"id,puzzle,note", "1," + kOne + ",\"a, \"\"b\"\"\"", "2,\"" + kOne + "\",c"})),
            2U);
  // A header that comes again.
  EXPECT_EQ(cut_everywhere(lines_of({"id,puzzle", "1," + kOne, "id,puzzle", "1," + kOne})), 2U);
}

TEST(PartCut, NoPlaceIsWithinQuotes) {
  const std::string record = "1," + kOne + ",\"one\n7," + kOne + ",\ntwo\"";
  const std::string text = lines_of({"id,puzzle,note", record, record, record});
  EXPECT_EQ(cut_everywhere(text), 0U);
}

TEST(PartCut, AfterOneRecordWithALineBreakInQuotesThereIsAPlaceAgain) {
  std::string text = lines_of({"id,puzzle,note", "1," + kOne + ",\"one\ntwo\""});
  const std::size_t behind = text.size();
  for (int i = 0; i < 200; ++i) text += "2," + kOne + ",\"x\"\n";
  const TextForm form = *detect_form(text, true);
  const std::optional<std::size_t> cut = find_part_cut(text, 1, form, true);
  ASSERT_TRUE(cut);
  EXPECT_GT(*cut, behind);
  EXPECT_GT(cut_everywhere(text), 50U);
}

TEST(PartCut, WhereEachLineIsAnsweredEveryLineEndIs) {
  const std::string text = lines_of({"end", "", "# c", kOne, "x"});
  EXPECT_EQ(cut_everywhere(text, {.each_line = true}), 5U);
}

TEST(PartCut, BoardsHaveNone) {
  std::string board;
  for (std::size_t i = 0; i < 81; i += 9) board += kOne.substr(i, 9) + '\n';
  EXPECT_EQ(cut_everywhere(board + board), 0U);
}

/// What stands on several lines is counted, for there the parts would not fit together.
TEST(PartCut, WhatIsSpreadOverLinesIsCounted) {
  const auto spread_of = [](const std::string& text) {
    BlockAnswers answers;
    AnswerOptions lines = options();
    BlockSolver(lines).answer(text, *detect_form(text, true), {}, answers);
    return answers.account.spread;
  };
  std::string board;
  for (std::size_t i = 0; i < 81; i += 9) board += kOne.substr(i, 9) + '\n';
  EXPECT_EQ(spread_of(lines_of({kOne, "123456789", kOne, "[[5,3]]"})), 0U);
  EXPECT_EQ(spread_of(board), 1U);
  EXPECT_EQ(spread_of(kOne + '\n' + board + board), 2U);
  EXPECT_GT(spread_of("[\n\"" + kOne + "\"\n]\n"), 0U);
  EXPECT_EQ(spread_of("id,puzzle,note\n1," + kOne + ",\"a\nb\"\n"), 1U);
  EXPECT_EQ(spread_of("{\"puzzle\": \"" + kOne + "\"}\n"), 0U);
}

}  // namespace
}  // namespace puzzled::sudoku
