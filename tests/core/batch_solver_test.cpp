// Batches against the band engine: same counts, same first solutions, for every instruction set,
// any number of puzzles at once and any neighbours.
//
// CTest runs each case in a process of its own. A case that tries the many mixed puzzles therefore
// goes through all levels itself: otherwise each level would generate the puzzles again and have
// the band engine solve them again.
#include "core/sudoku/batch_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <new>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/band_engine.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/sample_puzzles.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::sudoku {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kPuzzlesPerKind = 400;
#else
constexpr std::uint64_t kPuzzlesPerKind = 8000;
#endif

enum class Mixed { kSample, kSparse, kContradiction, kFull, kEmpty };

struct MixedPuzzle {
  Mixed mixed;
  Kind kind;
  std::uint64_t index;

  Grid make() const {
    Grid grid = mixed == Mixed::kEmpty ? Grid() : sample_puzzle(kind, index);
    if (mixed == Mixed::kSparse) {
      for (int cell = 0; cell < kCells; cell += 2) grid[cell] = 0;
    } else if (mixed == Mixed::kContradiction) {
      grid[0] = grid[1] = 7;
    } else if (mixed == Mixed::kFull) {
      grid = solve_band(grid, {}).first;
    }
    return grid;
  }
};

/// Easy, minimal, unsolvable and many-solution puzzles, mixed; some boards of a few clues, an empty
/// one and contradictions among them. Of all of them the first `count`, and no others are made.
std::vector<Grid> mixed_puzzles(std::size_t count = SIZE_MAX) {
  std::vector<MixedPuzzle> all;
  for (std::uint64_t i = 0; i < kPuzzlesPerKind; ++i) {
    for (const Kind kind : kKinds) all.push_back({Mixed::kSample, kind, i});
    if (i % 50 != 0) continue;
    all.push_back({Mixed::kSparse, Kind::kMinimal, i});
    all.push_back({Mixed::kContradiction, Kind::kEasy, i});
    all.push_back({Mixed::kFull, kKinds.back(), i});
    all.push_back({Mixed::kEmpty, {}, i});
  }
  std::shuffle(all.begin(), all.end(), std::mt19937(1));
  all.resize(std::min(count, all.size()));
  std::vector<Grid> puzzles;
  for (const MixedPuzzle& puzzle : all) puzzles.push_back(puzzle.make());
  return puzzles;
}

void expect_equal(const Solutions& expected, const Solutions& found) {
  ASSERT_EQ(found.count, expected.count);
  ASSERT_EQ(found.first, expected.first);
}

class BatchSolverTest : public EachLevel {};
PUZZLED_EACH_LEVEL(BatchSolverTest);

TEST(BatchSolver, AnswersAsTheBandEngineDoes) {
  const std::vector<Grid> puzzles = mixed_puzzles();
  std::vector<Solutions> expected(puzzles.size());
  std::vector<Solutions> results(puzzles.size());
  print_missing_levels();
  std::map<std::string_view, BatchSolver> solvers;  // each is used with every limit
  for (const std::uint64_t limit : {1, 2, 3, 50}) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      expected[i] = solve_band(puzzles[i], {.solutions = limit});
    }
    for (const std::string_view isa : available_levels()) {
      SCOPED_TRACE(isa);
      // Whatever a former run left in the results must not matter.
      for (Solutions& result : results) result = {.count = 77, .first = puzzles[0], .branches = 5};
      solvers.try_emplace(isa, isa).first->second.solve(puzzles, {.solutions = limit}, results);
      for (std::size_t i = 0; i < puzzles.size(); ++i) {
        expect_equal(expected[i], results[i]);
        if (HasFatalFailure()) FAIL() << "puzzle " << i << " limit " << limit;
        if (results[i].count == 0) continue;
        ASSERT_TRUE(is_complete_and_legal(results[i].first));
        ASSERT_TRUE(extends(results[i].first, puzzles[i]));
      }
    }
  }
}

