#include "core/target_sudoku/optimise_bound.hpp"

#include <optional>

#include "core/target_sudoku/dive.hpp"
#include "core/target_sudoku/feasibility.hpp"
#include "core/target_sudoku/quick_search.hpp"
#include "core/target_sudoku/subgradient.hpp"

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
