// One puzzle in the forms that other programs, data sets and people write: every member of each
// kind is read as meant, and every line of a text is accounted for.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/lines.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "tests/core/answered_in_blocks.hpp"
#include "tests/core/answered_text.hpp"

namespace puzzled::sudoku {
namespace {

const std::string kZeros = [] {
  std::string zeros = kPuzzle;
  for (char& c : zeros) c = c == '.' ? '0' : c;
  return zeros;
}();

/// Rows of `cells`, each as `row` writes it.
std::string rows_of(const std::string& cells, const std::function<std::string(std::string)>& row,
                    const std::string& ruler = "") {
  std::string text;
  for (std::size_t i = 0; i < 9; ++i) {
    text += row(cells.substr(9 * i, 9)) + '\n';
    if (i == 2 || i == 5) text += ruler;
  }
  return text;
}

/// `row` with `gap` between its cells, and each blank written as `blank`.
std::string separated(const std::string& row, const std::string& gap,
                      const std::string& blank = ".") {
  std::string text;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) text += gap;
    text += row[i] == '.' ? blank : std::string(1, row[i]);
  }
  return text;
}

std::string boxed(const std::string& row, const std::string& bar, const std::string& blank) {
  const std::string cells = separated(row, "", blank);
  return bar + cells.substr(0, 3) + bar + cells.substr(3, 3) + bar + cells.substr(6) + bar;
}

/// A list of lists, with the brackets of JSON or C.
std::string listed(const std::string& cells, const std::string& between_rows, char open, char close,
                   const std::string& blank = "0") {
  std::string text(1, open);
  for (std::size_t i = 0; i < 9; ++i) {
    if (i > 0) text += between_rows;
    text += open + separated(cells.substr(9 * i, 9), ", ", blank) + close;
  }
  return text + close;
}

/// Answers a text at once and in small pieces, which must be the same, and checks the account.
BlockAnswers read_anyhow(const std::string& text) {
  const TextForm form = *detect_form(text, true);
  AnswerOptions lines = options();
  lines.style = AnswerStyle::kLine;
  BlockAnswers whole;
  BlockSolver(lines).answer(text, form, {}, whole);
  const std::size_t all_lines = count_lines(text) + (text.empty() || text.back() == '\n' ? 0 : 1);
  EXPECT_EQ(whole.account.lines(), all_lines) << text.substr(0, 300);
  for (const std::size_t step : {std::size_t{1}, std::size_t{50}, std::size_t{777}}) {
    const BlockAnswers cut = answered_in_blocks(text, form, lines, text.size() + kMaxLineBytes + 1,
                                                [step] { return step; });
    EXPECT_EQ(cut.text.view(), whole.text.view()) << text.substr(0, 300);
    EXPECT_EQ(cut.account, whole.account) << text.substr(0, 300);
  }
  return whole;
}

struct FormCase {
  std::string name;
  std::string text;
  std::size_t puzzles = 1;  ///< times that kPuzzle is answered
  std::size_t invalid = 0;
};

void expect_read(const std::vector<FormCase>& cases) {
  for (const FormCase& c : cases) {
    const BlockAnswers answers = read_anyhow(c.text);
    std::size_t solved = 0;
    std::size_t invalid = 0;
    for (std::string_view rest = answers.text.view(); !rest.empty();) {
      const std::string_view line = take_line(rest);
      solved += line == kSolution ? 1 : 0;
      invalid += line.starts_with("invalid ") ? 1 : 0;
    }
    EXPECT_EQ(solved, c.puzzles) << c.name << '\n' << answers.text.view();
    EXPECT_EQ(invalid, c.invalid) << c.name << '\n' << answers.text.view();
    EXPECT_EQ(answers.tally.puzzles(), c.puzzles + c.invalid) << c.name;
  }
}

TEST(AnyForm, SeveralPuzzlesOnALineAreAnsweredInOrder) {
  expect_read({{"two", kPuzzle + ' ' + kPuzzle + '\n', 2},
               {"three", kPuzzle + '\t' + kPuzzle + ", " + kPuzzle + '\n', 3},
               {"with a solution", kPuzzle + ',' + kSolution + ',' + kPuzzle + '\n', 2},
               {"a solution alone", kPuzzle + ',' + kSolution + '\n', 1},
               {"the solution first", kSolution + ',' + kPuzzle + '\n', 1},
               {"behind a comment", kPuzzle + " # " + kPuzzle + '\n', 1}});
  const std::string other = with_cell(kPuzzle, 2, '4');
  EXPECT_EQ(read_anyhow(other + ' ' + with_cell(kPuzzle, 1, '.') + '\n').text.view(),
            kSolution + '\n' + kSolution + '\n');
}

