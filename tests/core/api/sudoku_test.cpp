// The public calls for Sudoku: ranges and errors of each, and how they agree with each other.
#include "puzzled/sudoku.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace puzzled {
namespace {

constexpr const char* kSamplePuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
constexpr const char* kSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

Grid grid_of(std::string_view text) {
  const Result<Grid> grid = Grid::parse(text);
  EXPECT_TRUE(grid) << text;
  return grid ? *grid : Grid();
}

std::string why_not(std::string_view text) {
  const Result<Grid> grid = Grid::parse(text);
  return grid ? "it is one" : grid.error().message;
}

TEST(PublicGrid, OptionsOfTexts) {
  const std::string text = "id,quiz,sol\n1," + std::string(81, '@') + "," + std::string(81, '.');
  EXPECT_FALSE(Grid::parse(text, {.column = "other", .blank = "@"}));
  EXPECT_EQ(*Grid::parse(text, {.column = "quiz", .blank = "@"}), Grid());
  EXPECT_FALSE(Grid::parse(text, {.blank = "1"}));
}

TEST(PublicGrid, ValueThrowsWhatTheErrorSays) {
  EXPECT_EQ(Grid::parse(kSamplePuzzle).value(), grid_of(kSamplePuzzle));
  const Result<Grid> grid = Grid::parse("12");
  try {
    static_cast<void>(grid.value());
    FAIL() << "there is no value";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), grid.error().message);
  }
  EXPECT_THROW(Grid().set(9, 0, 1).value(), std::runtime_error);
}

TEST(PublicGrid, Cells) {
  EXPECT_EQ(parse_cell("7"), 7);
  EXPECT_EQ(parse_cell(" . "), 0);
  EXPECT_EQ(parse_cell(""), 0);
  EXPECT_EQ(parse_cell("@", "@"), 0);
  EXPECT_EQ(parse_cell("\u00e9", "@\u00e9"), 0);
  EXPECT_EQ(parse_cell("12"), std::nullopt);
  EXPECT_EQ(parse_cell("a"), std::nullopt);
}

TEST(PublicGrid, ReadsAndWritesText) {
  EXPECT_EQ(to_string(grid_of(kSamplePuzzle)), kSamplePuzzle);
  EXPECT_EQ(to_string(grid_of(std::string(kSamplePuzzle) + " # easy")), kSamplePuzzle);
  EXPECT_EQ(to_string(Grid(), '0'), std::string(81, '0'));
  EXPECT_EQ(Grid().to_string('0'), std::string(81, '0'));
  EXPECT_EQ(grid_of(kSamplePuzzle).to_string(), kSamplePuzzle);
  EXPECT_EQ(grid_of(kSamplePuzzle).at(0, 1), 3);
  EXPECT_EQ(grid_of(kSamplePuzzle).at(8, 8), 9);
  EXPECT_EQ(grid_of(kSamplePuzzle)[80], 9);
}

/// The puzzle's rows, each behind `before`, its cells apart by `between`.
std::string rows_of(std::string_view puzzle, const std::string& before, const std::string& between,
                    const std::string& behind) {
  std::string text;
  for (std::size_t cell = 0; cell < puzzle.size(); ++cell) {
    text += cell % 9 == 0 ? before : between;
    text += puzzle[cell];
    if (cell % 9 == 8) text += behind;
  }
  return text;
}

std::string replaced(std::string text, char from, char to) {
  std::ranges::replace(text, from, to);
  return text;
}

TEST(PublicGrid, ReadsOnePuzzleInAnyForm) {
  const std::string puzzle = kSamplePuzzle;
  const std::string zeros = replaced(puzzle, '.', '0');
  const std::vector<std::string> texts{
      puzzle + "\n",
      puzzle + "\r\n",
      "\xEF\xBB\xBF" + puzzle,
      puzzle + "," + kSolution,
      puzzle + "," + kSolution + "\n",
      puzzle + " # a remark that is longer than a puzzle" + std::string(90, '!'),
      "# a comment\n\n" + puzzle + "\n\n",
      rows_of(puzzle, "", "", "\n"),
      rows_of(puzzle, "", " ", "\r\n"),
      "Grid 01\n" + rows_of(zeros, "", "", "\n"),
      rows_of(puzzle, "| ", " | ", " |\n"),
      '[' + rows_of(zeros, "[", ", ", "],\n") + "]\n",
      "{\"puzzle\": \"" + puzzle + "\"}",
      "id,puzzle\n1," + puzzle + "\n",
      "puzzle,solution\n" + puzzle + "," + kSolution + "\n",
      puzzle + "\nend\n",
  };
  for (const std::string& text : texts) EXPECT_EQ(to_string(grid_of(text)), puzzle) << text;
  for (const char blank : {'0', '_', '*', 'X', 'x', '?', '-'}) {
    EXPECT_EQ(to_string(grid_of(replaced(puzzle, '.', blank))), puzzle) << blank;
  }
}

