// The calls for C: codes and messages of every failure. (tests/install compiles the header as C.)
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "puzzled/puzzled.h"
#include "puzzled/sudoku.hpp"

namespace puzzled {
namespace {

constexpr const char* kEasyPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

std::string text_of(const puzzled_grid& grid) {
  char text[PUZZLED_TEXT_SIZE];
  EXPECT_EQ(puzzled_to_string(&grid, text), PUZZLED_OK);
  return text;
}

puzzled_grid parsed(const char* text) {
  puzzled_grid grid{};
  EXPECT_EQ(puzzled_parse(text, &grid), PUZZLED_OK);
  return grid;
}

TEST(CApi, SolvesAsTheCallsForCpp) {
  const puzzled_grid puzzle = parsed(kEasyPuzzle);
  EXPECT_EQ(text_of(puzzle), kEasyPuzzle);
  puzzled_answer answer{};
  ASSERT_EQ(puzzled_solve(&puzzle, &answer), PUZZLED_OK);
  EXPECT_EQ(answer.status, PUZZLED_UNIQUE);
  EXPECT_EQ(text_of(answer.solution), to_string(solve(*Grid::parse(kEasyPuzzle)).solution));

  const std::vector<puzzled_grid> puzzles{puzzle, puzzled_grid{}, answer.solution};
  std::vector<puzzled_answer> answers(3);
  ASSERT_EQ(puzzled_solve_all(puzzles.data(), 3, answers.data()), PUZZLED_OK);
  EXPECT_EQ(answers[0].status, PUZZLED_UNIQUE);
  EXPECT_EQ(answers[1].status, PUZZLED_MULTIPLE);
  EXPECT_EQ(text_of(answers[2].solution), text_of(answer.solution));
  EXPECT_EQ(puzzled_solve_all(nullptr, 0, nullptr), PUZZLED_OK);

  std::uint64_t count = 0;
  EXPECT_EQ(puzzled_count_solutions(&puzzle, 0, &count), PUZZLED_OK);
  EXPECT_EQ(count, 1U);
  int minimal = 2;
  EXPECT_EQ(puzzled_is_minimal(&puzzle, &minimal), PUZZLED_OK);
  EXPECT_EQ(minimal, is_minimal(*Grid::parse(kEasyPuzzle)) ? 1 : 0);
  puzzled_rating rating{};
  EXPECT_EQ(puzzled_rate(&puzzle, &rating), PUZZLED_OK);
  const Rating same = rate(*Grid::parse(kEasyPuzzle));
  EXPECT_EQ(rating.level, same.level);
  EXPECT_EQ(rating.depth, same.depth);
  EXPECT_EQ(rating.phases, same.phases);
}

TEST(CApi, MakesPuzzlesOfOthers) {
  puzzled_grid puzzle = parsed(kEasyPuzzle);
  puzzled_grid form{};
  puzzled_grid form_of_copy{};
  ASSERT_EQ(puzzled_canonical(&puzzle, &form), PUZZLED_OK);
  ASSERT_EQ(puzzled_shuffle(&puzzle, 1, 2, &puzzle), PUZZLED_OK);
  EXPECT_NE(text_of(puzzle), kEasyPuzzle);
  ASSERT_EQ(puzzled_canonical(&puzzle, &form_of_copy), PUZZLED_OK);
  EXPECT_EQ(text_of(form), text_of(form_of_copy));

  ASSERT_EQ(puzzled_generate(1, 0, 30, 0, &puzzle), PUZZLED_OK);
  EXPECT_EQ(std::ranges::count(puzzle.digits, 0), 51);
  EXPECT_EQ(puzzled_generate(1, 0, 18, 0, &puzzle), PUZZLED_INVALID_ARGUMENT);
  EXPECT_STREQ(puzzled_last_error(), "the number of clues must be from 19 to 81 (got 18)");
}

TEST(CApi, CountsAndListsQueens) {
  std::uint64_t count = 0;
  EXPECT_EQ(puzzled_count_queens(8, &count), PUZZLED_OK);
  EXPECT_EQ(count, 92U);
  EXPECT_EQ(puzzled_count_fundamental_queens(8, &count), PUZZLED_OK);
  EXPECT_EQ(count, 12U);
  int columns[8] = {};
  std::size_t found = 0;
  EXPECT_EQ(puzzled_list_queens(4, 2, columns, &found), PUZZLED_OK);
  EXPECT_EQ(found, 2U);
  EXPECT_TRUE(std::ranges::equal(columns, std::vector<int>{1, 3, 0, 2, 2, 0, 3, 1}));
}

TEST(CApi, AnswersBoardsOfQueens) {
  std::uint64_t count = 0;
  const std::string seven(49, '.');
  EXPECT_EQ(puzzled_count_queens_on(seven.c_str(), 0, 0, &count), PUZZLED_OK);
  EXPECT_EQ(count, 40U);
  EXPECT_EQ(puzzled_count_queens_on(seven.c_str(), 1, 0, &count), PUZZLED_OK);
  EXPECT_EQ(count, 28U);
  EXPECT_EQ(puzzled_count_queens_on(seven.c_str(), 1, 5, &count), PUZZLED_OK);
  EXPECT_EQ(count, 5U);
  int has_solution = 7;
  EXPECT_EQ(puzzled_has_queens_on("AABBAABBCCDDCCDD", 0, &has_solution), PUZZLED_OK);
  EXPECT_EQ(has_solution, 1);
  EXPECT_EQ(puzzled_has_queens(3, &has_solution), PUZZLED_OK);
  EXPECT_EQ(has_solution, 0);
  int columns[8] = {};
  std::size_t found = 0;
  EXPECT_EQ(puzzled_list_queens_on("AABBAABBCCDDCCDD", 0, 2, columns, &found), PUZZLED_OK);
  EXPECT_EQ(found, 2U);
  EXPECT_TRUE(std::ranges::equal(columns, std::vector<int>{1, 3, 0, 2, 2, 0, 3, 1}));
  EXPECT_EQ(puzzled_construct_queens(8, columns, &found), PUZZLED_OK);
  EXPECT_EQ(found, 1U);
  EXPECT_TRUE(std::ranges::equal(columns, std::vector<int>{1, 3, 5, 7, 2, 0, 6, 4}));
  EXPECT_EQ(puzzled_construct_queens(2, columns, &found), PUZZLED_OK);
  EXPECT_EQ(found, 0U);
  EXPECT_EQ(puzzled_random_queens(4, 1, 2, columns, &found), PUZZLED_OK);
  EXPECT_EQ(found, 2U);
  char boards[2 * 17] = {};
  EXPECT_EQ(puzzled_generate_regions(4, 1, 2, boards), PUZZLED_OK);
  for (const char* const board : {boards, boards + 17}) {
    EXPECT_EQ(puzzled_count_queens_on(board, 0, 0, &count), PUZZLED_OK) << board;
    EXPECT_EQ(count, 1U) << board;
  }

  EXPECT_EQ(puzzled_count_queens_on("...", 0, 0, &count), PUZZLED_INVALID_TEXT);
  EXPECT_EQ(puzzled_count_queens_on(std::string(29 * 29, '.').c_str(), 0, 0, &count),
            PUZZLED_INVALID_ARGUMENT);
  EXPECT_STREQ(puzzled_last_error(), "at most 28 queens are counted (got 29)");
  EXPECT_EQ(puzzled_count_queens_on(nullptr, 0, 0, &count), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_list_queens_on("....", 0, 1, nullptr, &found), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_has_queens_on("....", 0, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_has_queens(0, &has_solution), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_random_queens(0, 1, 1, columns, &found), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_generate_regions(3, 1, 1, boards), PUZZLED_INVALID_ARGUMENT);
}

TEST(CApi, SaysWhatIsWrong) {
  puzzled_grid grid{};
  EXPECT_EQ(puzzled_parse("12a", &grid), PUZZLED_INVALID_TEXT);
  EXPECT_STREQ(puzzled_last_error(), "'a' is not a cell character (column 3)");
  const std::string two = std::string(kEasyPuzzle) + '\n' + kEasyPuzzle;
  EXPECT_EQ(puzzled_parse(two.c_str(), &grid), PUZZLED_INVALID_TEXT);
  EXPECT_STREQ(puzzled_last_error(), "2 puzzles instead of 1 (the second in line 2)");

  grid.digits[9] = 10;
  puzzled_answer answer{};
  EXPECT_EQ(puzzled_solve(&grid, &answer), PUZZLED_INVALID_ARGUMENT);
  EXPECT_STREQ(puzzled_last_error(), "the digit of r2c1 must be from 0 to 9 (got 10)");
  EXPECT_EQ(puzzled_solve_all(&grid, 1, &answer), PUZZLED_INVALID_ARGUMENT);
  EXPECT_STREQ(puzzled_last_error(), "puzzle 0: the digit of r2c1 must be from 0 to 9 (got 10)");

  grid = {};
  grid.digits[0] = grid.digits[1] = 5;
  EXPECT_EQ(puzzled_check_clues(&grid), PUZZLED_CONFLICT);
  EXPECT_STREQ(puzzled_last_error(), "clues r1c1 and r1c2 are both 5");
  EXPECT_EQ(puzzled_canonical(&grid, &grid), PUZZLED_CONFLICT);

  std::uint64_t count = 7;
  EXPECT_EQ(puzzled_count_queens(29, &count), PUZZLED_INVALID_ARGUMENT);
  EXPECT_STREQ(puzzled_last_error(), "the number of queens must be from 1 to 28 (got 29)");
  EXPECT_EQ(count, 7U);
}

TEST(CApi, RefusesNullPointers) {
  const puzzled_grid grid{};
  puzzled_grid other{};
  puzzled_answer answer{};
  std::uint64_t count = 0;
  std::size_t found = 0;
  EXPECT_EQ(puzzled_parse(nullptr, &other), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_parse(kEasyPuzzle, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_to_string(&grid, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_check_clues(nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_solve(nullptr, &answer), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_solve(&grid, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_solve_all(nullptr, 1, &answer), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_count_solutions(nullptr, 1, &count), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_shuffle(&grid, 1, 1, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_is_minimal(&grid, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_generate(1, 1, 0, 0, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_count_queens(8, nullptr), PUZZLED_INVALID_ARGUMENT);
  EXPECT_EQ(puzzled_list_queens(8, 1, nullptr, &found), PUZZLED_INVALID_ARGUMENT);
  EXPECT_STREQ(puzzled_last_error(), "a pointer is null");
}

TEST(CApi, KnowsItsVersion) {
  EXPECT_EQ(std::count(puzzled_version(), puzzled_version() + std::strlen(puzzled_version()), '.'),
            2);
}

}  // namespace
}  // namespace puzzled