TEST(AnyForm, BlanksAreWhatStandsWhereADigitIsMissing) {
  const std::string nine_spaces =
      rows_of(kPuzzle, [](const std::string& row) { return separated(row, "", " "); });
  expect_read(
      {{"question marks", separated(kPuzzle, "", "?") + '\n'},
       {"dashes", separated(kPuzzle, "", "-") + '\n'},
       {"rows of dashes", rows_of(kPuzzle, [](auto row) { return separated(row, "", "-"); })},
       {"-1", rows_of(kPuzzle, [](auto row) { return separated(row, " ", "-1"); })},
       {"-1 and commas", rows_of(kPuzzle, [](auto row) { return separated(row, ", ", "-1"); })},
       {"null", listed(kPuzzle, ",", '[', ']', "null")},
       {"None", listed(kPuzzle, ",\n ", '[', ']', "None")},
       {"empty fields", rows_of(kPuzzle, [](auto row) { return separated(row, ",", ""); })},
       {"empty fields, tabs", rows_of(kPuzzle, [](auto row) { return separated(row, "\t", ""); })},
       {"decimals", "0,1,2,3,4,5,6,7,8\n" + rows_of(kPuzzle,
                                                    [](auto row) {
                                                      std::string text;
                                                      for (std::size_t i = 0; i < 9; ++i) {
                                                        if (i > 0) text += ',';
                                                        if (row[i] != '.')
                                                          text += std::string(1, row[i]) + ".0";
                                                      }
                                                      return text;
                                                    })},
       {"spaces, nine characters", nine_spaces},
       {"spaces within borders", rows_of(kPuzzle, [](auto row) { return boxed(row, "|", " "); })},
       {"a cell between two borders",
        rows_of(kPuzzle, [](auto row) { return "| " + separated(row, " | ", " ") + " |"; })},
       {"no row of integers with cells missing", "5 3 1 2 7\n", 0, 1}});
}

TEST(AnyForm, ACharacterThatStandsInForBlanksIsNamed) {
  const std::string line = separated(kPuzzle, "", "~") + '\n';
  EXPECT_EQ(read_anyhow(line).text.view(),
            "invalid '~' 51 times: use --blank '~' if it means blank\n");
  const TextForm form = *detect_form(line, true, {.blanks = BlankSigns("~")});
  BlockAnswers answers;
  BlockSolver(options()).answer(line, form, {}, answers);
  EXPECT_EQ(answers.text.view(), kSolution + '\n');
  const std::string dots = separated(kPuzzle, "", "\xC2\xB7") + '\n';
  BlockAnswers of_dots;
  BlockSolver(options()).answer(dots, *detect_form(dots, true, {.blanks = BlankSigns("\xC2\xB7")}),
                                {}, of_dots);
  EXPECT_EQ(of_dots.text.view(), kSolution + '\n');
}

TEST(AnyForm, BordersAndRulersMayBeOfAnySign) {
  std::vector<FormCase> cases;
  for (const std::string ruler :
       {"---+---+---", "+---+---+---+", ".---.---.---.", ":---+---+---:", "'---'---'---'",
        "===========", "~~~ ~~~ ~~~", "*---*---*---*", "---------", "- - - - - - - - -",
        "*********", "_________", "┌───┬───┬───┐", "╠═══╬═══╬═══╣"}) {
    cases.push_back({ruler, rows_of(
                                kPuzzle, [](auto row) { return row; }, ruler + '\n')});
  }
  for (const std::string bar : {"|", "!", ":", "│", "║", "┃"}) {
    const std::string ruler = "-------------\n";
    cases.push_back({bar, ruler +
                              rows_of(
                                  kPuzzle, [&](auto row) { return boxed(row, bar, "."); }, ruler) +
                              ruler});
  }
  expect_read(cases);
}

TEST(AnyForm, BlankLinesMayStandBetweenBandsButDoNotJoinBoards) {
  const std::string board = in_rows(kPuzzle);
  const std::string banded = rows_of(
      kPuzzle, [](auto row) { return row; }, "\n");
  std::string spread;
  for (const char c : board) spread += c == '\n' ? "\n\n" : std::string(1, c);
  expect_read({{"bands", banded},
               {"two boards in bands", banded + '\n' + banded, 2},
               {"behind every row", spread + spread, 2},
               {"a board that ends behind a band", board.substr(0, 30) + '\n' + board, 1, 1},
               {"behind two bands", board.substr(0, 30) + '\n' + board.substr(30, 30) + '\n', 0, 1},
               {"behind a row", board.substr(0, 10) + '\n' + board, 1, 1}});
}

TEST(AnyForm, TitlesCountsAndTrailersAreDecoration) {
  const std::string board = in_rows(kPuzzle);
  expect_read({{"numbered", "Puzzle 1\n" + board + "Puzzle 2\n" + board, 2},
               {"words", "Sudoku\n" + board},
               {"words over lines", "Easy puzzles\n" + kPuzzle + '\n' + kPuzzle + '\n', 2},
               {"numbers", "1\n" + board + "2\n" + board, 2},
               {"sections", "[Puzzle 1]\n" + board + "[Puzzle 2]\n" + board, 2},
               {"a section over a line", "[x]\n" + kPuzzle + '\n'},
               {"the state of a puzzle", "[Puzzle]\n" + board + "[State]\n" + in_rows(kSolution)},
               {"a count of lines", "2\n" + kPuzzle + '\n' + kPuzzle + '\n', 2},
               {"a count of boards", "2\r\n" + board + board, 2},
               {"a trailer", board + "\n Simple Sudoku\n  Version 4.2n\n"},
               {"comments", "// easy\n# hard\n" + kPuzzle + '\n'}});
}

