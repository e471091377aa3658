// Target Sudoku: known values, laws that every score obeys, and the engines, instruction sets and
// directions against each other.
#include "core/target_sudoku/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/target_sudoku/weights.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"
#include "tests/core/target_samples.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::target {
namespace {

Answer solve(const Solver& solver, const Grid& board, std::uint64_t grids = 1) {
  SerialExecutor executor;
  const StopFlag stop = false;
  return solver.solve(board, grids, executor, stop);
}

std::string text_of(const Grid& grid) {
  std::string text;
  for (const int digit : grid.digits) text += static_cast<char>('0' + digit);
  return text;
}

TEST(TargetSolver, AnswersTheJudgesSamples) {
  const Solver solver(kTargetWeights, Direction::kMaximize);
  EXPECT_EQ(solve(solver, sudoku::grid_from(kJudgeBoards[0])).score, 2829);
  EXPECT_EQ(solve(solver, sudoku::grid_from(kJudgeBoards[1])).score, 2852);
}

TEST(TargetSolver, ProvesTheEmptyBoard) {
  const Answer most = solve(Solver(kTargetWeights, Direction::kMaximize), {});
  EXPECT_EQ(most.status, Status::kProven);
  EXPECT_EQ(most.score, 2906);
  EXPECT_EQ(score_of(kTargetWeights, most.grids.at(0)), 2906);
  const Answer least = solve(Solver(kTargetWeights, Direction::kMinimize), {});
  EXPECT_EQ(least.status, Status::kProven);
  EXPECT_EQ(least.score, 2794);
  EXPECT_EQ(score_of(kTargetWeights, least.grids.at(0)), 2794);
}

// score = 2745 + centre + the four outer 2x2 blocks at the corners + the four corners.
TEST(TargetSolver, ScoresByTheIdentity) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const Grid grid = random_board(seed, kCells);
    ASSERT_TRUE(sudoku::is_complete_and_legal(grid));
    std::int64_t score = 2745 + grid[40];
    for (const int top : {0, 7}) {
      for (const int left : {0, 7}) {
        for (const int cell : {0, 1, 9, 10}) score += grid[9 * top + left + cell];
      }
    }
    for (const int corner : {0, 8, 72, 80}) score += grid[corner];
    ASSERT_EQ(score_of(kTargetWeights, grid), score) << text_of(grid);
  }
}

TEST(TargetSolver, ReducesTheTargetWeightsToSeventeenCells) {
  const Reduction reduction = reduce(kTargetWeights);
  EXPECT_EQ(reduction.constant, 2745);
  int cells = 0;
  for (const std::int32_t weight : reduction.weights.cells) cells += weight != 0 ? 1 : 0;
  EXPECT_EQ(cells, 17);
}

TEST(TargetSolver, ReductionsKeepEveryScore) {
  for (const WeightKind kind : kWeightKinds) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Weights weights = random_weights(kind, seed);
      const Reduction reduction = reduce(weights);
      const Grid grid = random_board(seed, kCells);
      ASSERT_EQ(reduction.constant + score_of(reduction.weights, grid), score_of(weights, grid));
    }
  }
}

TEST(TargetSolver, KnowsWhatHasNoSolution) {
  Grid conflict;
  conflict[0] = conflict[8] = 5;
  Grid no_place = sudoku::grid_from(
      "........9"
      "........."
      "........."
      "........."
      "........."
      "........."
      "........."
      "........."
      "12345678.");
  for (const std::string_view engine : kEngineNames) {
    const Solver solver(kTargetWeights, Direction::kMaximize, engine);
    for (const Grid& board : {conflict, no_place}) {
      const Answer answer = solve(solver, board);
      EXPECT_EQ(answer.status, Status::kUnsolvable) << engine;
      EXPECT_TRUE(answer.grids.empty());
    }
  }
}

// On its way to the grid the search comes to boards in which two cells of a box have the same digit
// and no other, which the rules do not see. Score and grid are those of branch and bound, which
// takes half a minute.
TEST(TargetSolver, ComesBackFromContradictionsThatTheRulesMiss) {
  const Grid board = sudoku::grid_from(
      "8......6......5......9..............5...4.........8..................49.7........");
  const Answer answer = solve(Solver(kTargetWeights, Direction::kMaximize), board);
  EXPECT_EQ(answer.status, Status::kProven);
  EXPECT_EQ(answer.score, 2896);
  ASSERT_EQ(answer.grids.size(), 1U);
  EXPECT_EQ(text_of(answer.grids[0]),
            "851274369976135284234986571127359846568741923349628715415897632682513497793462158");
}

