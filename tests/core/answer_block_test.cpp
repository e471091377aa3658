// Text in, text out: answers, faults with their places, and that cuts never change an answer.
#include "core/sudoku/answer_block.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "tests/core/answered_in_blocks.hpp"

namespace puzzled::sudoku {
namespace {

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

AnswerOptions options(std::uint64_t limit = 1) {
  return {.engine = find_engine("band"),
          .isa = {},
          .limits = {.solutions = limit},
          .style = AnswerStyle::kAuto};
}

/// Answers a whole stream as one block.
BlockAnswers answered(const std::string& text, std::uint64_t limit = 1) {
  BlockAnswers answers;
  BlockSolver(options(limit)).answer(text, *detect_form(text, true), {}, answers);
  return answers;
}

std::string in_rows(const std::string& cells, const std::string& gap = "",
                    const std::string& line_end = "\n") {
  std::string text;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cell % 9 != 0) text += gap;
    text += cells[cell];
    if (cell % 9 == 8) text += line_end;
  }
  return text;
}

std::string with_cell(std::string cells, std::size_t cell, char value) {
  cells[cell] = value;
  return cells;
}

TEST(AnswerBlock, ReadsEveryBlankAndEveryLineEnd) {
  std::string mixed = kPuzzle;
  const std::string blanks = ".0_*Xx";
  std::size_t next = 0;
  for (char& c : mixed) {
    if (c == '.') c = blanks[next++ % blanks.size()];
  }
  const std::string text = mixed + "\r\n" + mixed + "\n\n# remark\n   \n" + mixed + " 4.2\n" +
                           mixed + "\t1\n" + mixed + ",x\n" + mixed + "#x\n" + mixed;
  const BlockAnswers answers = answered(text);
  std::string expected;
  for (int i = 0; i < 7; ++i) expected += kSolution + '\n';
  EXPECT_EQ(answers.text, expected);
  EXPECT_EQ(answers.tally.solved, 7u);
  EXPECT_EQ(answers.line_ends, 9u);
}

TEST(TakePuzzleLine, TakesJustTheLinesThatBeginWithAPuzzle) {
  struct Case {
    std::string text;
    std::size_t taken;  // 0: refused
  };
  const std::string longest = kPuzzle + '#' + std::string(kMaxLineBytes - 82, 'x');
  const std::vector<Case> cases = {
      {kPuzzle + '\n', 82},
      {kPuzzle + "\r\n" + kPuzzle, 83},
      {kPuzzle + " remark\nnext", 89},
      {kPuzzle + "," + kSolution + "\n", 164},
      {kPuzzle + "#end of text", 93},
      {longest + '\n', longest.size() + 1},
      {with_cell(kPuzzle, 2, 'x') + '\n', 82},
      {kPuzzle, 0},  // no more than that at the end of a text: not usual
      {longest + "x\n", 0},
      {kPuzzle + '\r' + kPuzzle + '\n', 0},
      {kPuzzle + "1\n", 0},
      {with_cell(kPuzzle, 80, '\n') + "\n", 0},
      {with_cell(kPuzzle, 80, 'a') + '\n', 0},
      {with_cell(kPuzzle, 0, ' ') + '\n', 0},
      {"\n", 0},
  };
  for (const Case& c : cases) {
    std::string_view rest = c.text;
    Grid grid;
    EXPECT_EQ(take_puzzle_line(rest, grid), c.taken > 0) << c.text;
    EXPECT_EQ(c.text.size() - rest.size(), c.taken) << c.text;
    if (c.taken > 0) {
      EXPECT_EQ(grid[80], 9) << c.text;
    }
  }
}

