#include <algorithm>

#include "core/api/search_result.hpp"
#include "core/api/target_solver.hpp"
#include "parallel/api/row_blocks.hpp"
#include "parallel/jobs/task_executor.hpp"

namespace puzzled {
namespace {

// Of 50 µs or more each, so that handing them out costs little.
constexpr BlockRows kBoardBlock{.min = 64, .max = 64, .pieces = Pieces::kLong};

/// Solves the boards of a block, those that a stop leaves. All threads help with each.
template <class BoardOf, class Take>
void find_best(const Block& block, const target::Solver& solver, const BoardOf& board_of,
               const Take& take) {
  for (std::size_t i = block.begin; i < block.end && !is_stopped(block.state.stop); ++i) {
    parallel::TaskExecutor executor(block.workers);
    take(i, best_score_by(solver, board_of(i), executor, block.state.stop));
  }
}

}  // namespace

Result<BestScore> best_score(const Grid& puzzle, const RunOptions& run, const Weights& weights,
                             Goal goal) {
  const auto scores = best_scores({&puzzle, 1}, run, weights, goal);
  if (!scores) return scores.error();
  return scores->front();
}

// Stopped, there are scores all the same.
Result<std::vector<BestScore>> best_scores(std::span<const Grid> puzzles, const RunOptions& run,
                                           const Weights& weights, Goal goal) {
  if (const Result<> checked = check_weights(weights); !checked) return checked.error();
  const target::Solver solver = target_solver(weights, goal);
  std::vector<BestScore> scores(puzzles.size(), BestScore{.status = BestStatus::kUnknown});
  static_cast<void>(for_each_block(puzzles.size(), kBoardBlock, run, [&](const Block& block) {
    find_best(
        block, solver, [&](std::size_t i) { return puzzles[i]; },
        [&](std::size_t i, const BestScore& best) { scores[i] = best; });
  }));
  return scores;
}

Result<> best_score_rows(Rows boards, std::span<std::int64_t> scores, MutableRows grids,
                         const Weights& weights, Goal goal, const RunOptions& run) {
  if (Result<> checked = check_weights(weights); !checked) return checked;
  if (Result<> checked = check_size(boards, scores.size(), "boards"); !checked) return checked;
  if (Result<> checked = check_size(grids, scores.size(), "grids"); !checked) return checked;
  const target::Solver solver = target_solver(weights, goal);
  return for_each_block(scores.size(), kBoardBlock, run, [&](const Block& block) {
    if (!block.are_digits(boards)) return;
    find_best(
        block, solver, [&](std::size_t i) { return grid_at(boards, i); },
        [&](std::size_t i, const BestScore& best) {
          scores[i] = best.status == BestStatus::kProven ? best.score : 0;
          std::ranges::copy(best.grid.digits(), grids.data() + i * Grid::kCells);
        });
  });
}

}  // namespace puzzled