TEST(AnyForm, ARowWithOtherThanNineCellsIsNoCount) {
  const std::string board = in_rows(kPuzzle);
  std::string lost = board;
  lost.replace(0, 9, "3020600");
  EXPECT_EQ(read_anyhow("Grid 1\n" + lost + "Grid 2\n" + board).text.view(),
            "invalid row 1 has 7 cells instead of 9\n" + kSolution + '\n');
  EXPECT_EQ(read_anyhow(lost + board).text.view(),
            "invalid row 1 has 7 cells instead of 9\n" + kSolution + '\n');
}

TEST(AnyForm, ListsOfAllLanguages) {
  const std::string nine = "[\"" + in_rows(kPuzzle, "", "\",\"");
  expect_read(
      {{"JSON", listed(kZeros, ",", '[', ']') + '\n'},
       {"LeetCode",
        "[[\"" + in_rows(kPuzzle, "\",\"", "\"],[\"").substr(0, 81 + 9 * 8 * 3 + 8 * 5) + "\"]]"},
       {"nine strings", nine.substr(0, nine.size() - 2) + "]\n"},
       {"strings", "[\"" + kPuzzle + "\",\"" + kPuzzle + "\"]\n", 2},
       {"81 numbers", '[' + separated(kZeros, ",") + "]\n"},
       {"a number on a line", "[\n" + separated(kZeros, ",\n") + "\n]\n"},
       {"Python", "board = " + listed(kZeros, ",\n         ", '[', ']') + '\n'},
       {"NumPy", listed(kZeros, "\n ", '[', ']', "0") + '\n'},
       {"NumPy, repr", "array(" + listed(kZeros, ",\n       ", '[', ']') + ", dtype=int8)\n"},
       {"C", "int grid[9][9] = " + listed(kZeros, ",\n  ", '{', '}') + ";\n"},
       {"strings of C",
        "const char* p[] = {\n\"" + kPuzzle + "\", // first\n\"" + kPuzzle + "\"};\n", 2},
       {"a row has lost a cell", "[[5,3,0,0,7,0,0,0],\n[6,0,0,1,9,5,0,0,0]]\n", 0, 1}});
}

TEST(AnyForm, MembersOfJsonAreToldApartByContent) {
  const std::string object = "{\"a\":\"" + kSolution + "\",\"q\":\"" + kPuzzle + "\"}";
  const std::string api = "{\"newboard\":{\"grids\":[{\"value\":" + listed(kZeros, ",", '[', ']') +
                          ",\"solution\":" + listed(kSolution, ",", '[', ']') +
                          ",\"difficulty\":\"Hard\"}],\"results\":1}}";
  std::string records = "[";
  for (int i = 0; i < 200; ++i) records += (i > 0 ? "," : "") + object;
  expect_read(
      {{"lines", object + '\n' + object + '\n', 2},
       {"an array on one long line", records + "]\n", 200},
       {"columns",
        "{\"a\":{\"0\":\"" + kSolution + "\"},\"q\":{\"0\":\"" + kPuzzle + "\",\"1\":\"" + kPuzzle +
            "\"}}\n",
        2},
       {"lists", api + '\n'},
       {"behind lines", kPuzzle + '\n' + object + '\n', 2},
       {"on several lines", "{\n \"q\": \"" + kPuzzle + "\",\n \"a\": \"" + kSolution + "\"\n}\n"},
       {"a damaged record",
        object + "\n{\"a\":\"" + kSolution + "\",\"q\":\"" + kPuzzle.substr(1) + "\"}\n" + object +
            '\n',
        2, 1},
       {"a record without", object + "\n{\"a\":1}\n" + object + '\n', 2, 1},
       {"a bracket that is never closed", "[[1,2\n" + kPuzzle + '\n' + kPuzzle + '\n', 2}});
}