TEST(TakePuzzleLine, KnowsEveryCharacterOfACell) {
  for (int c = 0; c < 256; ++c) {
    for (const std::size_t cell : {0, 15, 16, 40, 64, 79, 80}) {
      const std::string text = with_cell(kPuzzle, cell, static_cast<char>(c)) + '\n';
      std::string_view rest = text;
      Grid grid;
      const int value = cell_value(static_cast<char>(c));
      ASSERT_EQ(take_puzzle_line(rest, grid), value >= 0) << c;
      if (value >= 0) {
        ASSERT_EQ(grid[static_cast<int>(cell)], value) << c;
      }
    }
  }
}

TEST(PlainLines, HoldDigitsAndPointsOnly) {
  const std::string line(81, '.');
  for (const std::string_view isa : kIsaNames) {
    if (!has_isa(isa)) continue;
    const BatchSolver solver(isa);
    const auto count = [&solver](const std::string& text, std::size_t most = 1000) {
      std::vector<const std::uint8_t*> cells;
      const std::size_t found = solver.find_plain_lines(text, most, cells);
      EXPECT_EQ(cells.size(), found);
      for (std::size_t i = 0; i < found; ++i) {
        EXPECT_EQ(reinterpret_cast<const char*>(cells[i]), text.data() + i * 82);
      }
      return found;
    };
    EXPECT_EQ(count(line + "\n"), 1U);
    EXPECT_EQ(count(line + "\nx"), 1U);
    EXPECT_EQ(count(line), 0U);
    EXPECT_EQ(count(""), 0U);
    EXPECT_EQ(count(line + "\r\n"), 0U);
    EXPECT_EQ(count(line + " 1\n"), 0U);
    EXPECT_EQ(count(std::string(80, '1') + "\n"), 0U);
    for (std::size_t at = 0; at < 81; ++at) {
      for (int c = 0; c < 256; ++c) {
        const bool is_plain = c == '.' || (c >= '0' && c <= '9');
        EXPECT_EQ(count(with_cell(line, at, static_cast<char>(c)) + "\n"), is_plain ? 1U : 0U)
            << c << " at " << at;
      }
    }
    std::string many;
    for (int i = 0; i < 150; ++i) many += line + "\n";
    EXPECT_EQ(count(many), 150U);
    EXPECT_EQ(count(many, 100), 100U);
    EXPECT_EQ(count(many, 64), 64U);
    EXPECT_EQ(count(many + "x" + many), 150U);
  }
}

/// The answers by batches and by the engine for one puzzle at a time.
void expect_same_answers(const std::string& text) {
  for (const std::uint64_t limit : {1, 2, 0}) {
    const BlockAnswers expected = answered(text, limit);
    AnswerOptions by_batches = options(limit);
    by_batches.engine = nullptr;
    BlockAnswers found;
    BlockSolver(by_batches).answer(text, *detect_form(text, true), {}, found);
    ASSERT_EQ(found.text, expected.text);
    EXPECT_EQ(found.line_ends, expected.line_ends);
    EXPECT_EQ(found.tally.solved, expected.tally.solved);
    EXPECT_EQ(found.tally.multiple, expected.tally.multiple);
    EXPECT_EQ(found.tally.unsolvable, expected.tally.unsolvable);
    EXPECT_EQ(found.tally.invalid, expected.tally.invalid);
    ASSERT_EQ(found.faults.size(), expected.faults.size());
    for (std::size_t i = 0; i < found.faults.size(); ++i) {
      EXPECT_EQ(found.faults[i].place.line, expected.faults[i].place.line);
      EXPECT_EQ(found.faults[i].place.column, expected.faults[i].place.column);
    }
  }
}