// First solutions wait in their lanes for others, in which nothing else waits when the last boards
// of the pool turn out to be of a puzzle that has as many solutions as are wanted.
TEST(BatchSolver, WritesTheFirstSolutionsThatWaitWhenABatchEnds) {
  constexpr std::size_t kMostSolutions = 4;
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; puzzles.size() < 4000; ++i) {
    if (i % 1000 == 0) puzzles.emplace_back();
    puzzles.push_back(sample_puzzle(Kind::kMinimal, i));
  }
  print_missing_levels();
  for (std::uint64_t limit = 1; limit <= kMostSolutions; ++limit) {
    std::vector<Solutions> expected;
    for (const Grid& puzzle : puzzles) expected.push_back(solve_band(puzzle, {.solutions = limit}));
    for (const std::string_view isa : available_levels()) {
      for (const std::size_t size : {600U, 1001U, 2000U, 4000U}) {
        SCOPED_TRACE(std::string(isa) + ", limit " + std::to_string(limit));
        std::vector<Solutions> results(size);
        BatchSolver(isa).solve(std::span(puzzles).first(size), {.solutions = limit}, results);
        for (std::size_t i = 0; i < size; ++i) {
          expect_equal(expected[i], results[i]);
          if (HasFatalFailure()) FAIL() << "a batch of " << size << ", puzzle " << i;
        }
      }
    }
  }
}

void expect_the_same_with_any_neighbours(const std::vector<Grid>& puzzles, std::string_view isa) {
  std::vector<Solutions> expected(puzzles.size());
  BatchSolver solver(isa);
  solver.solve(puzzles, {.solutions = 2}, expected);
  std::vector<std::size_t> order(puzzles.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(2);
  for (const std::size_t size : {1,   35,  36,  63,  64,  65,  75,  76,  127, 128,
                                 129, 255, 256, 257, 299, 301, 511, 512, 513, 1200}) {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t begin = 0; begin < puzzles.size(); begin += size) {
      const std::size_t end = std::min(begin + size, puzzles.size());
      std::vector<Grid> block;
      for (std::size_t i = begin; i < end; ++i) block.push_back(puzzles[order[i]]);
      std::vector<Solutions> results(block.size());
      solver.solve(block, {.solutions = 2}, results);
      for (std::size_t i = begin; i < end; ++i) {
        expect_equal(expected[order[i]], results[i - begin]);
        if (testing::Test::HasFatalFailure()) FAIL() << "blocks of " << size;
      }
    }
  }
}

TEST(BatchSolver, AnswersDoNotDependOnTheNeighbours) {
  const std::vector<Grid> puzzles = mixed_puzzles(1200);
  print_missing_levels();
  for (const std::string_view isa : available_levels()) {
    SCOPED_TRACE(isa);
    expect_the_same_with_any_neighbours(puzzles, isa);
    if (HasFatalFailure()) return;
  }
}

// A solver that knows nothing yet of its puzzles takes them for easy ones: the boards that an
// intake or the search has left, parts of many trees among them, go to the band engine.
void expect_parts_to_add_up(const std::vector<Grid>& puzzles, std::uint64_t limit,
                            std::string_view isa) {
  std::vector<Solutions> results(puzzles.size());
  for (const std::size_t size : {36, 63, 64, 65, 76, 127, 128, 129, 150, 256, 400, 512, 700}) {
    for (std::size_t begin = 0; begin + size <= puzzles.size(); begin += size) {
      BatchSolver(isa).solve(std::span(puzzles).subspan(begin, size), {.solutions = limit},
                             std::span(results).subspan(begin, size));
      for (std::size_t i = begin; i < begin + size; ++i) {
        expect_equal(solve_band(puzzles[i], {.solutions = limit}), results[i]);
        if (testing::Test::HasFatalFailure()) FAIL() << "blocks of " << size << ", puzzle " << i;
      }
    }
  }
}

TEST(BatchSolver, PartsThatABatchLeavesAddUp) {
  const std::vector<Grid> puzzles = mixed_puzzles(1600);
  print_missing_levels();
  for (const std::string_view isa : available_levels()) {
    for (const std::uint64_t limit : {1, 2, 3, 50}) {
      SCOPED_TRACE(std::string(isa) + ", limit " + std::to_string(limit));
      expect_parts_to_add_up(puzzles, limit, isa);
      if (HasFatalFailure()) return;
    }
  }
}

// Where each puzzle has a lane, the search goes on on the board of the intake. After a block of
// hard puzzles nothing of it is left to the band engine, and after easy ones large batches begin
// sooner.
void expect_lanes_to_be_searched_in_place(const std::vector<Grid>& puzzles,
                                          const std::vector<Solutions>& expected,
                                          std::uint64_t limit, std::string_view isa) {
  const std::vector<Grid> hard(64, MixedPuzzle{Mixed::kSparse, Kind::kMinimal, 0}.make());
  const std::vector<Grid> easy(64, sample_puzzle(Kind::kEasy, 0));
  BatchSolver solver(isa);
  for (const std::size_t size : {36, 63, 64, 65, 127, 128, 129, 255, 256, 257, 301, 511, 512}) {
    for (const std::vector<Grid>& before : {hard, easy}) {
      std::vector<Solutions> results(before.size());
      solver.solve(before, {.solutions = limit}, results);
      results.resize(size);
      solver.solve(std::span(puzzles).first(size), {.solutions = limit}, results);
      for (std::size_t i = 0; i < size; ++i) {
        expect_equal(expected[i], results[i]);
        if (testing::Test::HasFatalFailure()) FAIL() << "a block of " << size << ", puzzle " << i;
      }
    }
  }
}

