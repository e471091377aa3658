// Which form a stream is taken for, from as little text as decides it.
#include "core/sudoku/text_form.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace puzzled::sudoku {
namespace {

const std::string kLine =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kRow = "53..7....\n";

TextForm detected(const std::string& text) {
  const std::optional<TextForm> form = detect_form(text, true);
  EXPECT_TRUE(form.has_value()) << text;
  return form.value_or(TextForm{});
}

TEST(DetectForm, TakesOneLineOf81CellsForLines) {
  EXPECT_EQ(detected(kLine).layout, Layout::kLines);
  EXPECT_EQ(detected("# remark\n\n" + kLine + " 7 stars\n").layout, Layout::kLines);
  EXPECT_EQ(detected("\xEF\xBB\xBF" + kLine + "\r\n").layout, Layout::kLines);
}

TEST(DetectForm, DecidesForLinesBeforeTheLineHasEnded) {
  EXPECT_FALSE(detect_form(kLine.substr(0, 80), false).has_value());
  EXPECT_TRUE(detect_form(kLine, false).has_value());
}

TEST(DetectForm, FindsThePuzzleColumnOfATable) {
  EXPECT_TRUE(detected("quizzes,solutions\n" + kLine + ",1\n").has_header);
  EXPECT_EQ(detected("quizzes,solutions\n").csv_column, 0u);
  EXPECT_EQ(detected("id,Puzzle,solution\r\n").csv_column, 1u);
  EXPECT_FALSE(detected(kLine + ",solution\n").has_header);
}

TEST(DetectForm, FindsTheSeparatorOfATable) {
  EXPECT_EQ(detected("id;puzzle\n").csv_separator, ';');
  EXPECT_EQ(detected("id\tpuzzle\tx,y\n").csv_separator, '\t');
  EXPECT_EQ(detected("\"id\" \"puzzle\"\n").csv_separator, ' ');
  EXPECT_EQ(detected("\"a;b\",\"puzzle\"\n").csv_separator, ',');
}

TEST(DetectForm, WaitsForARecordToSeeWhetherItHasARowName) {
  EXPECT_FALSE(detect_form("puzzle,solution\n", false).has_value());
  EXPECT_FALSE(detect_form("puzzle,solution\n1," + kLine, false).has_value());
  EXPECT_EQ(detect_form("puzzle,x\n1," + kLine + ",2\n", false)->csv_column, 1u);
  EXPECT_EQ(detect_form("puzzle,x\n" + kLine + ",1,2\n", false)->csv_column, 0u);
  EXPECT_EQ(detect_form("puzzle,x\n1," + kLine + "\n", false)->csv_column, 0u);
}

TEST(DetectForm, TellsBareBoardsFromDecoratedOnes) {
  EXPECT_EQ(detected(kRow + kRow).layout, Layout::kBoards);
  EXPECT_TRUE(detected(kRow + kRow).judge_board);
  EXPECT_TRUE(detected("2\n" + kRow + kRow).judge_board);
  const TextForm spaced = detected("5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n");
  EXPECT_EQ(spaced.layout, Layout::kBoards);
  EXPECT_FALSE(spaced.judge_board);
  for (const char* head : {"[Puzzle]\n", "Grid 01\n", "---+---+---\n", "53.|.7.|...\n6..|195|...\n",
                           "*-----------*\n", "#ASomebody\n[Puzzle]\n", "5,3,0,0,7,0,0,0,0\n"}) {
    EXPECT_EQ(detected(head).layout, Layout::kBoards) << head;
    EXPECT_FALSE(detected(head).judge_board) << head;
  }
}

TEST(DetectForm, WaitsForASecondLineBehindARow) {
  EXPECT_FALSE(detect_form(kRow, false).has_value());
  EXPECT_FALSE(detect_form(kRow + kRow.substr(0, 5), false).has_value());
  EXPECT_TRUE(detect_form(kRow + kRow, false).has_value());
}

TEST(DetectForm, TakesAnythingElseForLines) {
  for (const char* head : {"", "\n\n", "garbage\n", "12\n", "end\n", "# only\n", "....\n.....\n"}) {
    EXPECT_EQ(detected(head).layout, Layout::kLines) << head;
  }
  EXPECT_EQ(detected(kRow + kLine + "\n").layout, Layout::kLines);
  EXPECT_EQ(detected(std::string(3, '\0')).layout, Layout::kLines);
  EXPECT_TRUE(detect_form(std::string(kMaxLineBytes + 1, 'q'), false).has_value());
}

TEST(ForcedForm, FollowsTheName) {
  EXPECT_EQ(forced_form("sdm", "", false)->layout, Layout::kLines);
  EXPECT_EQ(forced_form("board", kLine, true)->layout, Layout::kBoards);
  EXPECT_TRUE(forced_form("board", "", false)->judge_board);
  EXPECT_FALSE(forced_form("integers", "", false)->judge_board);
  EXPECT_EQ(forced_form("csv", "x,quiz\n", true)->csv_column, 1u);
  EXPECT_EQ(forced_form("csv", kLine, true)->csv_column, 0u);
  EXPECT_TRUE(forced_form("csv", kLine, true)->has_header);
  EXPECT_FALSE(forced_form("csv", "id,", false).has_value());
}

TEST(Classify, KnowsTheLinesThatAreNoPuzzles) {
  EXPECT_EQ(classify("", Layout::kLines), LineClass::kBlank);
  EXPECT_EQ(classify(" \t ", Layout::kLines), LineClass::kBlank);
  EXPECT_EQ(classify("#53..", Layout::kLines), LineClass::kComment);
  EXPECT_EQ(classify("end", Layout::kLines), LineClass::kEnd);
  EXPECT_EQ(classify("end ", Layout::kBoards), LineClass::kEnd);
  EXPECT_EQ(classify("ending", Layout::kLines), LineClass::kContent);
  EXPECT_EQ(classify("[State]", Layout::kBoards), LineClass::kOtherSection);
  EXPECT_EQ(classify("[PUZZLE]", Layout::kBoards), LineClass::kPuzzleSection);
  EXPECT_EQ(classify("+---+---+---+", Layout::kBoards), LineClass::kRuler);
  EXPECT_EQ(classify("*** *** ***", Layout::kBoards), LineClass::kContent);
  EXPECT_EQ(classify("Grid 50", Layout::kBoards), LineClass::kTitle);
  EXPECT_EQ(classify("Grid", Layout::kBoards), LineClass::kContent);
}

TEST(SkipBlankLines, StopsAtTheFirstLineThatMayBeAnswered) {
  struct Case {
    std::string text;
    std::size_t lines;
    std::string rest;
  };
  const std::string wide(kMaxLineBytes, ' ');
  for (const Case& c : std::vector<Case>{{"", 0, ""},
                                         {"\n\r\n \t\n\v\f\n5\n\n", 4, "5\n\n"},
                                         {"#\n# a remark, and some more\n#x\n 5\n", 3, " 5\n"},
                                         {"\n\n  ", 2, "  "},
                                         {"\n# cut", 1, "# cut"},
                                         {" #\n", 0, " #\n"},
                                         {wide + "\n" + wide + " \n", 1, wide + " \n"},
                                         {"#" + wide + wide + "\n", 1, ""},
                                         {"end\n", 0, "end\n"}}) {
    std::string_view text = c.text;
    EXPECT_EQ(skip_blank_lines(text), c.lines) << c.text;
    EXPECT_EQ(text, c.rest) << c.text;
    // The lines that it skips are those that classify() knows as such.
    for (std::string_view rest = c.text; rest.size() > text.size();) {
      const LineClass kind = classify(take_line(rest), Layout::kBoards);
      EXPECT_TRUE(kind == LineClass::kBlank || kind == LineClass::kComment) << c.text;
    }
  }
}

TEST(TakeLine, AcceptsEveryLineEnd) {
  std::string_view text = "a\r\n\nb\r\rc\nlast";
  EXPECT_EQ(take_line(text), "a");
  EXPECT_EQ(take_line(text), "");
  EXPECT_EQ(take_line(text), "b\r\rc");
  EXPECT_EQ(take_line(text), "last");
  EXPECT_TRUE(text.empty());
}

}  // namespace
}  // namespace puzzled::sudoku