TEST(PublicGrid, SaysHowManyPuzzlesThereAreInsteadOfOne) {
  const std::string line = std::string(kSamplePuzzle) + "\n";
  EXPECT_EQ(why_not(""), "0 puzzles instead of 1: the text is empty");
  EXPECT_EQ(why_not(" \n\n"), "0 puzzles instead of 1: the text is empty");
  EXPECT_EQ(why_not("# nothing\n"),
            "0 puzzles instead of 1: there are only titles, comments and rulers");
  EXPECT_EQ(why_not("<html>\n</html>\n"),
            "0 puzzles instead of 1: a web page instead of the file itself: was the download's "
            "link right?");
  EXPECT_EQ(why_not(line + line), "2 puzzles instead of 1 (the second in line 2)");
  EXPECT_EQ(why_not("# two\n\n" + line + line), "2 puzzles instead of 1 (the second in line 4)");
  const std::string board = rows_of(kSamplePuzzle, "", "", "\n") + "\n";
  EXPECT_EQ(why_not(line + "\n" + board + board), "3 puzzles instead of 1 (the second in line 3)");
  std::string many;
  for (int i = 0; i < 20000; ++i) many += line;  // more than one block of text
  EXPECT_EQ(why_not(many), "20000 puzzles instead of 1 (the second in line 2)");
  EXPECT_EQ(why_not("x,y\n" + std::string(kSamplePuzzle) + ",1\n" + kSamplePuzzle + ",2\n"),
            "2 puzzles instead of 1 (the second in line 3)");
}

TEST(PublicGrid, PassesOverNoText) {
  const std::string line = std::string(kSamplePuzzle) + "\n";
  EXPECT_EQ(why_not(line + "end\n\n" + line), "text behind the line 'end' (line 4, column 1)");
  EXPECT_EQ(why_not(line + line.substr(0, 80) + "\n"),
            "80 cells instead of 81 (line 2, column 81)");
}

TEST(PublicGrid, NamesTheCharacterThatIsWrong) {
  EXPECT_EQ(why_not("12a"), "'a' is not a cell character (column 3)");
  EXPECT_NE(why_not(std::string(82, '.')).find("more than 81 cells (column 8"), std::string::npos);
  EXPECT_EQ(why_not(std::string(kSamplePuzzle).replace(40, 1, "a")),
            "'a' is not a cell character (column 41)");
  EXPECT_EQ(why_not(rows_of(std::string(kSamplePuzzle).substr(0, 80), "", "", "\n")),
            "row 9 has 8 cells instead of 9 (line 9, column 9)");
}

TEST(PublicGrid, TakesNoOtherDigits) {
  std::vector<std::uint8_t> digits(81, 9);
  EXPECT_TRUE(Grid::from_digits(digits));
  digits[10] = 10;
  const Result<Grid> grid = Grid::from_digits(digits);
  ASSERT_FALSE(grid);
  EXPECT_EQ(grid.error().message, "the digit of r2c2 must be from 0 to 9 (got 10)");
  digits.pop_back();
  EXPECT_FALSE(Grid::from_digits(digits));

  Grid set;
  EXPECT_TRUE(set.set(8, 8, 9));
  EXPECT_FALSE(set.set(9, 0, 1));
  EXPECT_FALSE(set.set(0, -1, 1));
  EXPECT_FALSE(set.set(0, 0, 10));
  EXPECT_EQ(to_string(set), std::string(80, '.') + '9');
}

