#include "core/target/optimal_grids.hpp"

#include <bit>

namespace puzzled::target {
namespace {

class Walk {
 public:
  Walk(const Problem& problem, std::int64_t best, Executor& executor, const StopFlag& stop,
       const Visit& visit)
      : problem_(problem),
        searcher_(problem, true),
        best_(best),
        bar_(best),
        executor_(executor),
        stop_(stop),
        visit_(visit) {}

  // Visits what is below the node, cell by cell and digit by digit; false when nothing more is
  // wanted. Depth: at most 81.
  bool below(Node& node) {
    if (stop_.load(std::memory_order_relaxed)) return false;
    const bool settled = problem_.is_settled(node.board);
    if (settled) {
      if (problem_.settled_score(node.board) != best_) return dead_end();
    } else {
      constexpr int kSteps = 2;
      const Tightened left = searcher_.tighten(node, bar_, kSteps);
      if (left == Tightened::kClosed) return dead_end();
      if (left == Tightened::kSolved) return show(node.board);
    }
    // A wrong choice in an early cell can take long to show. When vain choices pile up, ask first,
    // by a search that is free to choose where to branch.
    if (dead_ends_ >= kPatience && !is_alive(node, settled)) return dead_end();
    const int cell = first_open_cell(node.board);
    Node child;
    child.multipliers = node.multipliers;
    for (int digit = 0; digit < 9; ++digit) {
      if (!is_candidate(node.board, cell, digit)) continue;
      child.board = node.board;
      assign(child.board, cell, digit);
      const BandOutcome outcome = propagate(child.board);
      const bool go_on = outcome == BandOutcome::kDead     ? dead_end()
                         : outcome == BandOutcome::kSolved ? show(child.board)
                                                           : below(child);
      if (!go_on) return false;
    }
    return true;
  }

 private:
  static constexpr int kPatience = 16;

  bool dead_end() {
    ++dead_ends_;
    return true;
  }

  bool show(const BandBoard& board) {
    const Grid grid = grid_of(board);
    if (score_of(problem_.weights(), grid) != best_) return dead_end();
    dead_ends_ = 0;
    return visit_(grid);
  }

  bool is_alive(const Node& node, bool settled) {
    if (settled) return find_solution(node.board).has_value();
    const TreeResult result = executor_.search_tree(problem_, node, best_, best_, stop_);
    return result.found.score >= best_;
  }

  static int first_open_cell(const BandBoard& board) {
    const sudoku::Bands open = open_cells(board);
    for (int band = 0; band < 3; ++band) {
      if (open[band] != 0) return 27 * band + std::countr_zero(open[band]);
    }
    return kCells;
  }

  const Problem& problem_;
  Searcher searcher_;
  const std::int64_t best_;
  Bar bar_;  // never raised: grids that equal the best are what is looked for
  Executor& executor_;
  const StopFlag& stop_;
  const Visit& visit_;
  int dead_ends_ = 0;  // since the last grid
};

}  // namespace

bool visit_optimal_grids(const Problem& problem, const Node& root, std::int64_t best,
                         Executor& executor, const StopFlag& stop, const Visit& visit) {
  Node node = root;
  node.is_root = false;
  node.symmetries = 1;
  Walk walk(problem, best, executor, stop, visit);
  walk.below(node);
  return !stop.load(std::memory_order_relaxed);
}

}  // namespace puzzled::target