TEST(AnswerBlock, AnswersTheSameByBatches) {
  const std::string many = with_cell(with_cell(kSolution, 0, '.'), 9, '.');
  const std::string lines[] = {kPuzzle + "\n",
                               kPuzzle + "\r\n",
                               kPuzzle + " 4.2\n",
                               with_cell(kPuzzle, 2, '_') + "\n",
                               with_cell(kPuzzle, 80, '*') + "\n",
                               kSolution + "\n",
                               with_cell(with_cell(kPuzzle, 2, '5'), 3, '5') + "\n",
                               with_cell(kPuzzle, 2, '1') + "\n",
                               kPuzzle + "1\n",
                               "\n",
                               "# remark\n",
                               with_cell(kPuzzle, 40, 'a') + "\n",
                               with_cell(kPuzzle, 40, '/') + "\n",
                               many + "\n"};
  std::mt19937 random(5);
  std::string text;
  for (int i = 0; i < 3000; ++i) text += lines[random() % std::size(lines)];
  expect_same_answers(text + kPuzzle);
  expect_same_answers(text + "end\n" + kPuzzle + "\n");
}

TEST(AnswerBlock, BatchesFindEveryConflict) {
  std::string text;
  int conflicts = 0;
  for (int a = 0; a < kCells; ++a) {
    for (int b = a + 1; b < kCells; ++b) {
      if (row_of(a) != row_of(b) && column_of(a) != column_of(b) && box_of(a) != box_of(b))
        continue;
      ++conflicts;
      const char digit = static_cast<char>('1' + (a + b) % 9);
      text += with_cell(with_cell(std::string(81, '.'), static_cast<std::size_t>(a), digit),
                        static_cast<std::size_t>(b), digit) +
              "\n";
    }
  }
  ASSERT_EQ(conflicts, 810);
  expect_same_answers(text);
}

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

TEST(AnswerBlock, StopsAtEnd) {
  EXPECT_EQ(answered(kPuzzle + "\nend\n" + kPuzzle).text, kSolution + '\n');
  EXPECT_EQ(answered(in_rows(kPuzzle) + "end\r\n" + in_rows(kPuzzle)).text, in_rows(kSolution));
}

struct FaultCase {
  std::string line;
  std::string reason;
  std::uint32_t column;
};

TEST(AnswerBlock, NamesReasonLineAndColumnOfBadLines) {
  const std::vector<FaultCase> cases = {
      {kPuzzle.substr(0, 80), "80 cells instead of 81", 81},
      {kPuzzle.substr(0, 1), "1 cell instead of 81", 2},
      {kPuzzle.substr(0, 40) + " # cut", "40 cells instead of 81", 41},
      {kPuzzle + "5", "more than 81 cells", 82},
      {kPuzzle + "q", "character 'q' right behind cell 81", 82},
      {with_cell(kPuzzle, 4, 'a'), "character 'a' is no cell", 5},
      {with_cell(kPuzzle, 80, '\x07'), "character 0x07 is no cell", 81},
      {with_cell(kPuzzle, 0, '\xff'), "character 0xff is no cell", 1},
      {std::string(1, '\0') + kPuzzle, "character 0x00 is no cell", 1},
      {" " + kPuzzle, "character ' ' is no cell", 1},
      {std::string(kMaxLineBytes + 1, '.'), "line longer than 4096 bytes", 4097},
      {with_cell(kPuzzle, 2, '3'), "clues r1c2 and r1c3 are both 3", 3},
      {with_cell(kPuzzle, 72, '5'), "clues r1c1 and r9c1 are both 5", 73},
      {with_cell(kPuzzle, 10, '8'), "clues r2c2 and r3c3 are both 8", 21},
  };
  std::string text = kPuzzle + '\n';
  std::string expected = kSolution + '\n';
  for (const FaultCase& fault : cases) {
    text += fault.line + '\n' + kPuzzle + '\n';
    expected += "invalid " + fault.reason + '\n' + kSolution + '\n';
  }
  const BlockAnswers answers = answered(text);
  EXPECT_EQ(answers.text, expected);
  EXPECT_EQ(answers.tally.invalid, cases.size());
  EXPECT_EQ(answers.tally.solved, cases.size() + 1);
  ASSERT_EQ(answers.faults.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Fault& fault = answers.faults[i];
    EXPECT_EQ(answers.text.substr(fault.reason_at, fault.reason_size), cases[i].reason);
    EXPECT_EQ(fault.place.line, 2 * i + 2) << cases[i].reason;
    EXPECT_EQ(fault.place.column, cases[i].column) << cases[i].reason;
  }
}