TEST(AnyForm, FilesOfOtherPrograms) {
  const std::string board = in_rows(kPuzzle);
  std::string games = "<?xml version=\"1.0\"?><opensudoku>";
  for (int i = 0; i < 100; ++i) games += "<game data=\"" + kZeros + "\" />";
  expect_read({{"OpenSudoku", "<opensudoku>\n<name>Easy</name>\n<game data=\"" + kZeros +
                                  "\" />\n</opensudoku>\n"},
               {"OpenSudoku on one line", games + "</opensudoku>\n", 100},
               {"a library of HoDoKu",
                ":0000:x:" + kPuzzle + ":::\n:0702:9:+" + kPuzzle + ":653 472::c28:\n", 2},
               {"ratings in front", "99529 F 5/1 " + kPuzzle + " # gsf q1\n1 " + kPuzzle + '\n', 2},
               {"candidates", rows_of(kPuzzle, [](auto row) { return separated(row, " ", "12"); })},
               {"a link", "https://www.example.org/sudoku.htm?bd=" + kZeros + '\n'},
               {"what rate prints", "8.4.15\t" + kPuzzle + "\n1.0.0\t" + kPuzzle + '\n', 2},
               {"what solve prints", "1\t" + kSolution + '\n', 1}});
  EXPECT_EQ(read_anyhow(rows_of(kPuzzle, [](auto row) { return separated(row, " ", "12"); }))
                .account.candidates,
            9u);
  // Candidates that were deleted could change the answer of a puzzle with several.
  const std::string library = ":0702:9:" + kPuzzle + ":653 472::c28:\n";
  EXPECT_EQ(read_anyhow(library + ":0000:x:" + kPuzzle + ":::\n").account.candidates, 1u);
  EXPECT_EQ(read_anyhow(kPuzzle + '\n' + library).account.candidates, 1u);
  EXPECT_EQ(read_anyhow(":0702:9:+" + kPuzzle + ":653 472::c28:\n").account.candidates, 1u);
}

TEST(AnyForm, TablesOfCells) {
  std::string names = "id";
  for (int i = 0; i < 81; ++i) names += ",c" + std::to_string(i);
  const std::string cells = separated(kPuzzle, ",", "");
  expect_read(
      {{"81 columns", separated(kZeros, ",") + '\n' + separated(kZeros, ",") + '\n', 2},
       {"names and an id", names + "\n7," + cells + "\n8," + cells + '\n', 2},
       {"nine columns",
        "a,b,c,d,e,f,g,h,i\n" + rows_of(kPuzzle, [](auto row) { return separated(row, ",", ""); })},
       {"nine columns with numbers",
        "0,1,2,3,4,5,6,7,8\n" + rows_of(kZeros, [](auto row) { return separated(row, ","); })},
       {"names of rows", ",0,1,2,3,4,5,6,7,8\n" + rows_of(kZeros, [](auto row) {
                           return "7," + separated(row, ",");
                         })}});
}

TEST(AnyForm, FieldsInQuotes) {
  std::string rows = in_rows(kPuzzle);
  rows.pop_back();
  expect_read({{"nine rows", "id,q\n1,\"" + rows + "\"\n2,\"" + rows + "\"\n", 2},
               {"spaces", "id,q\n1,\"" + separated(kZeros, " ") + "\"\n"},
               {"a list", "id,q\n1,\"" + listed(kZeros, ", ", '[', ']') + "\"\n"},
               {"a list over lines", "id,q\n1,\"" + listed(kZeros, "\n ", '[', ']') + "\"\n"},
               {"never closed", "q,n\n" + kPuzzle + ",\"a\n" + kPuzzle + ",b\n", 1, 1}});
}

/// 81 fields of a cell each.
std::string cells_of(const std::string& puzzle) {
  std::string zeros = puzzle;
  for (char& c : zeros) c = c == '.' ? '0' : c;
  return separated(zeros, ",");
}

TEST(AnyForm, ADamagedFirstPuzzleIsNoHeader) {
  const std::string damaged = kPuzzle.substr(1);
  expect_read({{"a letter", damaged + "a\n" + kPuzzle + '\n', 1, 1},
               {"letters for blanks", separated(kPuzzle, "", "o") + '\n' + kPuzzle + '\n', 1, 1},
               {"a word behind it", damaged + ",easy\n" + kPuzzle + ",hard\n", 1, 1},
               {"a number in front", "1,damaged\n2," + kPuzzle + '\n', 1, 1},
               {"a missing value", "NaN\n" + kPuzzle + '\n', 1, 1},
               {"missing values", "NaN,NaN\n1," + kPuzzle + '\n', 1, 1},
               {"a number of 81 digits", "5.3007E+80\n" + kPuzzle + '\n', 1, 1},
               {"no separator", kPuzzle + 'x' + kSolution + '\n' + kPuzzle + '\n', 1, 1}});
}

TEST(AnyForm, NumbersBeside81ColumnsAreNoCells) {
  // Solvable from its second cell on, too, if a blank stands in front.
  const std::string shifted =
      "..47.9..37....5.....6...17.3.1.....9....34..1.7.2.....14.5...8.5.9........8......";
  std::string counted;
  for (int i = 0; i < 81; ++i) counted += ',' + std::to_string(i);
  const std::string cells = cells_of(kPuzzle);
  expect_read({{"an index", counted + "\n0," + cells + "\n1," + cells + '\n', 2},
               {"an index without names", "0," + cells + "\n1," + cells + '\n', 2},
               {"numbers that are no cells", "100," + cells + "\n101," + cells + '\n', 2},
               {"a column behind", cells + ",7\n" + cells + ",8\n", 2},
               {"either", "0," + cells_of(shifted) + '\n', 0, 1}});
  const std::string solution =
      "824719563713465892956382174381657249692834751475291638147523986569148327238976415\n";
  EXPECT_EQ(read_anyhow(counted + "\n0," + cells_of(shifted) + '\n').text.view(), solution);
  EXPECT_EQ(read_anyhow("0," + cells_of(shifted) + "\n1," + cells_of(shifted) + '\n').text.view(),
            solution + solution);
}

