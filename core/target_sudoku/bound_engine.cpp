#include "core/target_sudoku/engines.hpp"

#include <algorithm>

#include "core/target_sudoku/incumbent.hpp"
#include "core/target_sudoku/optimal_grids.hpp"
#include "core/target_sudoku/optimise_bound.hpp"
#include "core/target_sudoku/quick_search.hpp"
#include "core/target_sudoku/tree_search.hpp"

namespace puzzled::target {
namespace {

class Run {
 public:
  Run(const Problem& problem, std::uint64_t max_grids, Executor& executor, const StopFlag& stop)
      : problem_(problem),
        max_grids_(max_grids),
        stop_(stop),
        tree_(problem, executor, stop),
        incumbent_(problem.weights) {}

  Answer run(const Grid& puzzle) {
    root_.board = board_of(puzzle);
    switch (problem_.rules->propagate(root_.board)) {
      case BandOutcome::kContradiction:
        return {.status = Status::kUnsolvable};
      case BandOutcome::kSolved:
        incumbent_.offer(grid_of(root_.board));
        return answer_with(incumbent_.score());
      case BandOutcome::kOpen:
        break;
    }
    root_.multipliers = problem_.start_multipliers;
    const bool is_answered = search_quickly();
    if (!is_answered) root_.symmetries = problem_.symmetries.keeping(puzzle);
    const std::int64_t bound = is_answered ? incumbent_.score() : prove();
    if (!incumbent_.has_grid()) return {.status = Status::kUnsolvable};
    Answer answer = answer_with(bound);
    if (answer.status == Status::kProven && max_grids_ > 0) {
      list_grids(answer, is_answered);
    }
    return answer;
  }

 private:
  // The incumbent, and its grid if any was asked for.
  Answer answer_with(std::int64_t bound) const {
    Answer answer{.status = bound > incumbent_.score() ? Status::kUnproven : Status::kProven,
                  .score = incumbent_.score(),
                  .bound = bound,
                  .nodes = nodes_};
    if (max_grids_ > 0) answer.grids.push_back(incumbent_.grid());
    return answer;
  }

  // Whether that was enough. The budget is about what the bound takes for such boards, if a search
  // can end it at all; on very open boards the grids it finds save twice the time.
  bool search_quickly() {
    if (!problem_.layers.is_cheap()) return false;
    const QuickBudget budget{.boards = is_very_open(root_.board) ? 80 : 50, .max_tree = 200};
    return quick_search(problem_, root_.board, budget, incumbent_).is_complete;
  }

  // Improves the incumbent and lowers the bound, which is returned, until they meet or until
  // stopped.
  std::int64_t prove() {
    BoardBound board_bound(problem_);
    Node root = root_;
    ++nodes_;
    const NodeOutcome outcome =
        optimise_bound(problem_, root, kRootEffort, incumbent_, board_bound);
    root_.multipliers = root.multipliers;
    if (outcome == NodeOutcome::kSolved) incumbent_.offer(grid_of(root.board));
    if (outcome != NodeOutcome::kOpen) return incumbent_.score();
    root.bound = board_bound.bound();
    std::int64_t bound = std::max(incumbent_.score(), problem_.scale.highest_score(root.bound));

    // Threshold passes: suppose that the best score is at least a goal just under the bound. The
    // trees above the best score are small, and the first grid that turns up is near it or it.
    // Every pass goes four times as far as the last, and the third or fourth takes all that is
    // left. On a plateau of the bound every pass takes as long as the whole, so one that takes more
    // than some nodes is left for a search of all that is left. (Without passes random weights
    // take 1.2 times as long, symmetric ones 3.5 times; without the limit nearly symmetric ones
    // take 1.2 times as long. Halving what is left, pass by pass, takes twice as long on boards
    // with clues.)
    constexpr std::uint64_t kMaxPassNodes = 30;
    TreeLimits limits{.enough = bound, .max_nodes = kMaxPassNodes};
    std::int64_t step = std::max<std::int64_t>(1, (bound - incumbent_.score()) / 16);
    while (bound > incumbent_.score() && !is_stopped(stop_)) {
      const std::int64_t goal = std::max(bound - step, incumbent_.score()) + 1;
      incumbent_.set_goal(goal);
      Node node = root;
      const bool is_complete = !step_towards_goal(node, board_bound) || search_tree(node, limits);
      root.multipliers = node.multipliers;
      if (is_complete) {
        bound = std::max(incumbent_.score(), goal - 1);
        step *= 4;
      } else {
        step = bound - incumbent_.score();
        limits.max_nodes = TreeLimits{}.max_nodes;
      }
      limits.enough = bound;
    }
    return bound;
  }

  // Steps towards the goal, for the tree below to start from: where the best score so far is far
  // from the bound, steps towards that do not converge. (Without these the 30 symmetric weights of
  // tests/bench/NOTES.md take 1.07 times as long on the empty board; boards of 18 clues, which are
  // not that open, would take 1.2 times as long with them.) Returns whether the node is still open.
  bool step_towards_goal(Node& node, BoardBound& board_bound) {
    constexpr BoundEffort kEffort{.max_steps = 80, .is_root = true};
    if (!is_very_open(node.board)) return true;
    ++nodes_;
    const NodeOutcome outcome = optimise_bound(problem_, node, kEffort, incumbent_, board_bound);
    if (outcome == NodeOutcome::kSolved) incumbent_.offer(grid_of(node.board));
    node.bound = board_bound.bound();
    return outcome == NodeOutcome::kOpen;
  }

  // Returns whether the search was complete.
  bool search_tree(const Node& node, const TreeLimits& limits) {
    const TreeResult result = tree_.search(node, limits, incumbent_);
    nodes_ += result.nodes;
    return result.is_complete;
  }

  void list_grids(Answer& answer, bool is_answered_quickly) {
    answer.grids.clear();
    answer.grids_complete =
        visit_optimal_grids(problem_, root_, incumbent_.grid(), is_answered_quickly, tree_, stop_,
                            [&](const Grid& grid) {
                              answer.grids.push_back(grid);
                              return answer.grids.size() < max_grids_;
                            });
    if (answer.grids.empty())
      answer.grids.push_back(incumbent_.grid());  // stopped before the first
  }

  const Problem& problem_;
  const std::uint64_t max_grids_;
  const StopFlag& stop_;
  TreeSearch tree_;
  Incumbent incumbent_;
  Node root_;
  std::uint64_t nodes_ = 0;
};

}  // namespace

void prepare_for_bound(Problem& problem) {
  problem.symmetries = Symmetries(problem.weights);
  Node root{.board = board_of(Grid{}), .multipliers = {}};
  Incumbent incumbent(problem.weights);
  BoardBound board_bound(problem);
  optimise_bound(problem, root, kRootEffort, incumbent, board_bound);
  problem.start_multipliers = root.multipliers;
}

Answer solve_by_bound(const Problem& problem, const Grid& puzzle, std::uint64_t max_grids,
                      Executor& executor, const StopFlag& stop) {
  return Run(problem, max_grids, executor, stop).run(puzzle);
}

}  // namespace puzzled::target
