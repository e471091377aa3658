// Searches of the band engine whose boards run through the rules side by side, against one search
// at a time.
#include "core/sudoku/band_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"

namespace puzzled::sudoku {
namespace {

class BandSolverTest : public EachLevel {};
PUZZLED_EACH_LEVEL(BandSolverTest);

// All kinds in turn, with contradictions, sparse boards and empty ones among them.
std::vector<Grid> puzzles_of_all_kinds(std::uint64_t count) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < count; ++i) {
    Grid puzzle = sample_puzzle(kKinds[i % kKinds.size()], i);
    if (i % 11 == 3) puzzle[0] = puzzle[1] = 7;
    if (i % 13 == 5) {
      for (int cell = 0; cell < kCells; cell += 2) puzzle[cell] = 0;
    }
    if (i % 50 == 7) puzzle = Grid();
    puzzles.push_back(puzzle);
  }
  return puzzles;
}

std::vector<const std::uint8_t*> cells_of(std::span<const Grid> puzzles) {
  std::vector<const std::uint8_t*> cells;
  for (const Grid& puzzle : puzzles) cells.push_back(puzzle.digits.data());
  return cells;
}

TEST_P(BandSolverTest, AnswersAsTheBandEngineDoes) {
  const std::vector<Grid> puzzles = puzzles_of_all_kinds(600);
  BandSolver solver(*rules::find_kernel(isa()));
  std::uint64_t branches = 0;
  for (const std::uint64_t limit : {1, 2, 50}) {
    std::size_t first = 0;
    for (std::size_t size = 0; first < puzzles.size(); size = size < 40 ? size + 1 : 150) {
      const std::size_t count = std::min(size, puzzles.size() - first);
      const std::span<const Grid> some = std::span(puzzles).subspan(first, count);
      std::vector<char> lines(count * kLineBytes);
      const Solver::Answers answers =
          solver.solve_cells(cells_of(some), {.solutions = limit}, lines.data(), kLineBytes);
      ASSERT_EQ(answers.counts.size(), count);
      EXPECT_TRUE(answers.timed_out.empty());
      std::vector<std::uint32_t> conflicts;
      for (std::size_t i = 0; i < count; ++i) {
        const Solutions expected = solve_band(some[i], {.solutions = limit});
        branches += expected.branches;
        ASSERT_EQ(answers.counts[i], expected.count);
        if (expected.count == 0) {
          if (find_conflict(some[i])) conflicts.push_back(static_cast<std::uint32_t>(i));
        } else {
          ASSERT_EQ(grid_of(reinterpret_cast<const std::uint8_t*>(&lines[i * kLineBytes])),
                    expected.first);
        }
      }
      ASSERT_TRUE(std::ranges::equal(answers.conflicts, conflicts));
      first += count;
    }
  }
  EXPECT_EQ(solver.branches(), branches);
}

// The same board as if it were many parts of the puzzle's tree.
std::vector<BandSolver::Part> parts_of(const Grid& puzzle, std::size_t count) {
  return std::vector<BandSolver::Part>(count, {board_of(puzzle), 0, true});
}

TEST_P(BandSolverTest, AddsUpTheSolutionsOfAllParts) {
  Grid puzzle = sample_puzzle(Kind::kMany, 1);
  const Solutions alone = solve_band(puzzle, {.solutions = 5});
  ASSERT_GE(alone.count, 2U);
  const std::uint8_t* const cells = puzzle.digits.data();
  BandSolver solver(*rules::find_kernel(isa()));
  std::vector<char> line(kLineBytes, 'x');
  std::vector<BandSolver::Part> parts = parts_of(puzzle, 3);
  std::uint64_t count = 1;  // found before, and not before all of these
  parts[0].may_be_first = parts[1].may_be_first = parts[2].may_be_first = false;
  EXPECT_TRUE(solver
                  .solve_parts({&cells, 1}, parts, {.solutions = 3 * alone.count}, &count,
                               line.data(), kLineBytes)
                  .empty());
  EXPECT_GT(count, alone.count);
  EXPECT_EQ(line[0], 'x');
  // As many as are wanted, but the first one stands in these parts.
  count = 2;
  parts[1].may_be_first = true;
  EXPECT_TRUE(solver
                  .solve_parts({&cells, 1}, std::span(parts).subspan(1), {.solutions = 2}, &count,
                               line.data(), kLineBytes)
                  .empty());
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(grid_of(reinterpret_cast<const std::uint8_t*>(line.data())), alone.first);
}

TEST_P(BandSolverTest, BoundsTheBranchesOfAllPartsOfAPuzzle) {
  constexpr std::uint64_t kAll = 1'000'000;
  // Each part alone is within the bound, ten are not.
  Grid puzzle;
  std::uint64_t branches = 0;
  for (std::uint64_t i = 0; branches < 200 || branches > 900; ++i) {
    ASSERT_LT(i, 1000U);
    puzzle = sample_puzzle(Kind::kMany, i);
    branches = solve_band(puzzle, {.solutions = kAll}).branches;
  }
  const std::uint8_t* const cells = puzzle.digits.data();
  BandSolver solver(*rules::find_kernel(isa()));
  std::vector<char> line(kLineBytes);
  std::uint64_t count = 0;
  const auto cut_short = solver.solve_parts({&cells, 1}, parts_of(puzzle, 10), {.solutions = kAll},
                                            &count, line.data(), kLineBytes);
  EXPECT_TRUE(std::ranges::equal(cut_short, std::vector<std::uint32_t>{0}));
  EXPECT_LT(solver.branches(), BandSolver::kMaxBranches + 100);
}

TEST_P(BandSolverTest, LeavesLongSearchesToOthers) {
  std::vector<Grid> puzzles = puzzles_of_all_kinds(7);
  for (const std::size_t i : {2U, 5U}) puzzles[i] = Grid();
  std::vector<char> lines(puzzles.size() * kLineBytes);
  BandSolver solver(*rules::find_kernel(isa()));
  const Solver::Answers answers =
      solver.solve_cells(cells_of(puzzles), {.solutions = 100'000}, lines.data(), kLineBytes);
  EXPECT_EQ(std::vector<std::uint32_t>(answers.timed_out.begin(), answers.timed_out.end()),
            (std::vector<std::uint32_t>{2, 5}));
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const std::uint64_t count = solve_band(puzzles[i], {.solutions = 100'000},
                                           *rules::find_kernel({}), BandSolver::kMaxBranches)
                                    .count;
    EXPECT_EQ(answers.counts[i], count) << i;
  }
}

TEST_P(BandSolverTest, BeginsNoPuzzleWhenItIsStopped) {
  const std::vector<Grid> puzzles = puzzles_of_all_kinds(20);
  std::vector<char> lines(puzzles.size() * kLineBytes);
  const StopFlag stop{true};
  BandSolver solver(*rules::find_kernel(isa()));
  const Solver::Answers answers =
      solver.solve_cells(cells_of(puzzles), {.stop = &stop}, lines.data(), kLineBytes);
  EXPECT_EQ(answers.timed_out.size(), puzzles.size());
  EXPECT_TRUE(std::ranges::is_sorted(answers.timed_out));
}

}  // namespace
}  // namespace puzzled::sudoku
