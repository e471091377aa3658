// What TextSolver answers beside solutions: lists, true candidates and estimates as text, against
// all grids by a plain search.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "core/variants/text/board_form.hpp"
#include "core/variants/text/rule_names.hpp"
#include "core/variants/text_solver.hpp"
#include "puzzle_validator.hpp"
#include "rule_drawing.hpp"

namespace puzzled::variants {
namespace {

constexpr int kSide = 4;
const BoardForm kLines{};

/// A board of 4x4 with a few clues, and all its solutions in order: none, if the rules allow none.
struct KnownBoard {
  std::string line;
  std::vector<std::string> solutions;
};

KnownBoard known_board(std::mt19937& random, const std::vector<Rule>& rules) {
  Puzzle puzzle;
  puzzle.size = kSide;
  puzzle.regions = box_regions(kSide);
  puzzle.allowed.assign(kSide * kSide, all_values(kSide));
  const Puzzle blank = puzzle;
  puzzle.rules = rules;
  std::vector<int> grid = drawn_grid(random, blank);
  for (int tries = 0; tries < 300 && !is_solution(puzzle, grid); ++tries) {
    grid = drawn_grid(random, blank);
  }
  const bool has_grid = is_solution(puzzle, grid);
  KnownBoard board{.line = std::string(kSide * kSide, '.'), .solutions = {}};
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    if (random() % 6 != 0 || !has_grid) continue;
    puzzle.allowed[cell] = set_of(grid[cell]);
    board.line[cell] = static_cast<char>('0' + grid[cell]);
  }
  for (const std::vector<int>& found : plain_solutions(puzzle, 1000)) {
    if (!is_solution(puzzle, found)) continue;
    std::string& text = board.solutions.emplace_back();
    for (const int value : found) text += static_cast<char>('0' + value);
  }
  std::ranges::sort(board.solutions);
  return board;
}

TextAnswers answers_to(const std::string& text, TextOptions options) {
  TextSolver solver(std::move(options));
  TextAnswers answers;
  EXPECT_TRUE(solver.answer(text, kLines, 1, answers));
  return answers;
}

std::vector<Rule> rules_of_round(int round) {
  constexpr const char* kNames[] = {"", "diagonal", "anti-knight", "anti-king"};
  return *parse_rules(kNames[round % 4]);
}

TEST(VariantsTextQuestions, ListsAllSolutionsInOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 40; ++round) {
    const std::vector<Rule> rules = rules_of_round(round);
    std::string text;
    std::string expected;
    std::string expected_json;
    std::uint64_t listed = 0;
    std::uint64_t cut = 0;
    const std::uint64_t most = round % 3 == 0 ? 0 : static_cast<std::uint64_t>(round);
    for (int number = 1; number <= 3; ++number) {
      const KnownBoard board = known_board(random, rules);
      text += board.line + '\n';
      const std::size_t count =
          most == 0 ? board.solutions.size() : std::min<std::size_t>(board.solutions.size(), most);
      const std::string front = std::to_string(number) + '\t';
      const std::string object = "{\"puzzle\":" + std::to_string(number) + ",";
      for (std::size_t i = 0; i < count; ++i) {
        expected += front + board.solutions[i] + '\n';
        expected_json += object + "\"solution\":\"" + board.solutions[i] + "\"}\n";
      }
      if (count == 0) expected += front + "unsolvable\n";
      const bool is_all = count == board.solutions.size();
      expected_json += object + "\"status\":\"" + (count == 0 ? "unsolvable" : "solved") +
                       "\",\"count\":\"" + std::to_string(count) +
                       "\",\"complete\":" + (is_all ? "true" : "false") + "}\n";
      listed += count;
      cut += is_all ? 0 : 1;
    }
    TextOptions options{.limits = {.solutions = most},
                        .rules = rules,
                        .question = BoardQuestion::kList,
                        .numbers = true};
    const TextAnswers answers = answers_to(text, options);
    ASSERT_EQ(answers.text, expected) << text;
    EXPECT_EQ(answers.listed, listed);
    EXPECT_EQ(answers.cut, cut);
    options.style = BoardStyle::kJson;
    ASSERT_EQ(answers_to(text, options).text, expected_json) << text;
  }
}

