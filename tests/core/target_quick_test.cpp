// The quick search of target Sudoku and its bound: whatever the budget, it claims no more than it
// has seen.
#include "core/target_sudoku/quick_search.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <span>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/random.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/target_samples.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::target {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kBoards = 20;
#else
constexpr std::uint64_t kBoards = 200;
#endif
constexpr std::size_t kMaxSolutions = 2000;

struct QuickSample {
  Weights weights;
  Problem problem;
  BandBoard board;
  std::vector<Grid> solutions;
  std::int64_t best = kNoScore;

  explicit QuickSample(std::uint64_t seed)
      : weights(random_weights(seed % 4 == 0 ? WeightKind::kTarget : WeightKind::kFew, seed)),
        problem(make_problem(weights, {})) {
    const Grid puzzle = random_board(seed, static_cast<int>(23 + seed % 9), true);
    board = board_of(puzzle);
    solutions = sudoku::list_solutions(puzzle, kMaxSolutions);
    for (const Grid& grid : solutions) best = std::max(best, score_of(weights, grid));
  }

  // Whether `solutions` are all there are and the board is one to search.
  bool is_fit() {
    return solutions.size() < kMaxSolutions &&
           problem.rules->propagate(board) == BandOutcome::kOpen;
  }
};

bool holds(const LayerBound& layers, const LayerBound::View& view, const Grid& grid) {
  for (std::size_t number = 0; number < LayerBound::kMaxCells; ++number) {
    if ((view.open >> number & 1) == 0) continue;
    const int digit = grid[layers.cell(number)] - 1;
    bool found = false;
    for (int value = 1; value <= 9; ++value) {
      const bool has = (view.values.cell[number] >> (value - 1) & 1) != 0;
      found |= has && layers.digit(number, value) == digit;
    }
    if (!found) return false;
  }
  return true;
}

// The largest sum of different values, one of each set that is not empty; below zero if there is
// none.
int best_sum(std::span<const unsigned> sets, unsigned used) {
  if (sets.empty()) return 0;
  if (sets[0] == 0) return best_sum(sets.subspan(1), used);
  int best = -1000;
  for (int value = 1; value <= 9; ++value) {
    const unsigned bit = 1U << (value - 1);
    if ((sets[0] & ~used & bit) == 0) continue;
    best = std::max(best, value + best_sum(sets.subspan(1), used | bit));
  }
  return best;
}

class TargetQuickKernel : public EachLevel {};
PUZZLED_EACH_LEVEL(TargetQuickKernel);

TEST_P(TargetQuickKernel, UnitsLoseWhatTheyMust) {
  constexpr int kNoCell = bound::CellValues::kNoCell;
  const bound::Kernel& kernel = *bound::find_kernel(isa());
  sudoku::Random random(1, 5);
  int hopeless = 0;
  for (std::uint64_t round = 0; round < 10 * kBoards; ++round) {
    bound::CellValues values;
    for (int number = 0; number < kNoCell; ++number) {
      const std::size_t set = random.below(512) & (round % 2 == 0 ? 511 : random.below(512));
      values.cell[number] = static_cast<std::uint16_t>(set);
    }
    bound::SmallUnits units;
    units.count = static_cast<int>(random.below(33));
    std::array<int, 32> expected{};
    bool is_possible = true;
    for (int unit = 0; unit < units.count; ++unit) {
      std::array<unsigned, 4> sets{};
      int largest = 0;
      const std::size_t cells = random.below(5);
      for (std::size_t i = 0; i < cells; ++i) {
        const auto number = static_cast<std::uint16_t>(random.below(kNoCell));
        units.cells[i][unit] = number;
        sets[i] = values.cell[number];
        largest += static_cast<int>(std::bit_width(sets[i]));
      }
      const int best = best_sum(sets, 0);
      is_possible &= best >= 0;
      expected[static_cast<std::size_t>(unit)] = largest - best;
    }
    std::array<std::uint16_t, bound::SmallUnits::kMax> losses{};
    ASSERT_EQ(kernel.matching_loss(units, values, losses.data()), is_possible) << isa();
    hopeless += is_possible ? 0 : 1;
    for (std::size_t unit = 0; is_possible && unit < static_cast<std::size_t>(units.count);
         ++unit) {
      ASSERT_EQ(losses[unit], expected[unit]) << isa();
    }
  }
  EXPECT_GT(hopeless, static_cast<int>(kBoards / 10));
  EXPECT_LT(hopeless, static_cast<int>(9 * kBoards));
}

