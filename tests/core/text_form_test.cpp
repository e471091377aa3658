// Which form a stream is taken for, from as little text as decides it.
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/sudoku/text/lines.hpp"

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

TEST(DetectForm, DecidesForLinesBeforeTheLineHasEnded) {
  EXPECT_FALSE(detect_form(kLine.substr(0, 80), false).has_value());
  EXPECT_TRUE(detect_form(kLine, false).has_value());
  EXPECT_FALSE(detected("\xEF\xBB\xBF" + kLine + "\r\n").table);
}

TEST(DetectForm, FindsTheColumnOfATableByContent) {
  const std::string solution =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  struct Case {
    std::string text;
    std::size_t column;
    char separator;
    bool has_header;
  };
  for (const Case& c : std::vector<Case>{
           {"quizzes,solutions\n" + kLine + ",1\n", 0, ',', true},
           {"a,b\n" + solution + ',' + kLine + "\n", 1, ',', true},
           {"id,Puzzle String,solution\r\n1," + kLine + ",x\r\n", 1, ',', true},
           {"id;givens\n1;" + kLine + "\n", 1, ';', true},
           {"id\tq\tx,y\n1\t" + kLine + "\ta,b\n", 1, '\t', true},
           {"id|q\n1|" + kLine + "\n", 1, '|', true},
           {"\"id\" \"q\"\n\"1\" \"" + kLine + "\"\n", 1, ' ', true},
           {"\"a;b\",\"q\"\n1,\"" + kLine + "\"\n", 1, ',', true},
           {"sep=;\nid;q\n1;" + kLine + "\n", 1, ';', true},
           {"1," + kLine + "," + solution + "\n", 1, ',', false},
           {":0702:9:" + kLine + ":653 472::c28:\n", 3, ':', false},
           {"99529 F 5/1 " + kLine + " # gsf q1\n", 3, ' ', false},
           // R writes the names of rows, but no name for their column.
           {"q,x\n1," + kLine + ",2\n", 1, ',', true},
           // The first record has lost its zeros.
           {"q,s\n" + kLine.substr(0, 79) + ',' + solution + "\n" + kLine + ',' + solution + "\n",
            0, ',', true},
           // Known names break ties.
           {"a,puzzle\n" + kLine + ',' + kLine + "\n", 1, ',', true}}) {
    const TextForm form = detected(c.text);
    ASSERT_TRUE(form.table) << c.text;
    EXPECT_EQ(form.table->column, c.column) << c.text;
    EXPECT_EQ(form.table->separator, c.separator) << c.text;
    EXPECT_EQ(form.table->has_header, c.has_header) << c.text;
  }
  EXPECT_FALSE(detected(kLine + ",solution\n").table);
}

// The first bytes of a stream decide only what more of them would not change.
TEST(DetectForm, WaitsForARecordThatIsNotDamaged) {
  const std::string damaged = kLine.substr(0, 20) + '}' + kLine.substr(21);
  const std::string text = "id,puzzle,variant\n1," + damaged + ",diagonal\n2," + damaged +
                           ",x\n3," + kLine + ",diagonal\n";
  const std::optional<TextForm> whole = detect_form(text, true);
  ASSERT_TRUE(whole && whole->table);
  EXPECT_EQ(whole->table->text_columns, 4U);
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::optional<TextForm> form = detect_form(text.substr(0, size), false);
    if (!form) continue;
    ASSERT_TRUE(form->table) << size;
    EXPECT_EQ(form->table->column, whole->table->column) << size;
    EXPECT_EQ(form->table->text_columns, whole->table->text_columns) << size;
  }
}

TEST(DetectForm, TakesTheColumnThatTheUserNames) {
  const std::string text = "a,b,c\n" + kLine + ',' + kLine + ",3\n";
  const auto column = [&](std::string_view name) {
    return detect_form(text, true, {.column = name});
  };
  EXPECT_EQ(column("B")->table->column, 1u);
  EXPECT_EQ(column("1")->table->column, 0u);
  EXPECT_TRUE(column("2")->table->is_given);
  EXPECT_TRUE(column("d")->lacks_column);
  EXPECT_TRUE(column("4")->lacks_column);
}

TEST(DetectForm, WaitsForARecordBehindAHeader) {
  EXPECT_FALSE(detect_form("puzzle,solution\n", false).has_value());
  EXPECT_FALSE(detect_form("puzzle,solution\n1," + kLine, false).has_value());
  EXPECT_EQ(detect_form("puzzle,x\n1," + kLine + ",2\n", false)->table->column, 1u);
}