TEST(PublicSolve, TellsWhatAPuzzleIs) {
  using Status = Answer::Status;
  EXPECT_EQ(solve(grid_of(kSamplePuzzle)), (Answer{Status::kUnique, grid_of(kSolution)}));
  EXPECT_EQ(solve(grid_of(kSamplePuzzle), {.check_unique = false}),
            (Answer{Status::kSolved, grid_of(kSolution)}));
  const Answer empty = solve(Grid());
  EXPECT_EQ(empty.status, Status::kMultiple);
  EXPECT_EQ(solve(empty.solution), (Answer{Status::kUnique, empty.solution}));
  // Contradictory clues, and a puzzle whose clues do not contradict each other directly.
  EXPECT_EQ(solve(grid_of("55" + std::string(79, '.'))), Answer{});
  EXPECT_EQ(solve(grid_of("12345678." + std::string(8, '.') + '9' + std::string(63, '.'))),
            Answer{});
}

TEST(PublicSolve, StatusesHaveNames) {
  using Status = Answer::Status;
  EXPECT_EQ(to_string(solve(grid_of(kSamplePuzzle)).status), "unique");
  EXPECT_EQ(to_string(solve(Grid()).status), "multiple");
  EXPECT_EQ(to_string(solve(Grid(), {.check_unique = false}).status), "solved");
  EXPECT_EQ(to_string(Status::kUnsolvable), "unsolvable");
  EXPECT_EQ(to_string(Status::kTimeout), "timeout");
}

TEST(PublicSolve, ManyAreSolvedAsEachAlone) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    Grid puzzle = *generate({.seed = 3}, i);
    // Every third has several solutions, every fifth none.
    if (i % 3 == 0) {
      for (int column = 0; column < 9; ++column) ASSERT_TRUE(puzzle.set(0, column, 0));
    }
    if (i % 5 == 0) {
      ASSERT_TRUE(puzzle.set(0, 0, 1));
      ASSERT_TRUE(puzzle.set(0, 1, 1));
    }
    puzzles.push_back(puzzle);
  }
  for (const bool check_unique : {true, false}) {
    const std::vector<Answer> answers = solve_all(puzzles, {.check_unique = check_unique});
    ASSERT_EQ(answers.size(), puzzles.size());
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      ASSERT_EQ(answers[i], solve(puzzles[i], {.check_unique = check_unique})) << i;
    }
  }
  EXPECT_TRUE(solve_all({}).empty());
}

// Those are handed over to a batch, of which all lanes share the search.
TEST(PublicSolve, SparsePuzzlesThatTakeLongAreAnsweredAsInBulk) {
  const Grid none =
      grid_of(".8...9....2.3....8.3..........................9.........6........1........4......");
  EXPECT_EQ(solve(none), Answer{});
  EXPECT_EQ(solve(none, {.check_unique = false}), Answer{});
  // Many more branches than a single search is left with, and solutions at the end of them.
  const Grid hard =
      grid_of(".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....");
  for (const bool check_unique : {true, false}) {
    const SolveOptions options{.check_unique = check_unique};
    EXPECT_EQ(solve(hard, options), solve_all(std::vector{hard}, options)[0]);
  }
}

TEST(PublicSolve, TimeLimitsEndSearches) {
  // All solutions of the empty grid take longer than anybody waits.
  const SolutionCount count = count_solutions(Grid(), 0, std::chrono::milliseconds(20));
  EXPECT_TRUE(count.timed_out);
  EXPECT_GT(count.count, 0U);
}

TEST(PublicSolve, CountsAndListsSolutions) {
  Grid puzzle = grid_of(kSamplePuzzle);
  EXPECT_EQ(count_solutions(puzzle, 0).count, 1U);
  ASSERT_TRUE(puzzle.set(0, 0, 0));
  ASSERT_TRUE(puzzle.set(0, 1, 0));
  EXPECT_EQ(count_solutions(puzzle, 0).count, 2U);
  EXPECT_EQ(count_solutions(puzzle, 1).count, 1U);
  EXPECT_EQ(list_solutions(puzzle, 10).size(), 2U);
  EXPECT_EQ(list_solutions(puzzle, 1).size(), 1U);
  EXPECT_TRUE(list_solutions(puzzle, 0).empty());
  EXPECT_EQ(list_solutions(puzzle, 1)[0], solve(puzzle).solution);
}