TEST(AnyForm, ARecordWithoutItsPuzzleIsInvalid) {
  const std::string table = "name,puzzle\nann," + kPuzzle + '\n';
  expect_read({{"nothing", table + "bob,\n", 1, 1},
               {"nan", table + "bob,nan\n", 1, 1},
               {"only a column", "puzzle\n" + kPuzzle + "\n\"\"\nNaN\n", 1, 2},
               {"a quote that opens another record's field",
                "id,remark,puzzle\n0,\"ok\"," + kPuzzle + "\n1,\"open," + kPuzzle + "\n2,\"ok\"," +
                    kPuzzle + '\n',
                2, 1}});
}

TEST(AnyForm, RulersBelowNamesArePartOfATable) {
  const std::string wide(81, '-');
  expect_read(
      {{"one column", "puzzle\n" + wide + '\n' + kPuzzle + '\n'},
       {"two columns", "id  puzzle\n--  " + wide + "\n1   " + kPuzzle + '\n'},
       {"a wide name", std::string(37, ' ') + "puzzle" + std::string(38, ' ') + "| solution\n-" +
                           wide + "-+-----\n " + kPuzzle + " | " + kSolution + '\n'},
       {"borders", "+---+---+\n| n | puzzle |\n+---+---+\n| 1 | " + kPuzzle + " |\n"},
       {"an empty board elsewhere", kPuzzle + '\n' + kPuzzle + '\n', 2},
       {"rulers of records", "*************** 1. row ***************\npuzzle: " + kPuzzle +
                                 "\n*************** 2. row ***************\n"}});
}

TEST(AnyForm, ASolutionBesideItsPuzzleHasNoAnswer) {
  const auto spaced = [](const std::string& cells) { return separated(cells, " "); };
  expect_read({{"integers", spaced(kZeros) + ',' + spaced(kSolution) + '\n'},
               {"162 columns", cells_of(kPuzzle) + ',' + separated(kSolution, ",") + '\n'},
               {"a list", "[\"" + kPuzzle + "\", \"" + kSolution + "\"]\n"},
               {"lists",
                "[[\"" + kPuzzle + "\",\n\"" + kSolution + "\"],\n[\"" + kPuzzle + "\",\"" +
                    kSolution + "\"]]\n",
                2},
               {"a sentence",
                R"({"prompt":"Solve )" + kPuzzle + R"(.","completion":")" + kSolution + "\"}\n"},
               {"grids of two lists", "[\"" + kPuzzle + "\"]\n[\"" + kSolution + "\"]\n", 2}});
}

TEST(AnyForm, SeveralColumnsOfPuzzlesAreAnsweredInOrder) {
  expect_read({{"two", "id,easy,hard\n1," + kPuzzle + ',' + with_cell(kPuzzle, 1, '.') + '\n', 2},
               {"a usual name",
                "id,puzzle,state\n1," + kPuzzle + ',' + with_cell(kPuzzle, 2, '4') + '\n'}});
}

TEST(AnyForm, WhatIsLeftOfAListIsNoDecoration) {
  const std::string cells = cells_of(kPuzzle);
  std::string rows;
  for (int i = 0; i < 9; ++i) {
    rows += '(' + std::to_string(i + 1) + ") " +
            kPuzzle.substr(static_cast<std::size_t>(9 * i), 9) + '\n';
  }
  const std::string spaced = rows_of(kPuzzle, [](auto row) { return separated(row, " "); });
  expect_read({{"a number too large",
                '[' + cells.substr(0, cells.size() - 5) + ",10,7,9]\n" + kPuzzle + '\n', 1, 1},
               {"a list that is cut off", kPuzzle + "\n[" + cells.substr(0, 160), 1, 1},
               {"rows that are abbreviated",
                "[[5 3 0 ... 0 0 0]\n [6 0 0 ... 0 0 0]]\n" + kPuzzle + '\n', 1, 1},
               {"rows behind numbers in brackets", rows},
               {"a bracket that is never closed", kPuzzle + "\nnote: (5 stars\n" + spaced, 2},
               {"a number and no more", "(1\n" + spaced + "(2\n" + spaced, 2},
               {"a list behind an object",
                R"({"puzzle":")" + kPuzzle + "\"}\nq = [\"" + kPuzzle + "\"]\n", 2},
               {"a member that is not known",
                R"({"puzzle":")" + kPuzzle + "\"}\n" + R"({"quiz":")" + kPuzzle + "\"}\n", 2},
               {"a call", "problem(1, " + listed(kZeros, ",\n", '[', ']') + ").\n"}});
}