TEST(AnswerBlock, TellsUnsolvableFromInvalid) {
  // Row 1 leaves only a 9 for its last cell, and column 9 has one already.
  std::string blocked(81, '.');
  for (std::size_t cell = 0; cell < 8; ++cell) blocked[cell] = static_cast<char>('1' + cell);
  blocked[80] = '9';
  const BlockAnswers answers = answered(blocked + '\n');
  EXPECT_EQ(answers.text, "unsolvable\n");
  EXPECT_EQ(answers.tally.unsolvable, 1u);
}

TEST(AnswerBlock, CountsUpToTheLimit) {
  const BlockAnswers empty = answered(std::string(81, '.') + '\n', 5);
  EXPECT_EQ(empty.text.substr(0, 2), "5\t");
  EXPECT_EQ(empty.tally.multiple, 1u);
  EXPECT_EQ(answered(kPuzzle + '\n', 5).text, "1\t" + kSolution + '\n');
  EXPECT_EQ(answered(with_cell(kPuzzle, 2, '3'), 5).text,
            "invalid clues r1c2 and r1c3 are both 3\n");
  std::string blocked = "12345678." + std::string(71, '.') + '9';
  EXPECT_EQ(answered(blocked, 5).text, "0\t-\n");
}

std::string answer_of(const Solutions& found, std::uint64_t limit, AnswerStyle style) {
  std::string text;
  append_answer(text, Grid{}, found, limit, style);
  return text;
}

TEST(AnswerText, CountsHave64Bits) {
  const std::string answer = answer_of({.count = UINT64_MAX}, 0, AnswerStyle::kLine);
  EXPECT_EQ(answer.substr(0, answer.find('\t')), "18446744073709551615");
  const std::string drawn = answer_of({.count = 1ULL << 33}, 0, AnswerStyle::kPretty);
  EXPECT_TRUE(drawn.ends_with("\n8589934592 solutions\n")) << drawn;
}

TEST(AnswerText, TimeoutIsOneWordWhateverWasFound) {
  Solutions found{.timed_out = true};
  for (const std::uint64_t count : {0U, 5U}) {
    found.count = count;
    for (const std::uint64_t limit : {0U, 1U, 2U}) {
      EXPECT_EQ(answer_of(found, limit, AnswerStyle::kLine), "timeout\n");
      EXPECT_EQ(answer_of(found, limit, AnswerStyle::kBoard), "timeout\n");
      EXPECT_TRUE(answer_of(found, limit, AnswerStyle::kPretty).ends_with("┘\ntimeout\n"));
    }
  }
}

TEST(AnswerBlock, GoesOnBehindATimeout) {
  using namespace std::chrono_literals;
  const std::string text = kPuzzle + '\n' + std::string(81, '.') + '\n' + "11" +
                           std::string(79, '.') + '\n' + kPuzzle + '\n';
  for (const Engine* engine : {static_cast<const Engine*>(nullptr), find_engine("row")}) {
    AnswerOptions limited = options();
    limited.engine = engine;
    limited.limits = {.solutions = 0, .time = 20ms};
    BlockAnswers answers;
    BlockSolver(limited).answer(text, {}, {}, answers);
    const std::string one = "1\t" + kSolution + '\n';
    EXPECT_EQ(answers.text, one + "timeout\ninvalid clues r1c1 and r1c2 are both 1\n" + one);
    EXPECT_EQ(answers.tally.timed_out, 1u);
    EXPECT_EQ(answers.tally.solved, 2u);
    EXPECT_EQ(answers.tally.puzzles(), 4u);
  }
}

