// Text in, text out: answers, and faults with their places.
#include "core/sudoku/block_solver.hpp"
#include "core/sudoku/text/text_form.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "tests/core/answered_text.hpp"

namespace puzzled::sudoku {
namespace {

TEST(BlockSolver, ReadsEveryBlankAndEveryLineEnd) {
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
  EXPECT_EQ(answers.text.view(), expected);
  EXPECT_EQ(answers.tally.solved, 7u);
  EXPECT_EQ(answers.line_ends, 9u);
}

/// The answers by batches and by the engine for one puzzle at a time.
void expect_same_answers(const std::string& text) {
  for (const std::uint64_t limit : {1, 2, 9, 12, 0}) {
    const BlockAnswers expected = answered(text, limit);
    AnswerOptions by_batches = options(limit);
    by_batches.engine = find_engine("batch");
    BlockAnswers found;
    BlockSolver(by_batches).answer(text, *detect_form(text, true), {}, found);
    ASSERT_EQ(found.text.view(), expected.text.view());
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

TEST(BlockSolver, AnswersTheSameByBatches) {
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

TEST(BlockSolver, AnswersTheSameWithMoreFaultsThanItHolds) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += kPuzzle + "1\n" + kPuzzle + "\n";
  expect_same_answers(text);
}

TEST(BlockSolver, BatchesFindEveryConflict) {
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

TEST(BlockSolver, StopsAtEnd) {
  EXPECT_EQ(answered(kPuzzle + "\nend\n" + kPuzzle).text.view(), kSolution + '\n');
  EXPECT_EQ(answered(in_rows(kPuzzle) + "end\r\n" + in_rows(kPuzzle)).text.view(),
            in_rows(kSolution));
}

struct FaultCase {
  std::string line;
  std::string reason;
  std::uint32_t column;
};

TEST(BlockSolver, NamesReasonLineAndColumnOfBadLines) {
  const std::vector<FaultCase> cases = {
      {kPuzzle.substr(0, 80), "80 cells instead of 81", 81},
      {kPuzzle.substr(0, 1), "1 cell instead of 81", 2},
      {kPuzzle.substr(0, 40) + " # cut", "40 cells instead of 81", 41},
      {kPuzzle + "5", "more than 81 cells", 82},
      {kPuzzle + "q", "'q' is not a cell character", 82},
      {with_cell(kPuzzle, 4, 'a'), "'a' is not a cell character", 5},
      {with_cell(kPuzzle, 80, '\x07'), "0x07 is not a cell character", 81},
      {with_cell(kPuzzle, 0, '\xff'), "0xff is not a cell character", 1},
      {std::string(1, '\0') + kPuzzle, "0x00 is not a cell character", 1},
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
  EXPECT_EQ(answers.text.view(), expected);
  EXPECT_EQ(answers.tally.invalid, cases.size());
  EXPECT_EQ(answers.tally.solved, cases.size() + 1);
  ASSERT_EQ(answers.faults.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Fault& fault = answers.faults[i];
    EXPECT_EQ(answers.faults.reason(fault), cases[i].reason);
    EXPECT_EQ(fault.place.line, 2 * i + 2) << cases[i].reason;
    EXPECT_EQ(fault.place.column, cases[i].column) << cases[i].reason;
  }
}

TEST(BlockSolver, TellsUnsolvableFromInvalid) {
  // Row 1 leaves only a 9 for its last cell, and column 9 has one already.
  std::string blocked(81, '.');
  for (std::size_t cell = 0; cell < 8; ++cell) blocked[cell] = static_cast<char>('1' + cell);
  blocked[80] = '9';
  const BlockAnswers answers = answered(blocked + '\n');
  EXPECT_EQ(answers.text.view(), "unsolvable\n");
  EXPECT_EQ(answers.tally.unsolvable, 1u);
}

TEST(BlockSolver, CountsUpToTheLimit) {
  const BlockAnswers empty = answered(std::string(81, '.') + '\n', 5);
  EXPECT_EQ(empty.text.view().substr(0, 2), "5\t");
  EXPECT_EQ(empty.tally.multiple, 1u);
  EXPECT_EQ(answered(kPuzzle + '\n', 5).text.view(), "1\t" + kSolution + '\n');
  EXPECT_EQ(answered(with_cell(kPuzzle, 2, '3'), 5).text.view(),
            "invalid clues r1c2 and r1c3 are both 3\n");
  std::string blocked = "12345678." + std::string(71, '.') + '9';
  EXPECT_EQ(answered(blocked, 5).text.view(), "0\t-\n");
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

TEST(BlockSolver, GoesOnBehindATimeout) {
  using namespace std::chrono_literals;
  const std::string text = kPuzzle + '\n' + std::string(81, '.') + '\n' + "11" +
                           std::string(79, '.') + '\n' + kPuzzle + '\n';
  for (const Engine* engine : {find_engine("batch"), find_engine("row")}) {
    AnswerOptions limited = options();
    limited.engine = engine;
    limited.limits = {.solutions = 0, .time = 20ms};
    BlockAnswers answers;
    BlockSolver(limited).answer(text, {}, {}, answers);
    const std::string one = "1\t" + kSolution + '\n';
    EXPECT_EQ(answers.text.view(), one + "timeout\ninvalid clues r1c1 and r1c2 are both 1\n" + one);
    EXPECT_EQ(answers.tally.timed_out, 1u);
    EXPECT_EQ(answers.tally.solved, 2u);
    EXPECT_EQ(answers.tally.puzzles(), 4u);
  }
}

TEST(BlockSolver, HandsOverPuzzlesWhoseTimeRunsOut) {
  using namespace std::chrono_literals;
  const std::string hard = with_cell(std::string(81, '.'), 40, '5');
  const std::string text = hard + '\n' + kPuzzle + '\n' + hard + "\n" + "11" +
                           std::string(79, '.') + '\n' + kPuzzle + '\n' + hard + '\n';
  const std::string one = "1\t" + kSolution + '\n';
  for (const Engine* engine : {find_engine("batch"), find_engine("row")}) {
    AnswerOptions limited = options();
    limited.engine = engine;
    limited.limits = {.solutions = 0, .time = 20ms};
    limited.hands_over_unsolved = true;
    BlockAnswers answers;
    BlockSolver(limited).answer(text, {}, {}, answers);
    const std::string expected = one + "invalid clues r1c1 and r1c2 are both 1\n" + one;
    EXPECT_EQ(answers.text.view(), expected);
    ASSERT_EQ(answers.unsolved.size(), 3u);
    const std::size_t places[] = {0, one.size(), expected.size()};
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(answers.unsolved[i].answer_at, places[i]);
      EXPECT_EQ(answers.unsolved[i].grid[40], 5);
    }
    EXPECT_EQ(answers.tally.timed_out, 0u);
    EXPECT_EQ(answers.tally.puzzles(), 3u);
  }
}

TEST(BlockSolver, AnswersBareBoardsAsJudgesDo) {
  EXPECT_EQ(answered(in_rows(kPuzzle)).text.view(), in_rows(kSolution));
  EXPECT_EQ(answered("2\n" + in_rows(kPuzzle) + in_rows(kPuzzle, "", "\r\n")).text.view(),
            in_rows(kSolution) + in_rows(kSolution));
  EXPECT_EQ(answered(in_rows(kPuzzle), 2).text.view(), "1\t" + kSolution + '\n');
}

TEST(BlockSolver, AnswersSpacedIntegersBySpacedIntegers) {
  EXPECT_EQ(answered(in_rows(kPuzzle, " ")).text.view(), in_rows(kSolution, " "));
  EXPECT_EQ(answered("1\n" + in_rows(kPuzzle, " ")).text.view(), in_rows(kSolution, " "));
  EXPECT_EQ(answered(in_rows(kPuzzle, " "), 2).text.view(), "1\t" + kSolution + '\n');
}

TEST(BlockSolver, ReadsDecoratedBoards) {
  const std::string line = kSolution + '\n';
  EXPECT_EQ(answered(in_rows(kPuzzle, ", ")).text.view(), line);
  const std::string board = in_rows(kPuzzle);
  EXPECT_EQ(answered("#Aauthor\n[Puzzle]\n" + board + "[State]\n" + board).text.view(), line);
  EXPECT_EQ(answered("Grid 01\n" + board + "Grid 02\n" + board).text.view(), line + line);
  std::string drawn = "*-----------*\n";
  for (std::size_t row = 0; row < 9; ++row) {
    const std::string cells = kPuzzle.substr(9 * row, 9);
    drawn += '|' + cells.substr(0, 3) + '|' + cells.substr(3, 3) + '|' + cells.substr(6) + "|\n";
    if (row % 3 == 2) drawn += row == 8 ? "*-----------*\n" : "|---+---+---|\n";
  }
  EXPECT_EQ(answered(drawn + "\n" + drawn).text.view(), line + line);
}

TEST(BlockSolver, OneBadRowCostsOneBoard) {
  const std::string board = in_rows(kPuzzle);
  std::string short_row = board;
  short_row.erase(12, 1);  // in row 2
  std::string odd_row = board;
  odd_row[34] = 'a';  // row 4
  std::string long_row = board;
  long_row.insert(9, "1");  // row 1
  std::string contradiction = board;
  contradiction[10] = '5';  // r2c1
  const std::string broken = board.substr(0, 50);
  const BlockAnswers answers = answered(board + short_row + odd_row + long_row + contradiction +
                                        broken + "\n" + board + board.substr(0, 30));
  EXPECT_EQ(answers.text.view(), in_rows(kSolution) + "invalid row 2 has 8 cells instead of 9\n" +
                                     "invalid row 4 has 'a', which is not a cell character\n" +
                                     "invalid row 1 has 10 cells instead of 9\n" +
                                     "invalid clues r1c1 and r2c1 are both 5\n" +
                                     "invalid the board ends after 5 rows\n" + in_rows(kSolution) +
                                     "invalid the board ends after 3 rows\n");
  ASSERT_EQ(answers.faults.size(), 6u);
  const std::array<TextPlace, 6> places = {{{11, 9}, {22, 5}, {28, 11}, {38, 1}, {50, 1}, {63, 1}}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(answers.faults[i].place.line, places[i].line) << i;
    EXPECT_EQ(answers.faults[i].place.column, places[i].column) << i;
  }
}

TEST(BlockSolver, BlocksAnsweredTogetherHaveTheAnswersOfEach) {
  // Blocks of every kind and size, more puzzles than are solved at once.
  std::vector<std::string> blocks;
  for (std::size_t size : {1, 0, 70, 100, 8192, 3, 5000, 4000, 1}) {
    std::string& block = blocks.emplace_back();
    for (std::size_t i = 0; i < size; ++i) {
      block += i % 9 == 4 ? "bad\n" : i % 9 == 5 ? "\n" : kPuzzle + '\n';
    }
  }
  blocks.push_back(with_cell(kPuzzle, 1, kPuzzle[0]) + "\nend\n" + kPuzzle);
  for (const Engine* engine : {find_engine("batch"), find_engine("band")}) {
    const AnswerOptions options{
        .engine = engine, .isa = {}, .limits = {}, .style = AnswerStyle::kLine};
    BlockSolver solver(options);
    std::vector<BlockAnswers> answers(blocks.size());
    for (std::size_t i = 0; i < blocks.size(); ++i) solver.add(blocks[i], {}, {}, answers[i]);
    solver.finish();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      BlockAnswers alone;
      BlockSolver(options).answer(blocks[i], {}, {}, alone);
      EXPECT_EQ(answers[i].text.view(), alone.text.view()) << i;
      EXPECT_EQ(answers[i].tally.puzzles(), alone.tally.puzzles()) << i;
      EXPECT_EQ(answers[i].faults.size(), alone.faults.size()) << i;
      EXPECT_EQ(answers[i].line_ends, alone.line_ends) << i;
    }
  }
}

TEST(BlockSolver, WhatIsForgottenIsNotAnswered) {
  BlockSolver solver{AnswerOptions{}};
  BlockAnswers first;
  solver.add(kPuzzle + "\nbad\n", {}, {}, first);
  solver.forget();
  BlockAnswers second;
  solver.answer(kPuzzle + "\n", {}, {}, second);
  EXPECT_EQ(first.text.view(), "");
  EXPECT_EQ(second.text.view(), kSolution + '\n');
}

}  // namespace
}  // namespace puzzled::sudoku