TEST(DetectForm, TellsBareBoardsFromDecoratedOnes) {
  EXPECT_EQ(detected(kRow + kRow).board_answers, BoardAnswers::kBoards);
  EXPECT_EQ(detected("2\n" + kRow + kRow).board_answers, BoardAnswers::kBoards);
  EXPECT_EQ(detected("5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n").board_answers,
            BoardAnswers::kIntegers);
  EXPECT_EQ(detected("5 3 ? ? 7 ? ? ? ?\n6 ? ? 1 9 5 ? ? ?\n").board_answers,
            BoardAnswers::kIntegers);
  for (const char* head : {"[Puzzle]\n", "Grid 01\n", "---+---+---\n", "53.|.7.|...\n6..|195|...\n",
                           "*-----------*\n", "#ASomebody\n[Puzzle]\n", "5,3,0,0,7,0,0,0,0\n"}) {
    EXPECT_EQ(detected(head + kRow + kRow).board_answers, BoardAnswers::kLines) << head;
  }
}

TEST(DetectForm, WaitsForASecondLineBehindARow) {
  EXPECT_FALSE(detect_form(kRow, false).has_value());
  EXPECT_FALSE(detect_form(kRow + kRow.substr(0, 5), false).has_value());
  EXPECT_TRUE(detect_form(kRow + kRow, false).has_value());
}

TEST(DetectForm, TellsACountFromARowThatHasLostCells) {
  std::string rows;
  for (int i = 0; i < 8; ++i) rows += kRow;
  EXPECT_TRUE(detected("2\n" + kLine + "\n").begins_with_count);
  EXPECT_TRUE(detected("3020600\n" + rows + kRow).begins_with_count);
  EXPECT_FALSE(detected("3020600\n" + rows).begins_with_count);
  EXPECT_FALSE(detected("3020600\n" + rows + "\n" + rows + kRow).begins_with_count);
}

TEST(DetectForm, FindsTheMembersThatHoldPuzzles) {
  const std::string solution(81, '1');
  const TextForm form = detected("{\"a\": \"" + solution + "\", \"q\": \"" + kLine + "\"}\n");
  ASSERT_EQ(form.keys.size, 1u);
  EXPECT_EQ(form.keys.keys[0], key_hash("Q"));
  EXPECT_EQ(form.keys.record_depth, 1u);
  EXPECT_TRUE(detected("[\"" + kLine + "\"]").keys.empty());
  EXPECT_FALSE(detect_form("{\"a\": \"" + solution + "\",", false).has_value());
}

TEST(DetectForm, LooksAtABoundedPartOfAStream) {
  std::string text;
  while (text.size() < kMaxFormBytes) text += "\"a title\n";
  EXPECT_TRUE(detect_form(text, false).has_value());
  EXPECT_TRUE(detect_form(std::string(kMaxLineBytes + 1, 'q') + "\nq\n", false).has_value());
  EXPECT_TRUE(detect_form("", true).has_value());
  EXPECT_TRUE(detect_form(std::string(3, '\0'), true).has_value());
}

TEST(DetectForm, FollowsTheNameThatTheUserGives) {
  EXPECT_EQ(detect_form("", false, {.name = "sdm"})->layout, Layout::kLines);
  EXPECT_EQ(detect_form("", false, {.name = "line"})->layout, Layout::kLines);
  EXPECT_EQ(detect_form(kRow + kRow, true, {.name = "board"})->board_answers,
            BoardAnswers::kBoards);
  EXPECT_TRUE(detect_form("x,quiz\n1,2\n", true, {.name = "csv"})->table->has_header);
}

TEST(Classify, KnowsBlankLinesCommentsAndTheEnd) {
  for (const Layout layout : {Layout::kLines, Layout::kAny}) {
    EXPECT_EQ(classify("", layout), LineClass::kBlank);
    EXPECT_EQ(classify(" \t ", layout), LineClass::kBlank);
    EXPECT_EQ(classify("#53..", layout), LineClass::kComment);
    EXPECT_EQ(classify("\t # x", layout), LineClass::kComment);
    EXPECT_EQ(classify("end", layout), LineClass::kEnd);
    EXPECT_EQ(classify("ending", layout), LineClass::kContent);
  }
  EXPECT_EQ(classify("// x", Layout::kAny), LineClass::kComment);
  EXPECT_EQ(classify("// x", Layout::kLines), LineClass::kContent);
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
      const LineClass kind = classify(take_line(rest), Layout::kLines);
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