TEST(AnswerBlock, AnswersBareBoardsAsJudgesDo) {
  EXPECT_EQ(answered(in_rows(kPuzzle)).text, in_rows(kSolution));
  EXPECT_EQ(answered("2\n" + in_rows(kPuzzle) + in_rows(kPuzzle, "", "\r\n")).text,
            in_rows(kSolution) + in_rows(kSolution));
  EXPECT_EQ(answered(in_rows(kPuzzle), 2).text, "1\t" + kSolution + '\n');
}

TEST(AnswerBlock, ReadsDecoratedBoards) {
  const std::string line = kSolution + '\n';
  EXPECT_EQ(answered(in_rows(kPuzzle, " ")).text, line);
  EXPECT_EQ(answered(in_rows(kPuzzle, ", ")).text, line);
  const std::string board = in_rows(kPuzzle);
  EXPECT_EQ(answered("#Aauthor\n[Puzzle]\n" + board + "[State]\n" + board).text, line);
  EXPECT_EQ(answered("Grid 01\n" + board + "Grid 02\n" + board).text, line + line);
  std::string drawn = "*-----------*\n";
  for (std::size_t row = 0; row < 9; ++row) {
    const std::string cells = kPuzzle.substr(9 * row, 9);
    drawn += '|' + cells.substr(0, 3) + '|' + cells.substr(3, 3) + '|' + cells.substr(6) + "|\n";
    if (row % 3 == 2) drawn += row == 8 ? "*-----------*\n" : "|---+---+---|\n";
  }
  EXPECT_EQ(answered(drawn + "\n" + drawn).text, line + line);
}

TEST(AnswerBlock, OneBadRowCostsOneBoard) {
  const std::string board = in_rows(kPuzzle);
  std::string short_row = board;
  short_row.erase(12, 1);  // in row 2
  std::string odd_row = board;
  odd_row[34] = '?';  // row 4
  std::string long_row = board;
  long_row.insert(9, "1");  // row 1
  std::string contradiction = board;
  contradiction[10] = '5';  // r2c1
  const std::string broken = board.substr(0, 50);
  const BlockAnswers answers = answered(board + short_row + odd_row + long_row + contradiction +
                                        broken + "\n" + board + board.substr(0, 30));
  EXPECT_EQ(answers.text, in_rows(kSolution) + "invalid row 2 has 8 cells instead of 9\n" +
                              "invalid row 4 has character '?', which is no cell\n" +
                              "invalid row 1 has more than 9 cells\n" +
                              "invalid clues r1c1 and r2c1 are both 5\n" +
                              "invalid the board breaks off after 5 rows\n" + in_rows(kSolution) +
                              "invalid the board breaks off after 3 rows\n");
  ASSERT_EQ(answers.faults.size(), 6u);
  const std::array<TextPlace, 6> places = {{{11, 8}, {22, 5}, {28, 10}, {38, 1}, {50, 1}, {63, 1}}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(answers.faults[i].place.line, places[i].line) << i;
    EXPECT_EQ(answers.faults[i].place.column, places[i].column) << i;
  }
}

void expect_same(const BlockAnswers& whole, const BlockAnswers& cut) {
  EXPECT_EQ(whole.text, cut.text);
  EXPECT_EQ(whole.tally.puzzles(), cut.tally.puzzles());
  ASSERT_EQ(whole.faults.size(), cut.faults.size());
  for (std::size_t i = 0; i < whole.faults.size(); ++i) {
    EXPECT_EQ(whole.faults[i].place.line, cut.faults[i].place.line);
    EXPECT_EQ(whole.faults[i].place.column, cut.faults[i].place.column);
  }
}