TEST(BatchSolver, SearchesWhereItTookIn) {
  const std::vector<Grid> puzzles = mixed_puzzles(512);
  std::vector<Solutions> expected(puzzles.size());
  for (const std::uint64_t limit : {1, 2, 40}) {
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      expected[i] = solve_band(puzzles[i], {.solutions = limit});
      if (expected[i].count == 0) continue;
      ASSERT_TRUE(is_complete_and_legal(expected[i].first));
      ASSERT_TRUE(extends(expected[i].first, puzzles[i]));
    }
    for (const std::string_view isa : available_levels()) {
      SCOPED_TRACE(isa);
      expect_lanes_to_be_searched_in_place(puzzles, expected, limit, isa);
      if (HasFatalFailure()) return;
    }
  }
}

// Neither together nor, because they have no answer then, one by one.
TEST(BatchSolver, BeginsNoneOfFewPuzzlesWhenItIsStopped) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 30; ++i) puzzles.push_back(sample_puzzle(Kind::kEasy, i));
  const StopFlag stop{true};
  BatchSolver solver;
  for (const std::size_t count : {1, 2, 30}) {
    std::vector<Solutions> results(count);
    solver.solve(std::span(puzzles).first(count), {.stop = &stop}, results);
    for (const Solutions& result : results) {
      EXPECT_TRUE(result.timed_out);
      EXPECT_EQ(result.count, 0U);
    }
  }
}

TEST_P(BatchSolverTest, CountsThousandsOfSolutionsInEveryLane) {
  // Five clues each: far more solutions than the limit, so lanes keep deep stacks.
  const std::size_t puzzles = kPuzzlesPerKind == 8000 ? 600 : 60;
  std::vector<Grid> sparse;
  for (std::uint64_t i = 0; i < puzzles; ++i) {
    Grid grid = sample_puzzle(Kind::kMinimal, i);
    int clues = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid[cell] != 0 && ++clues > 5) grid[cell] = 0;
    }
    sparse.push_back(grid);
  }
  std::vector<Solutions> results(sparse.size());
  constexpr SearchLimits kLimits{.solutions = 2000};
  BatchSolver(isa()).solve(sparse, kLimits, results);
  for (std::size_t i = 0; i < sparse.size(); ++i) {
    expect_equal(solve_band(sparse[i], kLimits), results[i]);
    if (HasFatalFailure()) FAIL() << "puzzle " << i;
  }
}

// Few clues and a large limit: counted by stacks, as a batch of few or of many.
TEST_P(BatchSolverTest, CountsByStacks) {
  std::vector<Grid> sparse;
  for (std::uint64_t i = 0; i < (kPuzzlesPerKind == 8000 ? 160 : 80); ++i) {
    // From one that all of its solutions are counted of to those with more than the limit.
    Grid grid = sample_puzzle(Kind::kMinimal, i);
    const int kept = 20 - static_cast<int>(i % 12);
    int clues = 0;
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid[cell] != 0 && ++clues > kept) grid[cell] = 0;
    }
    sparse.push_back(grid);
  }
  sparse.push_back(Grid());
  constexpr SearchLimits kLimits{.solutions = 20000};
  BatchSolver solver(isa());
  for (const std::size_t count : {std::size_t{1}, std::size_t{30}, sparse.size()}) {
    const std::span<const Grid> puzzles = std::span(sparse).last(count);
    std::vector<Solutions> results(count);
    solver.solve(puzzles, kLimits, results);
    for (std::size_t i = 0; i < count; ++i) {
      expect_equal(solve_band(puzzles[i], kLimits), results[i]);
      if (HasFatalFailure()) FAIL() << "puzzle " << i << " of " << count;
    }
  }
}