TEST(TargetSolver, CountsOptimalGridsUpToTheNumberAsked) {
  // Equal weights: every solution of a board is optimal.
  const Solver solver(random_weights(WeightKind::kEqual, 1), Direction::kMaximize);
  const Grid board = random_board(5, 26);
  const std::vector<Grid> solutions = sudoku::list_solutions(board, 100000);
  ASSERT_GT(solutions.size(), 10U);
  ASSERT_LT(solutions.size(), 100000U);
  EXPECT_EQ(solve(solver, board, 100000).grids.size(), solutions.size());
  EXPECT_EQ(solve(solver, board, 7).grids.size(), 7U);
  EXPECT_TRUE(solve(solver, board, 0).grids.empty());
}

// Weights that were climbed for the time that this search or an earlier one took; the best scores
// are those that CBC proves.
struct Hard {
  std::string_view digits;
  std::int64_t best;

  Weights weights() const {
    Weights weights;
    for (int cell = 0; cell < kCells; ++cell) {
      weights[cell] = digits[static_cast<std::size_t>(cell)] - '0';
    }
    return weights;
  }
};

constexpr Hard kHard[] = {{"530717035399252993099929990"
                           "729939927152333251729939927"
                           "099929990399252993530717035",
                           2529},
                          {"243272342417242714379848973"
                           "228585822744878447228585822"
                           "379848973417242714243272342",
                           2165}};

TEST(TargetSolver, ProvesHardWeights) {
  for (const Hard& hard : kHard) {
    const Weights weights = hard.weights();
    const Answer answer = solve(Solver(weights, Direction::kMaximize), {});
    EXPECT_EQ(answer.status, Status::kProven);
    EXPECT_EQ(answer.score, hard.best);
    EXPECT_TRUE(sudoku::is_complete_and_legal(answer.grids.at(0)));
    EXPECT_EQ(score_of(weights, answer.grids.at(0)), hard.best);
  }
}

// Scores below zero, whatever the board: nothing may take them for no score at all.
TEST(TargetSolver, ScoresBelowZero) {
  Weights weights = negated(kTargetWeights);
  EXPECT_EQ(solve(Solver(weights, Direction::kMaximize), {}).score, -2794);
  EXPECT_EQ(solve(Solver(weights, Direction::kMinimize), {}).score, -2906);
  weights.cells.fill(-kMaxWeight);
  const Answer answer = solve(Solver(weights, Direction::kMaximize), {});
  EXPECT_EQ(answer.status, Status::kProven);
  EXPECT_EQ(answer.score, std::int64_t{-405} * kMaxWeight);
}

TEST(TargetSolver, StopsWithABoundThatHolds) {
  SerialExecutor executor;
  const StopFlag stop = true;
  for (const Hard& hard : kHard) {
    const Solver solver(hard.weights(), Direction::kMaximize);
    const Answer answer = solver.solve({}, 1, executor, stop);
    ASSERT_EQ(answer.status, Status::kUnproven);
    EXPECT_LE(answer.score, hard.best);
    EXPECT_GE(answer.bound, hard.best);
    EXPECT_EQ(score_of(hard.weights(), answer.grids.at(0)), answer.score);
  }
  // What needs no more than some microseconds is proven all the same.
  const Answer answer = Solver(kTargetWeights, Direction::kMaximize).solve({}, 1, executor, stop);
  ASSERT_EQ(answer.grids.size(), 1U);
  EXPECT_EQ(score_of(kTargetWeights, answer.grids[0]), answer.score);
  EXPECT_LE(answer.score, 2906);
  EXPECT_GE(answer.bound, 2906);
}

// Shards, so that ctest spreads them over the cores.
class TargetEngines : public testing::TestWithParam<int> {};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kBoardsPerShard = 30;
#else
constexpr int kBoardsPerShard = 650;
#endif
constexpr int kShards = 8;
// What the reference engine finishes in a few milliseconds.
constexpr std::uint64_t kSolutionLimit = 1500;
constexpr std::uint64_t kGrids = 3;

