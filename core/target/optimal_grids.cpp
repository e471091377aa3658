#include "core/target/optimal_grids.hpp"

#include <bit>
#include <optional>

#include "core/target/quick_search.hpp"

namespace puzzled::target {
namespace {

class Walk {
 public:
  Walk(const Problem& problem, const Node& root, std::int64_t best, Executor& executor,
       const StopFlag& stop, const Visit& visit)
      : problem_(problem),
        best_(best),
        bar_(best),
        executor_(executor),
        stop_(stop),
        visit_(visit),
        is_wide_(problem.layers().is_cheap() && is_very_open(root.board)),
        vain_layers_(problem.layers().is_cheap() && !is_wide_ && !root.was_tightened ? 8 : 0),
        multipliers_(root.multipliers) {}

  // Visits what is below the open board, the smallest candidate of the first open cell first; false
  // when nothing more is wanted. `known` is one of the grids there, or nullptr. Depth: at most 81.
  bool below(BandBoard board, const Grid* known) {
    Grid found;
    bool is_fresh = true;
    for (;;) {
      if (stop_.load(std::memory_order_relaxed)) return false;
      int cell = first_open_cell(board);
      int digit = smallest_candidate(board, cell);
      // Where a known grid goes first there is nothing to doubt.
      if (known == nullptr || (*known)[cell] != digit + 1) {
        const bool settled = problem_.is_settled(board);
        if (settled) {
          if (problem_.settled_score(board) != best_) return dead_end();
        } else {
          // (Again only where all may be gone.)
          const Tightened left = known != nullptr && !is_fresh ? Tightened::kOpen : narrow(board);
          is_fresh = false;
          if (left == Tightened::kClosed) return dead_end();
          if (left == Tightened::kSolved) return show(board);
        }
        // A wrong choice in an early cell can take long to show. So after a first one ask, by a
        // search that is free to choose where to branch.
        if (known == nullptr && vain_choices_ > 0) {
          if (!find(board, settled, found)) return dead_end();
          known = &found;
        }
        cell = first_open_cell(board);
        digit = smallest_candidate(board, cell);
      }
      const bool is_known = known != nullptr && (*known)[cell] == digit + 1;
      BandBoard child = board;
      assign(child, cell, digit);
      if (!visit(child, is_known ? known : nullptr)) return false;
      if (is_known) known = nullptr;
      remove(board, cell, digit);
      switch (problem_.rules().propagate(board)) {
        case BandOutcome::kDead:
          return dead_end();
        case BandOutcome::kSolved:
          return show(board);
        case BandOutcome::kOpen:
          break;
      }
    }
  }

 private:
  bool visit(BandBoard& board, const Grid* known) {
    switch (problem_.rules().propagate(board)) {
      case BandOutcome::kDead:
        return dead_end();
      case BandOutcome::kSolved:
        return show(board);
      case BandOutcome::kOpen:
        break;
    }
    return below(board, known);
  }

  bool dead_end() {
    ++vain_choices_;
    return true;
  }

  bool show(const BandBoard& board) {
    const Grid grid = grid_of(board);
    if (score_of(problem_.weights(), grid) != best_) return dead_end();
    vain_choices_ = 0;
    return visit_(grid);
  }

  Tightened narrow(BandBoard& board) {
    return vain_choices_ < vain_layers_ ? trim(board) : tighten(board);
  }

  // Takes out candidates that cannot reach the best score, by the cheap bound.
  Tightened trim(BandBoard& board) const {
    const LayerBound& layers = problem_.layers();
    LayerBound::View view = layers.look(board);
    LayerBound::Losses losses;
    for (;;) {
      const std::int64_t bound = layers.bound(view, best_, losses);
      if (bound < best_) return Tightened::kClosed;
      if (!layers.trim(view, losses, bound - best_)) return Tightened::kOpen;
      layers.apply(view, board);
      const BandOutcome outcome = problem_.rules().propagate(board);
      if (outcome == BandOutcome::kDead) return Tightened::kClosed;
      if (outcome == BandOutcome::kSolved) return Tightened::kSolved;
      layers.look_again(board, view);
    }
  }

  // The same by the template bound. On an open board that a quick search has answered, or almost,
  // the multipliers are yet to be found.
  Tightened tighten(BandBoard& board) {
    constexpr int kSteps = 2;
    constexpr int kFirstSteps = 30;
    const bool is_first = !searcher_;
    if (is_first) searcher_.emplace(problem_, true);
    Node node{.board = board, .multipliers = multipliers_};
    node.is_root = is_first;
    const Tightened left =
        searcher_->tighten(node, bar_, is_first && is_wide_ ? kFirstSteps : kSteps);
    board = node.board;
    multipliers_ = node.multipliers;
    return left;
  }

  // Whether there is a grid below the board, and one of them.
  bool find(const BandBoard& board, bool settled, Grid& grid) {
    constexpr QuickSearch::Patience kPatience{.boards = 60, .most = 2000};
    if (problem_.layers().is_cheap()) {
      QuickSearch quick(problem_);
      switch (quick.find(board, best_, kPatience, grid)) {
        case QuickSearch::Finding::kFound:
          return true;
        case QuickSearch::Finding::kNone:
          return false;
        case QuickSearch::Finding::kGaveUp:
          break;
      }
    }
    if (settled) {
      const std::optional<Grid> any = find_solution(board, problem_.rules());
      if (any) grid = *any;
      return any.has_value();
    }
    const Node node{.board = board, .multipliers = multipliers_};
    const TreeResult result = executor_.search_tree(problem_, node, best_, best_, stop_);
    grid = result.found.grid;
    return result.found.score >= best_;
  }

  static int smallest_candidate(const BandBoard& board, int cell) {
    int digit = 0;
    while (!is_candidate(board, cell, digit)) ++digit;
    return digit;
  }

  static int first_open_cell(const BandBoard& board) {
    const sudoku::Bands open = open_cells(board);
    for (int band = 0; band < 3; ++band) {
      if (open[band] != 0) return 27 * band + std::countr_zero(open[band]);
    }
    return kCells;
  }

  const Problem& problem_;
  const std::int64_t best_;
  Bar bar_;  // never raised: grids that equal the best are what is looked for
  Executor& executor_;
  const StopFlag& stop_;
  const Visit& visit_;
  const bool is_wide_;
  // Boards that a quick search has answered are trimmed by its bound, unless that turns out vain as
  // often as this since the last grid.
  const int vain_layers_;
  int vain_choices_ = 0;              // since the last grid
  bound::CellNumbers multipliers_;    // those of the last board that was tightened
  std::optional<Searcher> searcher_;  // made when needed: that takes as long as an easy board
};

}  // namespace

bool visit_optimal_grids(const Problem& problem, const Node& root, const Found& known,
                         Executor& executor, const StopFlag& stop, const Visit& visit) {
  Walk walk(problem, root, known.score, executor, stop, visit);
  walk.below(root.board, &known.grid);
  return !stop.load(std::memory_order_relaxed);
}

}  // namespace puzzled::target