// Puzzles that take too long to be solved one by one: they become a batch.
TEST_P(BatchSolverTest, SearchesTheLongOnesOfAFewPuzzlesTogether) {
  std::vector<Grid> puzzles(3);
  for (int cell = 0; cell < 4; ++cell) puzzles[1][cell] = static_cast<std::uint8_t>(cell + 1);
  puzzles[2][0] = puzzles[2][1] = 7;  // contradict each other
  for (std::uint64_t i = 0; i < 4; ++i) puzzles.push_back(sample_puzzle(Kind::kMinimal, i));
  std::vector<Solutions> results(puzzles.size());
  for (const std::uint64_t limit : {3, 5000}) {
    const SearchLimits limits{.solutions = limit};
    BatchSolver(isa()).solve(puzzles, limits, results);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      expect_equal(solve_band(puzzles[i], limits), results[i]);
      if (HasFatalFailure()) FAIL() << "puzzle " << i << " limit " << limit;
    }
  }
}

// Few records a lane, so that stacks overflow and searches come back to what was overwritten.
template <class Kernel>
void expect_missed_records_to_be_deferred(const std::vector<Grid>& puzzles, const Kernel& kernel) {
  std::vector<const std::uint8_t*> cells;
  for (const Grid& puzzle : puzzles) cells.push_back(puzzle.digits.data());
  std::vector<std::uint64_t> counts(puzzles.size());
  std::vector<std::uint64_t> first_at(puzzles.size());
  std::vector<std::uint32_t> deferred(puzzles.size());
  std::vector<std::uint32_t> conflicts(puzzles.size());
  std::vector<char> lines(puzzles.size() * kLineBytes);
  constexpr std::align_val_t kAlignment{64};
  void* const workspace = ::operator new(kernel.workspace_bytes, kAlignment);
  for (const std::uint64_t limit : {1, 2, 50}) {
    batch::Tuning tuning;
    batch::Job job{.puzzles = cells.data(),
                   .count = cells.size(),
                   .limit = limit,
                   .max_steps = UINT32_MAX,
                   .stack_records = 2,
                   .counts = counts.data(),
                   .lines = lines.data(),
                   .stride = kLineBytes,
                   .first_at = first_at.data(),
                   .deferred = deferred.data(),
                   .conflicts = conflicts.data(),
                   .tuning = &tuning};
    kernel.run(job, workspace);
    std::vector<bool> is_deferred(puzzles.size());
    for (std::size_t i = 0; i < job.deferred_count; ++i) {
      EXPECT_FALSE(is_deferred[deferred[i]]) << "twice: puzzle " << deferred[i];
      is_deferred[deferred[i]] = true;
    }
    if (limit > 1) {
      EXPECT_GT(job.deferred_count, 10U);
    }
    EXPECT_LT(job.deferred_count, puzzles.size() / 2);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      if (is_deferred[i]) continue;
      const Solutions expected = solve_band(puzzles[i], {.solutions = limit});
      EXPECT_EQ(counts[i], expected.count) << "puzzle " << i << " limit " << limit;
      if (expected.count == 0) continue;
      const Grid first = grid_of(reinterpret_cast<const std::uint8_t*>(&lines[i * kLineBytes]));
      EXPECT_EQ(first, expected.first) << "puzzle " << i << " limit " << limit;
    }
  }
  ::operator delete(workspace, kAlignment);
}

TEST(BatchSolver, DefersPuzzlesWhoseOverwrittenRecordsAreMissed) {
  const std::vector<Grid> puzzles = mixed_puzzles(1200);
  print_missing_levels();
  for (const std::string_view isa : available_levels()) {
    SCOPED_TRACE(isa);
    expect_missed_records_to_be_deferred(puzzles, *batch::find_kernel(isa));
    const batch::small::Kernel& small = *batch::small::find_kernel(isa);
    if (small.run != nullptr) expect_missed_records_to_be_deferred(puzzles, small);
  }
}

TEST_P(BatchSolverTest, CountsAllSolutions) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 300; ++i) puzzles.push_back(sample_puzzle(Kind::kMany, i));
  std::vector<Solutions> results(puzzles.size());
  constexpr SearchLimits kAll{.solutions = 0};
  BatchSolver(isa()).solve(puzzles, kAll, results);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    expect_equal(solve_band(puzzles[i], kAll), results[i]);
    if (HasFatalFailure()) FAIL() << "puzzle " << i;
  }
}

