// Cuts never change an answer, wherever they fall.
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/sudoku/text/lines.hpp"
#include "tests/core/answered_in_blocks.hpp"
#include "tests/core/answered_text.hpp"

namespace puzzled::sudoku {
namespace {

TEST(CountLines, CountsInTextsOfEverySize) {
  std::string text;
  std::size_t lines = 0;
  for (int i = 0; i < 70000; ++i) {
    const bool ends = i % 7 == 3 || (i > 1000 && i < 40000);
    text += ends ? '\n' : '.';
    lines += ends ? 1 : 0;
    if (i < 300 || i % 9973 == 0) {
      ASSERT_EQ(count_lines(text), lines) << i;
    }
  }
  EXPECT_EQ(count_lines(text), lines);
}

TEST(EndOfLine, FindsEveryLine) {
  std::mt19937 random(2);
  std::string text;
  for (int i = 0; i < 2000; ++i) text += std::string(random() % 50, 'x') + '\n';
  std::size_t at = 0;
  for (std::uint64_t line = 0; line <= 2000; ++line) {
    ASSERT_EQ(end_of_line(text, line), at);
    at = text.find('\n', at) + 1;
  }
  EXPECT_EQ(end_of_line(text, 2001), std::string::npos);
  EXPECT_EQ(end_of_line(text + "x", 2001), std::string::npos);
}

void expect_same(const BlockAnswers& whole, const BlockAnswers& cut) {
  EXPECT_EQ(whole.text.view(), cut.text.view());
  EXPECT_EQ(whole.tally.puzzles(), cut.tally.puzzles());
  EXPECT_EQ(whole.account, cut.account);
  ASSERT_EQ(whole.faults.size(), cut.faults.size());
  for (std::size_t i = 0; i < whole.faults.size(); ++i) {
    EXPECT_EQ(whole.faults[i].place.line, cut.faults[i].place.line);
    EXPECT_EQ(whole.faults[i].place.column, cut.faults[i].place.column);
  }
}

/// Streams of good and bad material in random order.
std::string random_stream(bool of_lines, bool has_lists, std::mt19937& random) {
  const std::string board = in_rows(kPuzzle);
  const std::vector<std::string> pieces =
      of_lines ? std::vector<std::string>{kPuzzle + "\n",
                                          kPuzzle + " remark\r\n",
                                          "\n",
                                          "# e end\n",
                                          kPuzzle.substr(0, 30) + "\n",
                                          std::string(9000, '1') + "\n",
                                          "#" + std::string(9000, 'e') + "\n",
                                          "ends\n",
                                          kPuzzle + ' ' + kPuzzle + "\n",
                                          "7," + kPuzzle + "\n",
                                          "Easy ones\n",
                                          board,
                                          "---\n",
                                          "{\"a\": [\n\"" + kPuzzle + "\",\n",
                                          "\"" + kPuzzle + "\"]}\n",
                                          with_cell(kPuzzle, 2, '3') + "\n"}
               : std::vector<std::string>{board,
                                          in_rows(kPuzzle, " "),
                                          "\n",
                                          board.substr(0, 40) + "\n",
                                          "[State]\n" + board,
                                          "[Puzzle]\n",
                                          "Grid 7\n",
                                          "7\n",
                                          kPuzzle + "\n",
                                          "---------\n",
                                          "[[5, 3, 0, 0, 7, 0, 0, 0, 0],\n",
                                          "]\n",
                                          board.substr(0, 30) + "\n" + board.substr(30, 30) + "\n" +
                                              board.substr(60) + "\n",
                                          in_rows(with_cell(with_cell(kPuzzle, 2, '-'), 3, '-')),
                                          "---+---\n",
                                          "#" + std::string(9000, 'e') + "\n",
                                          std::string(9000, '1') + "\n"};
  std::string text = of_lines ? kPuzzle + "\n" : board;
  const int count = static_cast<int>(random() % 40);
  for (int i = 0; i < count; ++i) {
    const std::string& piece = pieces[random() % pieces.size()];
    if (has_lists || piece.find_first_of("[{") == std::string::npos) text += piece;
  }
  if (random() % 4 == 0) text += "end\n" + pieces[0];
  if (random() % 2 == 0)
    text.resize(text.size() - random() % std::min<std::size_t>(50, text.size()));
  return text;
}

TEST(CutBlock, NeverChangesAnAnswer) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const bool is_strict = round % 5 == 0;
    // A word of a list is read as a whole: here they are longer than the small capacities.
    const bool has_lists = !is_strict && round % 4 < 2;
    const std::string text = random_stream(round % 2 == 0, has_lists, random);
    const TextForm form = is_strict ? TextForm{} : *detect_form(text, true);
    // A board that is spread over more than a block is answered differently from one that fits, so
    // boards are compared with the same capacity, or with one that holds everything.
    const std::size_t small = kMaxLineBytes + 1 + random() % 9000;
    const std::size_t capacity = has_lists ? text.size() : small;
    const std::size_t most = round % 3 == 0 ? 7 : 4000;
    const BlockAnswers cut =
        answered_in_blocks(text, form, options(), capacity, [&] { return 1 + random() % most; });
    expect_same(answered_in_blocks(text, form, options(), capacity, [&] { return capacity; }), cut);
    if (is_strict || capacity == text.size()) {
      BlockAnswers whole;
      BlockSolver(options()).answer(text, form, {}, whole);
      expect_same(whole, cut);
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(CutBlock, NeverChangesAnAnswerAmongGridsOfCandidates) {
  std::string sukaku;
  for (int row = 0; row < 9; ++row) sukaku += "12 34 567 | 89 19 28 | 37 46 123456789\n";
  const std::vector<std::string> pieces = {sukaku,
                                           sukaku + "\n",
                                           "7" + sukaku.substr(2),
                                           sukaku.substr(0, 39 * 4),
                                           in_rows(kPuzzle),
                                           kPuzzle + "\n",
                                           "---+---\n",
                                           "Grid 7\n",
                                           "\n"};
  std::mt19937 random(13);
  for (int round = 0; round < 100; ++round) {
    std::string text = round % 2 == 0 ? sukaku : kPuzzle + "\n";
    for (auto count = random() % 40; count > 0; --count) text += pieces[random() % pieces.size()];
    const TextForm form = *detect_form(text, true);
    const std::size_t most = round % 3 == 0 ? 7 : 4000;
    BlockAnswers whole;
    BlockSolver(options()).answer(text, form, {}, whole);
    expect_same(whole, answered_in_blocks(text, form, options(), text.size(),
                                          [&] { return 1 + random() % most; }));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

/// Tables with quotes, and what makes them hard to cut.
std::string random_table(std::mt19937& random) {
  const std::vector<std::string> pieces = {"1," + kPuzzle + "\n",
                                           "\"1\",\"" + kPuzzle + "\"\r\n",
                                           "\"a\nb\"," + kPuzzle + "\n",
                                           "\"a\n\nend\n\"\"" + kPuzzle + "\"," + kPuzzle + "\n",
                                           "\"" + std::string(random() % 5000, '\n') + "\",x\n",
                                           "\"" + std::string(random() % 9000, 'y') + "\",x\n",
                                           "x,\"" + kPuzzle + "\n",
                                           "5\" disk," + kPuzzle + "\n",
                                           "\n",
                                           "# \"\n",
                                           "\"#\"," + kPuzzle + "\n"};
  std::string text = "\"\",\"puzzle\"\n1," + kPuzzle + "\n";
  const int count = static_cast<int>(random() % 40);
  for (int i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
  if (random() % 4 == 0) text += "end\n" + pieces[0];
  if (random() % 2 == 0)
    text.resize(text.size() - random() % std::min<std::size_t>(50, text.size()));
  return text;
}

TEST(CutBlock, NeverChangesAnAnswerOfATable) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    const std::string text = random_table(random);
    const TextForm form = *detect_form(text, true);
    // Without a whole record it is no table.
    ASSERT_TRUE(form.table || text.size() < 100);
    const std::size_t capacity = kMaxLineBytes + 1 + random() % 9000;
    const std::size_t most = round % 3 == 0 ? 7 : 4000;
    BlockAnswers whole;
    BlockSolver(options()).answer(text, form, {}, whole);
    expect_same(whole, answered_in_blocks(text, form, options(), capacity,
                                          [&] { return 1 + random() % most; }));
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(CutBlock, HoldsNoMoreLinesThanABlockMay) {
  std::string text;
  for (std::size_t i = 0; i < 3 * kMaxBlockLines; ++i) text += i % 5 == 0 ? "\n" : "x\n";
  EXPECT_EQ(count_lines(text), 3 * kMaxBlockLines);
  EXPECT_EQ(count_lines(std::string_view(text).substr(1, 9001)), 5000u);
  for (const TextForm& form : {TextForm{}, TextForm{.layout = Layout::kAny}}) {
    const BlockCut cut = cut_block(text, form, {}, true, true);
    EXPECT_LE(count_lines(std::string_view(text).substr(0, cut.size)), kMaxBlockLines);
    EXPECT_GT(cut.size, kMaxBlockLines);
    BlockAnswers whole;
    BlockSolver(options()).answer(text, form, {}, whole);
    expect_same(
        whole, answered_in_blocks(text, form, options(), text.size(), [&] { return text.size(); }));
  }
}

TEST(CutBlock, CutsThePlainLinesThatItCountsAsItCutsOthers) {
  std::string plain;
  for (std::size_t i = 0; i <= kMaxBlockLines; ++i) plain += kPuzzle + '\n';
  const TextForm form;
  for (const std::size_t lines :
       {std::size_t{0}, std::size_t{3}, kMaxBlockLines - 1, kMaxBlockLines, kMaxBlockLines + 1}) {
    for (const char* const rest : {"", "1", "x\n", "x\nend\n1", "\n\n", "end\nend\n"}) {
      const std::string text = plain.substr(0, lines * (kPuzzle.size() + 1)) + rest;
      for (const bool at_end : {false, true}) {
        for (const bool inside_line : {false, true}) {
          const BlockContext context{.inside_line = inside_line};
          const BlockCut expected = cut_block(text, form, context, at_end, false);
          const BlockCut cut = cut_block(text, form, context, at_end, false, plain_line_counter());
          EXPECT_EQ(cut.size, expected.size) << lines << rest;
          EXPECT_EQ(cut.is_full, expected.is_full) << lines << rest;
          EXPECT_EQ(cut.ended, expected.ended) << lines << rest;
          EXPECT_EQ(cut.next.inside_line, expected.next.inside_line) << lines << rest;
          EXPECT_EQ(cut.plain_lines, inside_line ? 0 : std::min(lines, kMaxBlockLines));
        }
      }
    }
  }
}

TEST(CutBlock, KnowsByteOrderMarksOfFilesThatWerePutTogether) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& board : {kPuzzle + "\n", in_rows(kPuzzle)}) {
    const std::string text = mark + board + "\n" + mark + board;
    const BlockAnswers cut = answered_in_blocks(text, *detect_form(text, true), options(),
                                                text.size(), [] { return std::size_t{1}; });
    EXPECT_EQ(cut.tally.solved, 2u);
    expect_same(answered(text), cut);
  }
  // Where each line has one answer, a mark belongs to the first line only.
  const std::string lines = mark + kPuzzle + "\n" + mark + kPuzzle + "\n";
  const BlockAnswers strict =
      answered_in_blocks(lines, {}, options(), lines.size(), [] { return std::size_t{1}; });
  EXPECT_EQ(strict.tally.solved, 1u);
  EXPECT_EQ(strict.tally.invalid, 1u);
}

TEST(CutBlock, CutsABoardThatIsSpreadTooWide) {
  // Remarks between its rows make the board larger than any block: one answer, and the next board
  // is not touched.
  std::string text = in_rows(kPuzzle).substr(0, 20);
  for (int i = 0; i < 3000; ++i) text += "# remark\n";
  text += in_rows(kPuzzle).substr(20) + in_rows(kPuzzle);
  const TextForm form = *detect_form(text, true);
  const BlockAnswers cut = answered_in_blocks(text, form, options(), 2 * kMaxLineBytes,
                                              [] { return std::size_t{1000}; });
  EXPECT_EQ(cut.text.view(), "invalid the board ends after 2 rows\n" + in_rows(kSolution));
}

}  // namespace
}  // namespace puzzled::sudoku