TEST(VariantsTextQuestions, CountsTheSolutionsOfEachCandidate) {
  std::mt19937 random(2);
  for (int round = 0; round < 40; ++round) {
    const std::vector<Rule> rules = rules_of_round(round);
    const KnownBoard board = known_board(random, rules);
    for (const std::uint64_t most : {1U, 3U, 100U}) {
      std::string expected;
      for (std::size_t cell = 0; cell < kSide * kSide; ++cell) {
        if (cell > 0) expected += ' ';
        bool is_first = true;
        for (char value = '1'; value <= '4'; ++value) {
          const auto count = static_cast<std::uint64_t>(std::ranges::count_if(
              board.solutions,
              [&](const std::string& solution) { return solution[cell] == value; }));
          if (count == 0) continue;
          if (most > 1 && !is_first) expected += ',';
          is_first = false;
          expected += value;
          if (most > 1) expected += ':' + std::to_string(std::min(count, most));
        }
      }
      if (board.solutions.empty()) expected = "unsolvable";
      const TextAnswers answers = answers_to(board.line, {.limits = {.solutions = most},
                                                          .style = BoardStyle::kLine,
                                                          .rules = rules,
                                                          .question = BoardQuestion::kCandidates});
      ASSERT_EQ(answers.text, expected + '\n') << board.line;
    }
  }
}

TEST(VariantsTextQuestions, EstimatesOfFewSolutionsAreCounts) {
  std::mt19937 random(3);
  for (int round = 0; round < 20; ++round) {
    const std::vector<Rule> rules = rules_of_round(round);
    const KnownBoard board = known_board(random, rules);
    const TextAnswers answers =
        answers_to(board.line, {.rules = rules, .question = BoardQuestion::kEstimate});
    const std::string expected = board.solutions.empty()
                                     ? "unsolvable\n"
                                     : std::to_string(board.solutions.size()) + "\t0\t0\n";
    EXPECT_EQ(answers.text, expected) << board.line;
  }
}

TEST(VariantsTextQuestions, EstimatesComeWithTheirInterval) {
  const std::string empty(81, '.');
  TextSolver solver({.question = BoardQuestion::kEstimate, .estimate = {.error = 0.1}});
  TextAnswers answers;
  std::vector<std::uint8_t> blanks(81);
  ASSERT_TRUE(solver.answer_plain(9, blanks, BoardStyle::kLine, answers));
  // 6.671e21 grids (B. Felgenhauer, F. Jarvis, 2005).
  EXPECT_NEAR(std::stod(answers.text), 6.671e21, 1.5e21) << answers.text;
}

TEST(VariantsTextQuestions, InvalidBoardsAreSaidInTheirPlace) {
  const std::string text =
      "1.......1.......\n11..............\n12341..........\n................\n";
  const TextAnswers answers = answers_to(
      text, {.limits = {.solutions = 1}, .question = BoardQuestion::kList, .numbers = true});
  EXPECT_EQ(answers.text,
            "1\tinvalid clues r1c1 and r3c1 are both 1\n"
            "2\tinvalid clues r1c1 and r1c2 are both 1\n"
            "3\tinvalid 15 cells: no board has as many\n"
            "4\t1234341221434321\n");
  EXPECT_EQ(answers.faults.size(), 3U);
}

TEST(VariantsTextQuestions, ListsEndWhenNoMoreIsWanted) {
  TextSolver solver({.limits = {.solutions = 0}, .question = BoardQuestion::kList});
  TextAnswers answers;
  std::size_t taken = 0;
  answers.flush = [&] {
    taken += answers.text.size();
    answers.text.clear();
    return taken < 1'000'000;
  };
  std::vector<std::uint8_t> blanks(81);
  EXPECT_FALSE(solver.answer_plain(9, blanks, BoardStyle::kLine, answers));
  EXPECT_GE(taken, 1'000'000U);
  EXPECT_LT(taken, 2'000'000U);
}

TEST(VariantsTextQuestions, ListsEndAtTheTimeLimit) {
  TextSolver solver({.limits = {.solutions = 0, .time = std::chrono::milliseconds(20)},
                     .question = BoardQuestion::kList});
  TextAnswers answers;
  std::vector<std::uint8_t> blanks(81);
  EXPECT_TRUE(solver.answer_plain(9, blanks, BoardStyle::kLine, answers));
  EXPECT_TRUE(answers.text.ends_with("timeout\n"));
  EXPECT_EQ(answers.timed_out, 1U);
}

TEST(VariantsTextQuestions, CandidatesAreDrawn) {
  const TextAnswers answers = answers_to(
      "1.......4.......", {.limits = {.solutions = 5}, .question = BoardQuestion::kCandidates});
  EXPECT_TRUE(
      answers.text.starts_with("┌────────────┬────────────┐\n"
                               "│   [1]  234 │  234   234 │\n"))
      << answers.text;
  EXPECT_NE(answers.text.find("\nr2c3  1:5+  2:3  3:3  4:5+\n"), std::string::npos) << answers.text;
}

}  // namespace
}  // namespace puzzled::variants