TEST_P(BatchSolverTest, ATimeLimitEndsLongSearchesOnly) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < 600; ++i) puzzles.push_back(sample_puzzle(Kind::kMinimal, i));
  puzzles[100] = puzzles[333] = Grid();  // 6.7e21 solutions each
  std::vector<Solutions> results(puzzles.size());
  BatchSolver(isa()).solve(puzzles, {.solutions = 0, .time = std::chrono::milliseconds(50)},
                           results);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    ASSERT_EQ(results[i].timed_out, i == 100 || i == 333) << i;
    if (!results[i].timed_out) expect_equal(solve_band(puzzles[i], {.solutions = 0}), results[i]);
  }
}

TEST_P(BatchSolverTest, ReadsCellsWhereTheyStand) {
  constexpr std::string_view kBlanks = ".0*_";
  std::vector<std::string> lines;
  std::vector<const std::uint8_t*> cells;
  for (std::uint64_t i = 0; i < 100; ++i) {
    std::string line;
    const Grid grid = sample_puzzle(Kind::kMinimal, i);
    for (int cell = 0; cell < kCells; ++cell) {
      line += grid[cell] != 0 ? static_cast<char>('0' + grid[cell])
                              : kBlanks[(i + static_cast<std::uint64_t>(cell)) % 4];
    }
    lines.push_back(line);
  }
  for (const std::string& line : lines) {
    cells.push_back(reinterpret_cast<const std::uint8_t*>(line.data()));
  }
  BatchSolver solver(isa());
  for (const std::size_t count : {std::size_t{1}, cells.size()}) {
    std::string solutions(count * kLineBytes, ' ');
    const BatchSolver::Answers answers =
        solver.solve_cells(std::span(cells).first(count), {}, solutions.data(), kLineBytes);
    ASSERT_EQ(answers.counts.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      ASSERT_EQ(answers.counts[i], 1U);
      const char* const line = &solutions[i * kLineBytes];
      const Grid solution = grid_of(reinterpret_cast<const std::uint8_t*>(line));
      ASSERT_TRUE(is_complete_and_legal(solution));
      ASSERT_TRUE(extends(solution, sample_puzzle(Kind::kMinimal, i)));
      ASSERT_EQ(line[kCells], '\n');
    }
  }
}

// A digit is forbidden in a cell, which no clue can say: that of the solution, another candidate,
// or one that is none.
TEST(BatchSolver, FindsSolutionsWithoutADigit) {
  print_missing_levels();
  std::vector<Grid> puzzles = mixed_puzzles(3000);
  for (Grid& puzzle : puzzles) puzzle[40] = 0;
  std::vector<batch::Exclusion> exclusions;
  std::vector<std::uint64_t> expected;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    int cell = static_cast<int>(i % kCells);
    while (puzzles[i][cell] != 0) cell = (cell + 1) % kCells;
    const Grid solution = solve_band(puzzles[i], {}).first;
    const bool takes_solution = i % 4 != 0 && solution[cell] != 0;
    const auto digit = takes_solution ? solution[cell] : static_cast<std::uint8_t>(1 + i % kSide);
    exclusions.push_back({.cell = static_cast<std::uint8_t>(cell), .digit = digit});
    expected.push_back(has_solution_without(puzzles[i], cell, digit) ? 1 : 0);
  }
  std::vector<const std::uint8_t*> cells;
  for (const Grid& puzzle : puzzles) cells.push_back(puzzle.digits.data());
  EXPECT_GT(std::count(expected.begin(), expected.end(), 0U), 300);
  EXPECT_GT(std::count(expected.begin(), expected.end(), 1U), 300);
  for (const std::string_view isa : available_levels()) {
    BatchSolver solver(isa);
    for (const std::size_t size : {cells.size(), std::size_t{513}, std::size_t{512},
                                   std::size_t{76}, std::size_t{36}, std::size_t{3}}) {
      const auto found = solver.have_solutions_without(std::span(cells).first(size),
                                                       std::span(exclusions).first(size));
      ASSERT_EQ(std::vector(found.begin(), found.end()),
                std::vector(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(size)))
          << isa << ", " << size << " puzzles";
    }
    // Nothing of that is left.
    std::vector<char> lines(cells.size() * 82);
    const auto counts = solver.solve_cells(cells, {.solutions = 2}, lines.data(), 82).counts;
    for (std::size_t i = 0; i < puzzles.size(); i += 10) {
      ASSERT_EQ(counts[i], solve_band(puzzles[i], {.solutions = 2}).count) << isa << ", " << i;
    }
  }
}

TEST(BatchSolver, SolvesNothing) {
  BatchSolver solver;
  solver.solve({}, {}, {});
  EXPECT_EQ(solver.branches(), 0U);
}

}  // namespace
}  // namespace puzzled::sudoku
