#include "core/target_sudoku/optimise_bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/quick_search.hpp"

namespace puzzled::target {
namespace {

// Evaluates the bound at the node's multipliers and removes what it rules out.
NodeOutcome bound_and_fix(const Problem& problem, Node& node, const Incumbent& incumbent,
                          BoardBound& bound) {
  const std::int64_t threshold = problem.scale.scaled(incumbent.cutoff());
  if (!bound.evaluate(node.board, node.multipliers, threshold)) return NodeOutcome::kClosed;
  switch (bound.fix_by_reduced_cost(node.board)) {
    case BandOutcome::kContradiction:
      return NodeOutcome::kClosed;
    case BandOutcome::kSolved:
      return NodeOutcome::kSolved;
    case BandOutcome::kOpen:
      break;
  }
  return NodeOutcome::kOpen;
}

// What the digits of a cell cost the bound.
struct BestDigit {
  int digit = 0;
  int candidates = 0;
  std::int32_t loss = std::numeric_limits<std::int32_t>::max();
  std::int32_t second_loss = std::numeric_limits<std::int32_t>::max();
};

BestDigit best_digit_at(const BoardBound& bound, const BandBoard& board, int cell) {
  BestDigit best;
  for (int digit = 0; digit < 9; ++digit) {
    if (!is_candidate(board, cell, digit)) continue;
    ++best.candidates;
    const std::int32_t loss = bound.loss(cell, digit);
    best.second_loss = std::min(best.second_loss, std::max(best.loss, loss));
    if (loss <= best.loss) {
      best.loss = loss;
      best.digit = digit;
    }
  }
  return best;
}

// A heuristic for good grids: cells take their best digits one after another, without a way back.
// Cells are fixed by falling regret, which is what the second-best digit costs the bound more than
// the best; each takes its best digit, and the rules follow. `bound` is an evaluation of the board
// or of one with more candidates. Costs about 20 steps of the bound at a root, less below.
void dive(const Problem& problem, const BoardBound& bound, const BandBoard& start,
          Incumbent& incumbent) {
  constexpr int kMaxFailures = 12;
  constexpr std::int64_t kCellsRounded = 128;
  std::array<std::int64_t, kCells> items;  // regret and, where equal, cell: the larger comes first
  std::size_t count = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const BestDigit best = best_digit_at(bound, start, cell);
    if (best.candidates > 1) {
      const std::int64_t regret = std::int64_t{best.second_loss} - best.loss;
      items[count++] = regret * kCellsRounded + kCells - cell;
    }
  }
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count), std::greater());
  BandBoard board = start;
  int failures = 0;
  for (std::size_t i = 0; i < count;) {
    const auto cell = static_cast<int>(kCells - items[i] % kCellsRounded);
    const BestDigit best = best_digit_at(bound, board, cell);
    if (best.candidates == 1) {
      ++i;
      continue;
    }
    BandBoard tried = board;
    assign(tried, cell, best.digit);
    BandOutcome outcome = problem.rules->propagate(tried);
    if (outcome == BandOutcome::kContradiction) {
      if (++failures > kMaxFailures) return;
      tried = board;
      remove(tried, cell, best.digit);
      outcome = problem.rules->propagate(tried);
    }
    if (outcome == BandOutcome::kSolved) incumbent.offer(grid_of(tried));
    if (outcome != BandOutcome::kOpen) return;
    board = tried;
  }
}

// Grids on the way down at a root. Returns false if the board has none that reaches the cutoff.
bool seek_grids(const Problem& problem, const BandBoard& board, int step, const BoardBound& bound,
                Incumbent& incumbent) {
  // A quick search brings good grids, so that a dive, which takes as long as 20 steps, pays less.
  const bool is_cheap = problem.layers.is_cheap();
  const int dive_every = is_cheap ? 20 : 10;
  const int first_dive = is_cheap ? 10 : 0;
  if (!incumbent.has_grid() || step % dive_every == first_dive)
    dive(problem, bound, board, incumbent);
  if (!incumbent.has_grid()) {
    // Steps need a score to aim at.
    const std::optional<Grid> any = find_solution(board, *problem.rules);
    if (!any) return false;
    incumbent.offer(*any);
  }
  // The steps between two quick searches take as long as one. (Without them boards of 0 to 30 clues
  // take 2 % more time in the mean, 30 % more at the 99th percentile, weights of very different
  // size 30 % more.)
  constexpr int kQuickEvery = 30;
  constexpr QuickBudget kQuickBudget{.boards = 60};
  if (!is_cheap || step == 0 || step % kQuickEvery != 0) return true;
  return !quick_search(problem, board, kQuickBudget, incumbent).is_complete;
}

}  // namespace

// Starting at the multipliers of the empty board, boards of 0 to 30 clues take a quarter less time
// than from zero at twice the pace.
NodeOutcome optimise_bound(const Problem& problem, Node& node, const BoundEffort& effort,
                           Incumbent& incumbent, BoardBound& bound) {
  const StepRule rule{.max_steps = effort.max_steps,
                      .pace = effort.is_root ? 0.5 : 0.7,
                      .patience = effort.is_root ? 8 : 3};
  NodeOutcome outcome = NodeOutcome::kOpen;
  const auto evaluate = [&](int step) -> std::optional<std::int64_t> {
    outcome = bound_and_fix(problem, node, incumbent, bound);
    if (outcome != NodeOutcome::kOpen) return std::nullopt;
    if (effort.is_root && effort.seeks_grids && step < effort.max_steps &&
        !seek_grids(problem, node.board, step, bound, incumbent)) {
      outcome = NodeOutcome::kClosed;
      return std::nullopt;
    }
    return problem.scale.scaled(incumbent.cutoff());
  };
  if (!minimise_bound(problem, rule, node.multipliers, bound.evaluation(), evaluate)) {
    return outcome;
  }
  // Where the bound is tight many nodes hold a grid that reaches the goal, and a dive costs a tenth
  // of a node. (Without it symmetric weights take 8 % more time, random ones 4 % less.)
  if (!effort.is_root && effort.seeks_grids && !incumbent.has_reached_goal()) {
    dive(problem, bound, node.board, incumbent);
  }
  return NodeOutcome::kOpen;
}

}  // namespace puzzled::target