TEST(TargetQuick, BoundHoldsAndFixingKeepsWhatReachesTheCutoff) {
  for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
    QuickSample sample(seed);
    const LayerBound& layers = sample.problem.layers;
    ASSERT_TRUE(layers.is_cheap());
    if (!sample.is_fit()) continue;
    const LayerBound::View view = layers.view_of(sample.board);
    LayerBound::Losses losses;
    const std::int64_t bound = layers.bound(view, kNoScore, losses);
    for (const Grid& grid : sample.solutions) {
      const std::int64_t score = score_of(sample.weights, grid);
      ASSERT_GE(bound, score);
      LayerBound::View trimmed = view;
      layers.fix_values(trimmed, losses, bound - score);
      ASSERT_TRUE(holds(layers, trimmed, grid));
      BandBoard board = sample.board;
      layers.apply(trimmed, board);
      for (int cell = 0; cell < kCells; ++cell) {
        ASSERT_TRUE(is_candidate(board, cell, grid[cell] - 1));
      }
      LayerBound::Losses none;
      ASSERT_EQ(layers.bound(layers.view_of(board_of(grid)), kNoScore, none), score);
    }
  }
}

TEST(TargetQuick, ClaimsNoMoreThanItHasSeen) {
  int given_up = 0;
  int complete = 0;
  for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
    QuickSample sample(seed);
    if (!sample.is_fit()) continue;
    for (int budget = 0; budget < 5000; budget += 1 + budget / 3) {
      Incumbent incumbent(sample.weights);
      const QuickResult result =
          quick_search(sample.problem, sample.board, {.boards = budget}, incumbent);
      ++(result.is_complete ? complete : given_up);
      if (result.is_complete) {
        ASSERT_EQ(incumbent.score(), sample.best) << seed << ' ' << budget;
      }
      ASSERT_LE(incumbent.score(), sample.best);
      if (!incumbent.has_grid()) continue;
      ASSERT_TRUE(sudoku::is_complete_and_legal(incumbent.grid()));
      ASSERT_EQ(score_of(sample.weights, incumbent.grid()), incumbent.score());
      ASSERT_EQ(incumbent.cutoff(), incumbent.score() + 1);
    }
  }
  EXPECT_GT(given_up, static_cast<int>(kBoards));
  EXPECT_GT(complete, static_cast<int>(kBoards));
}

TEST(TargetQuick, FindsWhatReachesTheCutoffAndNothingElse) {
  constexpr int kPlenty = 1'000'000;
  for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
    QuickSample sample(seed);
    if (!sample.is_fit() || sample.solutions.empty()) continue;
    Incumbent above(sample.weights, sample.best + 1);
    ASSERT_TRUE(quick_search(sample.problem, sample.board, {.boards = kPlenty}, above).is_complete);
    ASSERT_FALSE(above.has_reached_goal());
    Incumbent just(sample.weights, sample.best);
    ASSERT_TRUE(quick_search(sample.problem, sample.board, {.boards = kPlenty}, just).is_complete);
    ASSERT_EQ(just.score(), sample.best);
  }
}

// What the bound removes may leave one digit to two cells of a box at once.
TEST(TargetQuick, TwoCellsOfABoxLeftToOneDigitAreDead) {
  for (int first = 0; first < kCells; ++first) {
    for (int second = first + 1; second < kCells; ++second) {
      if (sudoku::box_of(first) != sudoku::box_of(second)) continue;
      BandBoard board = board_of(Grid{});
      assign(board, first, 4);
      assign(board, second, 4);
      ASSERT_EQ(sudoku::rules::find_kernel({})->propagate(board), BandOutcome::kContradiction)
          << first << ' ' << second;
    }
  }
}

TEST(TargetQuick, IsLeftOutWhereManyCellsMatter) {
  const auto is_cheap = [](const Weights& weights) {
    return make_problem(weights, {}).layers.is_cheap();
  };
  EXPECT_TRUE(is_cheap(kTargetWeights));
  EXPECT_TRUE(is_cheap(random_weights(WeightKind::kEqual, 1)));
  EXPECT_FALSE(is_cheap(random_weights(WeightKind::kLargest, 1)));
  EXPECT_FALSE(is_cheap(random_weights(WeightKind::kSymmetric, 1)));
}

}  // namespace
}  // namespace puzzled::target