TEST(PublicVariants, EquivalentPuzzlesHaveOneForm) {
  const Grid puzzle = grid_of(kSamplePuzzle);
  const Result<Grid> form = canonical(puzzle);
  ASSERT_TRUE(form);
  std::set<std::string> copies;
  for (std::uint64_t copy = 0; copy < 20; ++copy) {
    const Grid other = shuffle(puzzle, 5, copy);
    copies.insert(to_string(other));
    EXPECT_EQ(*canonical(other), *form);
    // A seed and a copy mean one transformation, whatever the grid.
    EXPECT_EQ(solve(other).solution, shuffle(grid_of(kSolution), 5, copy));
  }
  EXPECT_EQ(copies.size(), 20U);
  const Result<Grid> refused = canonical(grid_of("55" + std::string(79, '.')));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "clues r1c1 and r1c2 are both 5");
}

TEST(PublicVariants, CountsGuesses) {
  const Grid puzzle =
      grid_of("5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..");
  EXPECT_EQ(*backtracks(puzzle, {.copies = 1}), 18);  // as Sudoku-Extreme has it
  EXPECT_EQ(*backtracks(puzzle), *backtracks(puzzle, {.copies = 3, .seed = 1}));
  EXPECT_NE(*backtracks(puzzle), *backtracks(puzzle, {.seed = 2}));
  EXPECT_TRUE(std::isnan(*backtracks(Grid())));
  EXPECT_EQ(backtracks(puzzle, {.copies = 1001}).error().message,
            "the number of copies must be from 1 to 1000 (got 1001)");
}

TEST(PublicVariants, RatesPuzzles) {
  const Grid puzzle = *generate({.seed = 2, .minimal = true}, 4);
  const Rating rating = rate(puzzle);
  EXPECT_GE(rating.level, 1);
  EXPECT_EQ(rate(shuffle(puzzle, 5)), rating);
  const Grid contradictory = grid_of("55" + std::string(79, '.'));
  const std::vector<Grid> puzzles{Grid(), puzzle, contradictory, puzzle};
  EXPECT_EQ(rate_all(puzzles), (std::vector<Rating>{{}, rating, {}, rating}));
  EXPECT_TRUE(rate_all({}).empty());
  EXPECT_EQ(to_string(Rating{}), "0");
  EXPECT_EQ(to_string(Rating{8, 5, 2}), "8.5.2");
}

TEST(PublicVariants, ExplainsAsJson) {
  const Grid puzzle = *generate({.seed = 2, .minimal = true}, 4);
  const std::string all = explain(puzzle);
  EXPECT_TRUE(all.starts_with("{\"status\":\"solved\",\"rating\":\"" + to_string(rate(puzzle))));
  EXPECT_TRUE(all.ends_with("\"grid\":\"" + solve(puzzle).solution.to_string() + "\"}")) << all;
  const std::string first = explain(puzzle, 1);
  EXPECT_TRUE(first.starts_with("{\"status\":\"paused\"")) << first;
  const std::size_t begin = first.find("\"steps\":[") + 10;
  const std::string step = first.substr(begin, first.find(']', first.find("removed") + 1) - begin);
  EXPECT_NE(all.find(step.substr(0, step.find('}'))), std::string::npos);
  const std::string none =
      "{\"status\":\"unsolvable\",\"rating\":\"0\",\"suspects\":[],\"steps\":[]";
  EXPECT_TRUE(explain(grid_of("55" + std::string(79, '.'))).starts_with(none));
}

TEST(PublicVariants, GeneratesWhatWasAskedFor) {
  const Result<Grid> minimal = generate({.seed = 2, .minimal = true}, 3);
  ASSERT_TRUE(minimal);
  EXPECT_TRUE(is_minimal(*minimal));
  EXPECT_EQ(*minimal, *generate({.seed = 2, .minimal = true}, 3));
  const Result<Grid> puzzle = generate({.clues = 40});
  ASSERT_TRUE(puzzle);
  EXPECT_EQ(std::ranges::count(puzzle->digits(), 0), 41);
  EXPECT_FALSE(is_minimal(*puzzle));
  EXPECT_FALSE(is_minimal(Grid()));

  const Result<Grid> few = generate({.clues = 18});
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().message, "the number of clues must be from 19 to 81 (got 18)");
  EXPECT_FALSE(generate({.clues = 82}));
  EXPECT_FALSE(generate({.clues = 29, .minimal = true}));
}

}  // namespace
}  // namespace puzzled