TEST_P(TargetEngines, Agree) {
  int compared = 0;
  for (std::uint64_t seed = static_cast<std::uint64_t>(GetParam()); compared < kBoardsPerShard;
       seed += kShards) {
    const int clues = static_cast<int>(seed / kShards * 7 % 41);
    const Grid board = random_board(seed, clues, true);
    const std::uint64_t solutions =
        sudoku::find_conflict(board)
            ? 0
            : sudoku::solve_band(board, {.solutions = kSolutionLimit}).count;
    // The reference takes hours to find out that a board of few clues has few solutions or none.
    if (solutions == kSolutionLimit || clues < (solutions == 0 ? 28 : 24)) continue;
    ++compared;
    const WeightKind kind = kWeightKinds[seed / kShards % std::size(kWeightKinds)];
    const Weights weights = random_weights(kind, seed);
    const auto direction = seed % 3 == 0 ? Direction::kMinimize : Direction::kMaximize;
    const Answer reference = solve(Solver(weights, direction, "exhaustive"), board, kGrids);
    ASSERT_EQ(reference.status == Status::kUnsolvable, solutions == 0) << text_of(board);
    for (const Grid& grid : reference.grids) {
      ASSERT_TRUE(sudoku::is_complete_and_legal(grid) && sudoku::extends(grid, board));
      ASSERT_EQ(score_of(weights, grid), reference.score);
    }
    // By code that knows nothing of weights: all solutions, from the Sudoku solver.
    const std::int64_t sign = direction == Direction::kMaximize ? 1 : -1;
    std::vector<Grid> best;
    for (const Grid& grid : sudoku::list_solutions(board, kSolutionLimit)) {
      const std::int64_t score = sign * score_of(weights, grid);
      if (!best.empty() && score < sign * score_of(weights, best[0])) continue;
      if (!best.empty() && score > sign * score_of(weights, best[0])) best.clear();
      best.push_back(grid);
    }
    std::sort(best.begin(), best.end(),
              [](const Grid& a, const Grid& b) { return a.digits < b.digits; });
    if (best.size() > kGrids) best.resize(kGrids);
    ASSERT_EQ(reference.grids, best) << text_of(board);
    for (const std::string_view engine : kEngineNames) {
      const Answer answer = solve(Solver(weights, direction, engine), board, kGrids);
      ASSERT_EQ(answer.status, reference.status) << engine << ' ' << text_of(board);
      ASSERT_EQ(answer.score, reference.score) << engine << ' ' << text_of(board);
      ASSERT_EQ(answer.bound, reference.bound) << engine << ' ' << text_of(board);
      ASSERT_EQ(answer.grids, reference.grids) << engine << ' ' << text_of(board);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random, TargetEngines, testing::Range(0, kShards));

// Large weights next to small ones, on boards too open for the reference: where the small ones are
// M times as small and cannot sum up to M, the best score is the best of the large ones, and among
// grids of that the best of the small ones.
TEST(TargetSolver, CountsSmallWeightsBesideLargeOnes) {
  constexpr std::int32_t kFactor = 1000;
  const int boards = kBoardsPerShard == 650 ? 40 : 4;
  for (int i = 0; i < boards; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Grid board = random_board(seed, i % 3 * 6);
    Weights large;
    Weights small;
    Weights mixed;
    const Grid cells =
        random_board(seed + 1000, kCells);  // a digit is a random choice of its cells
    for (int cell = 0; cell < kCells; ++cell) {
      if (cells[cell] == 1) large[cell] = 1;
      if (cells[cell] == 2) large[cell] = i % 2 == 0 ? 2 : -1;
      if (cells[cell] == 3 && cell < 40) small[cell] = i % 3 == 0 ? -1 : 1;
      mixed[cell] = kFactor * kFactor * large[cell] / 2 + small[cell];
    }
    const Answer answer = solve(Solver(mixed, Direction::kMaximize), board);
    ASSERT_EQ(answer.status, Status::kProven);
    const Grid& grid = answer.grids.at(0);
    ASSERT_TRUE(sudoku::is_complete_and_legal(grid) && sudoku::extends(grid, board));
    ASSERT_EQ(score_of(mixed, grid), answer.score);
    const std::int64_t most = solve(Solver(large, Direction::kMaximize), board, 0).score;
    ASSERT_EQ(score_of(large, grid), most) << seed;
  }
}

// A common divisor of all weights changes nothing but the score.
TEST(TargetSolver, DividesByWhatDividesAllWeights) {
  const int boards = kBoardsPerShard == 650 ? 40 : 4;
  for (int i = 0; i < boards; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Grid board = random_board(seed, i % 31, true);
    const WeightKind kind = i % 2 == 0 ? WeightKind::kSymmetric : WeightKind::kDigits;
    const Weights weights = random_weights(kind, seed);
    Weights larger;
    for (int cell = 0; cell < kCells; ++cell) larger[cell] = 7'000 * weights[cell];
    const Answer answer = solve(Solver(weights, Direction::kMinimize), board, 2);
    const Answer multiple = solve(Solver(larger, Direction::kMinimize), board, 2);
    ASSERT_EQ(multiple.status, answer.status);
    ASSERT_EQ(multiple.score, 7'000 * answer.score);
    ASSERT_EQ(multiple.bound, 7'000 * answer.bound);
    ASSERT_EQ(multiple.grids, answer.grids);
  }
}

// Many grids of one score, and the walk from one to the next at every turn: whichever way a grid is
// come by, and wherever the list is cut, they come all and in order. The weights are few or
// symmetric, so that grids tie, and the walk knows some of them beforehand.
TEST(TargetSolver, ListsAllOptimalGridsInOrder) {
  constexpr std::uint64_t kMaxListed = 1000;
  const std::uint64_t seeds = kBoardsPerShard == 650 ? 120 : 12;
  int several = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const WeightKind kinds[] = {WeightKind::kFew, WeightKind::kSymmetric, WeightKind::kSparse,
                                WeightKind::kEqual};
    const Weights weights = random_weights(kinds[seed % std::size(kinds)], seed);
    const Grid board = random_board(seed, static_cast<int>(22 + seed % 7));
    std::int64_t best = kNoScore;
    std::vector<Grid> expected;
    const std::vector<Grid> solutions = sudoku::list_solutions(board, 20000);
    if (solutions.size() == 20000) continue;
    for (const Grid& grid : solutions) {
      const std::int64_t score = score_of(weights, grid);
      if (score > best) expected.clear();
      best = std::max(best, score);
      if (score == best) expected.push_back(grid);
    }
    std::sort(expected.begin(), expected.end(),
              [](const Grid& a, const Grid& b) { return a.digits < b.digits; });
    several += expected.size() > 1 ? 1 : 0;
    const Solver solver(weights, Direction::kMaximize);
    for (std::uint64_t most = 1; most <= kMaxListed; most *= 10) {
      const Answer answer = solve(solver, board, most);
      ASSERT_EQ(answer.score, best) << text_of(board);
      ASSERT_EQ(answer.grids.size(), std::min<std::size_t>(most, expected.size()));
      ASSERT_TRUE(std::equal(answer.grids.begin(), answer.grids.end(), expected.begin()))
          << text_of(board);
    }
  }
  EXPECT_GT(several, static_cast<int>(seeds / 4));
}

// The empty board, where nothing can be counted: but an image of an optimal grid is one too, so it
// is on the list or comes after its end.
TEST(TargetSolver, ListsTheImagesOfOptimalGrids) {
  constexpr std::uint64_t kMaxListed = 100;
  const std::uint64_t seeds = kBoardsPerShard == 650 ? 20 : 1;
  int images = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Solver solver(random_weights(WeightKind::kSymmetric, seed), Direction::kMaximize);
    const Answer answer = solve(solver, {}, kMaxListed);
    ASSERT_EQ(answer.status, Status::kProven);
    const std::vector<Grid>& grids = answer.grids;
    const auto comes_before = [](const Grid& a, const Grid& b) { return a.digits < b.digits; };
    ASSERT_TRUE(std::is_sorted(grids.begin(), grids.end(), comes_before));
    ASSERT_EQ(std::adjacent_find(grids.begin(), grids.end()), grids.end());
    const bool is_cut = grids.size() == kMaxListed;
    for (const Grid& grid : grids) {
      ASSERT_TRUE(sudoku::is_complete_and_legal(grid));
      for (const CellPermutation& image : solver.problem().symmetries.permutations()) {
        Grid moved;
        for (int cell = 0; cell < kCells; ++cell) {
          moved[image[static_cast<std::size_t>(cell)]] = static_cast<std::uint8_t>(grid[cell]);
        }
        if (is_cut && comes_before(grids.back(), moved)) continue;
        ASSERT_TRUE(std::binary_search(grids.begin(), grids.end(), moved, comes_before)) << seed;
        images += moved == grid ? 0 : 1;
      }
    }
    ASSERT_EQ(solve(solver, {}, 1).grids.at(0), grids.at(0));
  }
  EXPECT_GT(images, 0);
}

// Boards too open for the reference: the instruction sets against each other.
TEST(TargetSolver, EveryInstructionSetAnswersAlike) {
  const int boards = kBoardsPerShard == 650 ? 240 : 16;
  for (int i = 0; i < boards; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const Grid board = random_board(seed, i % 31, true);
    const WeightKind kind = kWeightKinds[seed / 3 % std::size(kWeightKinds)];
    const Weights weights = random_weights(kind, seed);
    const Answer expected = solve(Solver(weights, Direction::kMaximize), board, 2);
    for (const std::string_view isa : available_levels()) {
      const Answer answer = solve(Solver(weights, Direction::kMaximize, "bound", isa), board, 2);
      ASSERT_EQ(answer.status, expected.status) << isa;
      ASSERT_EQ(answer.score, expected.score) << isa;
      ASSERT_EQ(answer.grids, expected.grids) << isa;
      ASSERT_EQ(answer.nodes, expected.nodes) << isa;
    }
  }
}

}  // namespace
}  // namespace puzzled::target
