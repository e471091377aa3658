// Hard boards of target Sudoku on 1, 2 and 8 threads: the same score, grids and proof as by the
// serial executor.
#include "parallel/jobs/task_executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/target_sudoku/incumbent.hpp"
#include "core/target_sudoku/solver.hpp"
#include "parallel/ordered_pipeline.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {
namespace {

using target::Answer;
using target::Direction;
using target::Solver;
using target::Weights;

// Symmetric weights, 0 to 9, that leave trees of some hundred nodes on the empty board, so that one
// thread does not search them alone.
constexpr Weights kHardWeights = [] {
  constexpr int kQuarter[15] = {5, 4, 3, 0, 1, 1, 3, 8, 6, 6, 6, 2, 0, 6, 6};
  Weights weights;
  int next = 0;
  for (int row = 0; row < 5; ++row) {
    for (int column = row; column < 5; ++column, ++next) {
      for (const int r : {row, 8 - row}) {
        for (const int c : {column, 8 - column}) {
          weights[9 * r + c] = kQuarter[next];
          weights[9 * c + r] = kQuarter[next];
        }
      }
    }
  }
  return weights;
}();

// Sanitizers slow the search down twenty times.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kThreadCounts[] = {2};
constexpr Direction kDirections[] = {Direction::kMaximize};
#else
constexpr int kThreadCounts[] = {1, 2, 8};
constexpr Direction kDirections[] = {Direction::kMaximize, Direction::kMinimize};
#endif

Answer solve_on(int threads, const Solver& solver, const target::Grid& board,
                const StopFlag& stop = false) {
  Workers workers(threads);
  Answer answer;
  TaskExecutor executor(workers);
  answer = solver.solve(board, 3, executor, stop);
  return answer;
}

// A tree of three children a node, the depth left in `bound`.
TEST(TaskExecutor, ExpandsEveryNodeOnceAndNeverTwiceOnAWorker) {
  constexpr int kDepth = 8;
  constexpr int kNodes = (9 * 9 * 9 * 9 * 3 - 1) / 2;
  for (const int threads : kThreadCounts) {
    Workers workers(threads);
    TaskExecutor executor(workers);
    ASSERT_EQ(executor.workers(), static_cast<std::size_t>(threads));
    std::vector<std::atomic<bool>> is_busy(executor.workers());
    std::atomic<int> nodes = 0;
    std::atomic<int> clashes = 0;
    target::Node root;
    root.bound = kDepth;
    executor.expand_all(root, [&](target::Node& node, std::size_t worker, auto& children) {
      clashes += is_busy.at(worker).exchange(true) ? 1 : 0;
      ++nodes;
      target::Node child = node;
      --child.bound;
      for (int i = 0; i < 3 && child.bound >= 0; ++i) children.push_back(child);
      is_busy[worker] = false;
    });
    EXPECT_EQ(nodes, kNodes) << threads;
    EXPECT_EQ(clashes, 0) << threads;
  }
}

// Digits that sum up to the node's bound, offered in no order.
TEST(TaskExecutor, SharesOneIncumbent) {
  constexpr int kGrids = 400;
  constexpr int kMin = 9 * target::kCells - kGrids;
  Weights weights;
  weights.cells.fill(1);
  for (const int threads : kThreadCounts) {
    Workers workers(threads);
    TaskExecutor executor(workers);
    target::Incumbent incumbent(weights);
    target::Node root;
    root.bound = kMin;
    executor.expand_all(root, [&](const target::Node& node, std::size_t, auto& children) {
      target::Grid grid;
      std::int64_t left = node.bound;
      for (int cell = 0; cell < target::kCells; ++cell) {
        grid[cell] = static_cast<std::uint8_t>(std::min<std::int64_t>(9, left));
        left -= grid[cell];
      }
      incumbent.offer(grid);
      if (node.bound > kMin) return;
      for (int i = 1; i <= kGrids; ++i) {
        children.push_back(node);
        children.back().bound += 1 + i * 173 % kGrids;
      }
    });
    EXPECT_EQ(incumbent.score(), 9 * target::kCells);
    EXPECT_EQ(incumbent.cutoff(), incumbent.score() + 1);
    EXPECT_EQ(score_of(weights, incumbent.grid()), incumbent.score());
  }
}

TEST(TaskExecutor, AnswersAsOneThreadDoes) {
  for (const Direction direction : kDirections) {
    const Solver solver(kHardWeights, direction);
    target::SerialExecutor serial;
    const StopFlag stop = false;
    const Answer expected = solver.solve({}, 3, serial, stop);
    ASSERT_EQ(expected.status, target::Status::kProven);
    ASSERT_EQ(expected.grids.size(), 3U);
    ASSERT_GT(expected.nodes, 100U);
    for (const int threads : kThreadCounts) {
      const Answer answer = solve_on(threads, solver, {});
      EXPECT_EQ(answer.status, expected.status) << threads;
      EXPECT_EQ(answer.score, expected.score) << threads;
      EXPECT_EQ(answer.bound, expected.bound) << threads;
      EXPECT_EQ(answer.grids, expected.grids) << threads;
    }
  }
}

// Here the tree's nodes go to the quick search, too, and it shares the score to beat.
TEST(TaskExecutor, CountsSmallWeightsBesideLargeOnes) {
  constexpr std::string_view kSizes =
      "kk.11...."
      ".1k..kMM."
      "..11..1.k"
      "1k.M....M"
      "M.11...1k"
      "..k.MMM1."
      "M1kk...MM"
      ".M1....Mk"
      "...M1.1..";
  Weights weights;
  for (int cell = 0; cell < target::kCells; ++cell) {
    const char size = kSizes[static_cast<std::size_t>(cell)];
    weights[cell] = size == 'M' ? 1'000'000 : size == 'k' ? 1000 : size == '1' ? 1 : 0;
  }
  const Solver solver(weights, Direction::kMaximize);
  target::SerialExecutor serial;
  const StopFlag stop = false;
  const Answer expected = solver.solve({}, 3, serial, stop);
  ASSERT_EQ(expected.status, target::Status::kProven);
  ASSERT_GT(expected.nodes, 100U);
  for (const int threads : kThreadCounts) {
    const Answer answer = solve_on(threads, solver, {});
    EXPECT_EQ(answer.score, expected.score) << threads;
    EXPECT_EQ(answer.bound, expected.bound) << threads;
    EXPECT_EQ(answer.grids, expected.grids) << threads;
  }
}

// Hard boards side by side in a pipeline, each split among the same workers.
TEST(TaskExecutor, SharesWorkersWithAPipeline) {
  const Solver solver(kHardWeights, Direction::kMaximize);
  target::SerialExecutor serial;
  const StopFlag stop = false;
  const Answer expected = solver.solve({}, 3, serial, stop);
  for (const int threads : kThreadCounts) {
    Workers workers(threads);
    std::vector<Answer> answers(3);
    std::size_t filled = 0;
    run_ordered(workers, answers.size(),
                {.fill = [&](std::size_t) { return filled++ < answers.size(); },
                 .transform =
                     [&](std::size_t slot) {
                       TaskExecutor executor(workers);
                       answers[slot] = solver.solve({}, 3, executor, stop);
                     },
                 .drain =
                     [&](std::size_t slot) {
                       EXPECT_EQ(answers[slot].status, expected.status);
                       EXPECT_EQ(answers[slot].score, expected.score);
                       EXPECT_EQ(answers[slot].grids, expected.grids);
                       return true;
                     }});
  }
}

TEST(TaskExecutor, StopsWhenAsked) {
  const Solver solver(kHardWeights, Direction::kMaximize);
  const StopFlag stop = true;
  const Answer answer = solve_on(2, solver, {}, stop);
  EXPECT_EQ(answer.status, target::Status::kUnproven);
  EXPECT_LT(answer.score, answer.bound);
  ASSERT_EQ(answer.grids.size(), 1U);
  EXPECT_EQ(score_of(kHardWeights, answer.grids[0]), answer.score);
}

}  // namespace
}  // namespace puzzled::parallel