TEST(AnyForm, ALineOfAListIsCountedByAllThatItHolds) {
  std::string cells = "{\"cells\":[";
  for (int i = 0; i < 50; ++i) cells += "{\"r\":" + std::to_string(i % 9) + ",\"v\":5},";
  cells.back() = ']';
  const std::string board = in_rows(kPuzzle);
  expect_read({{"a row behind it", cells + "} " + board, 1, 1},
               {"a puzzle at its end", cells + ",\"q\":\"" + kPuzzle + "\"}\n", 1}});
}

TEST(AnyForm, ASolutionOfAListIsNotTakenFromItsLine) {
  const std::string puzzle = "\"puzzle\": " + listed(kZeros, ", ", '[', ']');
  const std::string solution = "\"solution\": " + listed(kSolution, ", ", '[', ']');
  const std::string pair = '{' + puzzle + ", " + solution + '}';
  for (const std::string& text : {pair + '\n', '[' + pair + ", " + pair + "]\n",
                                  kPuzzle + '\n' + kPuzzle + '\n' + pair + '\n'}) {
    const BlockAnswers answers = read_anyhow(text);
    EXPECT_EQ(answers.account.decoration, 0u) << text;
    EXPECT_EQ(answers.account.answered, count_lines(text)) << text;
  }
  const std::string below = "{\n" + puzzle + ",\n" + solution + "\n}\n";
  EXPECT_EQ(read_anyhow(below).account.answered, 1u);
  const std::string long_below = "{\"a\": " + listed(kZeros, ",\n", '[', ']') +
                                 ", \"b\":" + listed(kSolution, ",\n", '[', ']') + "}\n";
  EXPECT_EQ(read_anyhow(long_below).account.answered, 9u);
}

TEST(AnyForm, ACutWithinAStringChangesNothing) {
  std::string games = "<opensudoku>";
  for (int i = 0; i < 60; ++i) {
    std::string data = kPuzzle;
    if (i % 7 == 3) data.insert(40, " : ");  // damaged
    games += i % 5 == 1 ? "<game state=0) time=(1 data" : "<game state=\"0\" data";
    games += "=\"" + data + "\" note=\"\"/>";
  }
  expect_read({{"attributes on one long line", games + "</opensudoku>\n", 51, 9}});
}

TEST(AnyForm, ALateMemberIsNotDropped) {
  std::string text = R"({"easy":[)";
  for (int i = 0; i < 1000; ++i) text += '"' + kPuzzle + "\",";
  text.back() = ']';
  expect_read({{"another", text + R"(,"hard":[")" + kPuzzle + "\"]}\n", 1001}});
}

TEST(AnyForm, RowsBehindAWordAreRows) {
  std::string rows;
  for (std::size_t i = 0; i < 9; ++i)
    rows += "row" + std::to_string(i) + '=' + kPuzzle.substr(9 * i, 9) + '\n';
  expect_read({{"names", rows},
               {"a number in a title", "Id: 100200300\n" + in_rows(kPuzzle)},
               {"of R", "V1,V2,V3,V4,V5,V6,V7,V8,V9\n" +
                            rows_of(kZeros, [](auto row) { return separated(row, ","); })},
               {"a board in front of a line",
                rows_of(kZeros, [](auto row) { return separated(row, ","); }) + kPuzzle + '\n', 2},
               {"borders of hashes",
                "#############\n" +
                    rows_of(kPuzzle, [](auto row) { return "# " + separated(row, " ") + " #"; }) +
                    "#############\n"},
               {"two boards beside each other",
                rows_of(kPuzzle, [](auto row) { return row + "   " + row; }), 0, 1}});
}

TEST(AnyForm, ASignOfCommentsMayBeABlank) {
  for (const std::string sign : {"#", "/"}) {
    const std::string line = separated(kPuzzle, "", sign) + '\n';
    const FormRequest request{.blanks = BlankSigns(sign)};
    const std::string board =
        rows_of(with_cell(kPuzzle, 1, '.'), [&](auto row) { return separated(row, "", sign); });
    const std::string text = line + line + board + line;
    BlockAnswers answers;
    BlockSolver(options()).answer(text, *detect_form(text, true, request), {}, answers);
    EXPECT_EQ(answers.tally.solved, 4U) << answers.text.view();
  }
  const std::string line = separated(kPuzzle, "", "#") + '\n';
  expect_read({{"named", line + "#" + kPuzzle + "\n# 53..7....\n" + kPuzzle + '\n', 1, 1},
               {"begins with it", "#" + line.substr(1) + kPuzzle + '\n', 1, 1}});
}

TEST(AnyForm, WhatComesLaterIsNotMisread) {
  const std::string board = in_rows(kPuzzle);
  std::string lines;
  for (int i = 0; i < 300; ++i) lines += kPuzzle + '\n';
  const std::string table = "puzzle,solution\n" + kPuzzle + ',' + kSolution + '\n';
  expect_read({{"boards behind lines", lines + board + board, 302},
               {"lines behind boards", board + lines, 301},
               {"a damaged board behind lines", lines + board.substr(0, 80), 300, 1},
               {"another column", table + "id,puzzle\n7," + kPuzzle + '\n', 2},
               {"another order", table + "solution,puzzle\n" + kSolution + ',' + kPuzzle + '\n', 2},
               {"the same table", table + table, 2},
               {"a table behind lines", lines + "1," + kPuzzle + ',' + kSolution + '\n', 301},
               {"a solution whose puzzle has lost zeros", kZeros.substr(2) + ',' + kSolution + '\n',
                0, 1}});
}