/// Streams of good and bad material in random order.
std::string random_stream(Layout layout, std::mt19937& random) {
  const std::string board = in_rows(kPuzzle);
  const std::vector<std::string> pieces =
      layout == Layout::kLines ? std::vector<std::string>{kPuzzle + "\n",
                                                          kPuzzle + " remark\r\n",
                                                          "\n",
                                                          "# e end\n",
                                                          kPuzzle.substr(0, 30) + "\n",
                                                          std::string(9000, '1') + "\n",
                                                          "#" + std::string(9000, 'e') + "\n",
                                                          "ends\n",
                                                          with_cell(kPuzzle, 2, '3') + "\n"}
                               : std::vector<std::string>{board,
                                                          in_rows(kPuzzle, " "),
                                                          "\n",
                                                          board.substr(0, 40) + "\n",
                                                          "[State]\n" + board,
                                                          "[Puzzle]\n",
                                                          "Grid 7\n",
                                                          "---+---\n",
                                                          "#" + std::string(9000, 'e') + "\n",
                                                          std::string(9000, '1') + "\n"};
  std::string text = layout == Layout::kLines ? kPuzzle + "\n" : board;
  const int count = static_cast<int>(random() % 40);
  for (int i = 0; i < count; ++i) text += pieces[random() % pieces.size()];
  if (random() % 4 == 0) text += "end\n" + pieces[0];
  if (random() % 2 == 0)
    text.resize(text.size() - random() % std::min<std::size_t>(50, text.size()));
  return text;
}

TEST(CutBlock, NeverChangesAnAnswer) {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const Layout layout = round % 2 == 0 ? Layout::kLines : Layout::kBoards;
    const std::string text = random_stream(layout, random);
    const TextForm form = *detect_form(text, true);
    ASSERT_EQ(form.layout, layout);
    // A board that is spread over more than a block is answered differently from one that fits, so
    // boards are compared with the same capacity, or with one that holds everything.
    const std::size_t small = kMaxLineBytes + 1 + random() % 9000;
    const std::size_t capacity = layout == Layout::kBoards && round % 4 == 1 ? text.size() : small;
    const std::size_t most = round % 3 == 0 ? 7 : 4000;
    const BlockAnswers cut =
        answered_in_blocks(text, form, options(), capacity, [&] { return 1 + random() % most; });
    expect_same(answered_in_blocks(text, form, options(), capacity, [&] { return capacity; }), cut);
    if (layout == Layout::kLines || capacity == text.size()) {
      BlockAnswers whole;
      BlockSolver(options()).answer(text, form, {}, whole);
      expect_same(whole, cut);
    }
    if (HasFailure()) FAIL() << "round " << round;
  }
}

TEST(CutBlock, HoldsNoMoreLinesThanABlockMay) {
  std::string text;
  for (std::size_t i = 0; i < 3 * kMaxBlockLines; ++i) text += i % 5 == 0 ? "\n" : "x\n";
  EXPECT_EQ(count_lines(text), 3 * kMaxBlockLines);
  EXPECT_EQ(count_lines(std::string_view(text).substr(1, 9001)), 5000u);
  for (const char* name : {"line", "board"}) {
    const TextForm form = *forced_form(name, text, true);
    const BlockCut cut = cut_block(text, form, {}, true, true);
    EXPECT_LE(count_lines(std::string_view(text).substr(0, cut.size)), kMaxBlockLines);
    EXPECT_GT(cut.size, kMaxBlockLines);
    BlockAnswers whole;
    BlockSolver(options()).answer(text, form, {}, whole);
    expect_same(
        whole, answered_in_blocks(text, form, options(), text.size(), [&] { return text.size(); }));
  }
}

TEST(CutBlock, KnowsAByteOrderMarkAtTheBeginningOnly) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& board : {kPuzzle + "\n", in_rows(kPuzzle)}) {
    const std::string text = mark + board + "\n" + mark + board;
    const TextForm form = *detect_form(text, true);
    const BlockAnswers cut =
        answered_in_blocks(text, form, options(), text.size(), [] { return std::size_t{1}; });
    EXPECT_EQ(cut.tally.solved, 1u);
    EXPECT_EQ(cut.tally.invalid, 1u);
    expect_same(answered(text), cut);
  }
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
  EXPECT_EQ(cut.text, "invalid the board breaks off after 2 rows\n" + in_rows(kSolution));
}

}  // namespace
}  // namespace puzzled::sudoku