TEST(AnyForm, ASolutionUnderAnotherNameHasNoAnswer) {
  const auto record = [](const std::string& between, const std::string& quote) {
    return "puzzle" + between + quote + kPuzzle + quote + "\nsolution" + between + quote +
           kSolution + quote + '\n';
  };
  const std::string ruler = "*************************** 1. row ***************************\n";
  const std::string output = "Output: " + listed(kSolution, "\n,", '[', ']') + '\n';
  const std::string two =
      "Puzzle: " + kPuzzle + "\nRating: 7.2\n\nPuzzle: " + kPuzzle + "\nSolution: " + kSolution;
  expect_read(
      {{"YAML", "- id: 1\n  " + record(": ", "") + "- id: 2\n  " + record(": ", "'"), 2},
       {"an empty document in front", "---\n" + record(": ", "\""), 1},
       {"TOML", "[[puzzle]]\nid = 1\n" + record(" = ", "\""), 1},
       {"INI", "[1]\n" + record("=", ""), 1},
       {"records of MySQL", ruler + "id: 1\n" + record(": ", "") + ruler + record(": ", ""), 2},
       {"records of psql", "-[ RECORD 1 ]---\nid | 1\n" + record(" | ", ""), 1},
       {"colons without spaces", record(":", "") + record(":", ""), 2},
       {"other fields between", two, 2},
       {"lists", "Input: board = " + listed(kPuzzle, "\n,", '[', ']', "\".\"") + '\n' + output},
       {"a list below its name", "Input:\n" + listed(kZeros, "\n,", '[', ']') + '\n' + output},
       {"boards",
        "Puzzle 1\n" + in_rows(kPuzzle) + "Solution 1\n" + in_rows(kSolution) + "Puzzle 2\n" +
            in_rows(kPuzzle),
        2},
       {"the same name", "a 1: " + kPuzzle + "\na 2: " + kSolution + '\n', 2},
       {"no names", kPuzzle + '\n' + kSolution + '\n', 2},
       {"the solution of another puzzle",
        "puzzle: " + with_cell(kPuzzle, 0, '.') + "\nother: " + with_cell(kSolution, 1, '4') + '\n',
        1, 1},
       {"more clues under another title",
        "Easy\n" + in_rows(with_cell(kPuzzle, 2, '4')) + "Hard\n" + in_rows(kPuzzle), 2}});
}

TEST(AnyForm, AMarkInFrontOfAnItemIsNoCell) {
  const auto items = [](const std::string& mark, const std::string& gap) {
    return rows_of(kPuzzle, [&](auto row) { return mark + separated(row, gap); });
  };
  const std::string quoted = rows_of(kPuzzle, [](auto row) { return "      - \"" + row + '"'; });
  const std::string lists =
      rows_of(kZeros, [](auto row) { return "- [" + separated(row, ", ") + ']'; });
  std::string damaged = items("- ", "");
  damaged.erase(2, 1);
  expect_read({{"YAML", "grid:\n" + quoted + "grid:\n" + quoted, 2},
               {"lists of YAML", "grid:\n" + lists},
               {"Markdown", items("- ", "")},
               {"stars", items("* ", "")},
               {"cells set apart", items("- ", " ")},
               {"lines", "- " + kPuzzle + "\n* " + kPuzzle + '\n', 2},
               {"a row that has lost a cell", damaged, 0, 1}});
}

TEST(AnyForm, FullWidthCharactersAndQuotesAreThoseOfAscii) {
  std::string wide;
  std::string points;
  for (std::size_t i = 0; i < kPuzzle.size(); ++i) {
    const bool is_end = i % 9 == 8;
    wide += std::string("\xEF\xBC") + static_cast<char>(0x90 + (kZeros[i] - '0'));
    points += kPuzzle[i] == '.' ? "\xEF\xBC\x8E" : std::string(1, kPuzzle[i]);
    if (is_end) wide += '\n';
    if (is_end) points += '\n';
  }
  expect_read(
      {{"digits", wide},
       {"points", points},
       {"a colon behind a title", "\xE7\xAC\xAC 1 \xE9\xA2\x98\xEF\xBC\x9A" + kPuzzle + '\n'},
       {"quotes", "\xE2\x80\x9C" + kPuzzle + "\xE2\x80\x9D\n"}});
}

TEST(AnyForm, NumbersWithASignAndDatesAreTitlesOfBoards) {
  std::vector<FormCase> cases;
  for (const std::string title : {"1)", "(1)", "=== 1 ===", "-- 12: --", "1.", "1/50", "2024-05-11",
                                  "11.5.24", "11/05/2024 12:30", "2024-05-11 7.2"}) {
    const std::string board = title + '\n' + in_rows(kPuzzle);
    cases.push_back({title, board + board, 2});
  }
  cases.push_back({"in a board", in_rows(kPuzzle).substr(0, 30) + "2024-05-11\n", 0, 1});
  cases.push_back({"a cell", kPuzzle + "\n5|\n" + kPuzzle + '\n', 2, 1});
  expect_read(cases);
}

TEST(AnyForm, NamesOfColumnsAndRowsAroundABoard) {
  const auto board = [](const std::string& names, const std::string& rows, const std::string& gap) {
    std::string text = "   " + names + '\n';
    for (std::size_t i = 0; i < 9; ++i) {
      text += rows.substr(i, 1) + "  " + separated(kPuzzle.substr(9 * i, 9), gap, ".") + '\n';
      if (i == 2) text += "  ------+-------+------\n";
    }
    return text;
  };
  const std::string letters = board("A B C   D E F   G H I", "123456789", " ");
  std::string damaged = letters;
  damaged.erase(damaged.find("1  5") + 3, 2);
  expect_read(
      {{"a data frame", board("0  1  2  3  4  5  6  7  8", "012345678", "  ")},
       {"letters above", letters + letters, 2},
       {"letters beside", board("1 2 3 4 5 6 7 8 9", "ABCDEFGHI", " ")},
       {"a title above", "Sudoku of May\n" + letters},
       {"a row that has lost a cell", damaged, 0, 1},
       {"a record that has lost a cell",
        ",0,1,2,3,4,5,6,7,8\n0,5,3,0,0,7,0,0,0,0\n" + std::string("1,6,0,0,1,9,5,0,0\n"), 0, 1}});
}

TEST(AnyForm, OtherValuesBesideAPuzzleOfAListAreNoCells) {
  const std::string one = R"([1,")" + kPuzzle + R"(",")" + kSolution + "\"]";
  expect_read(
      {{"records",
        "{\"columns\":[\"id\",\"puzzle\"],\"index\":[0],\"data\":[" + one + ',' + one + "]}\n", 2},
       {"tuples", "[(1, 2, '" + kPuzzle + "'), (3, 4, '" + kPuzzle + "')]\n", 2}});
}

TEST(AnyForm, AttributesOfOneLongLineAreNoCells) {
  std::string games = "<opensudoku>";
  for (int i = 0; i < 60; ++i) {
    games += "<game created=\"1\" state=\"0\" data=\"" + kZeros + "\" note=\"\" />";
  }
  expect_read({{"many", games + "</opensudoku>\n", 60},
               {"a damaged one", games + "<game data=\"" + kZeros.substr(1) + "\" />\n", 60, 1}});
}

TEST(AnyForm, AWordOfAListThatIsTooLongIsInvalid) {
  const std::string word(6000, '5');
  expect_read({{"cells", "[[" + word + "]]\n" + kPuzzle + '\n', 1, 1},
               {"a string of cells", "[\"" + kPuzzle + "\",\"" + word + "\"]\n", 1, 1},
               {"words", "[\"" + kPuzzle + "\",\"" + std::string(6000, 'a') + "\"]\n"}});
}

TEST(AnyForm, ALineThatNamesTheSeparatorIsDecoration) {
  expect_read(
      {{"two fields", "sep=;\nid;q\n1;" + kPuzzle + "\n2;" + kPuzzle + '\n', 2},
       {"tabs", "sep=\t\nid\tq\n1\t" + kPuzzle + '\n'},
       {"joined files", "sep=;\nid;q\n1;" + kPuzzle + "\nsep=;\nid;q\n1;" + kPuzzle + '\n', 2}});
}

TEST(AnyForm, ATableMayHaveTitlesAboveIt) {
  const std::string text = "Puzzles of May\nid,q,rating\n1," + kPuzzle + ",2.5\n";
  EXPECT_TRUE(detect_form(text, true)->table);
  expect_read({{"one", text}, {"two", "Puzzles\nof the month of May\n" + text + "2,,3.5\n", 1, 1}});
}

TEST(AnyForm, LinesOfALinesStreamThatAreNoPuzzlesStayInvalid) {
  expect_read(
      {{"80 cells", kPuzzle + '\n' + kPuzzle.substr(1) + '\n' + kPuzzle + '\n', 2, 1},
       {"82 cells", kPuzzle + '\n' + kPuzzle + "1\n" + kPuzzle + '\n', 2, 1},
       {"a letter", kPuzzle + '\n' + with_cell(kPuzzle, 40, 'a') + '\n', 1, 1},
       {"80 cells behind brackets", "[1] " + kPuzzle.substr(1) + "\n[2] " + kPuzzle + '\n', 1, 1},
       {"two cells", kPuzzle + "\n55\n" + kPuzzle + '\n', 2, 1},
       {"numbers that have lost digits", "q,s\n5.3007E+80,5.34679E+80\n", 0, 1}});
}

}  // namespace
}  // namespace puzzled::sudoku
