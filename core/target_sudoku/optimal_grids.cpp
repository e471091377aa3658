#include "core/target_sudoku/optimal_grids.hpp"

#include <bit>
#include <cstdint>
#include <optional>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/optimise_bound.hpp"

namespace puzzled::target {
namespace {

int first_open_cell(const BandBoard& board) {
  const sudoku::Bands open = open_cells(board);
  for (int band = 0; band < 3; ++band) {
    if (open[band] != 0) return 27 * band + std::countr_zero(open[band]);
  }
  return kCells;
}

// Depth first, cells and digits in order. The walk always knows a best grid that it has not visited
// yet, the witness. Below the witness's digits there is something to find, so a choice can be vain
// only beside it; after too many vain ones a tree search tells whether there is anything at all,
// and what it finds is the next witness.
class Walk {
 public:
  Walk(const Problem& problem, const Node& root, const Grid& best, bool was_quick, TreeSearch& tree,
       const StopFlag& stop, const Visit& visit)
      : problem_(problem),
        best_(score_of(problem.weights, best)),
        cutoff_(problem.weights, best_),
        tree_(tree),
        stop_(stop),
        visit_(visit),
        is_wide_(problem.layers.is_cheap() && is_very_open(root.board)),
        max_layer_failures_(problem.layers.is_cheap() && !is_wide_ && was_quick ? 8 : 0),
        multipliers_(root.multipliers),
        witness_(problem.symmetries.smallest_image(root.symmetries, best)) {}

  enum class Went {
    kNowhere,  // there was no grid
    kOn,       // grids were visited
    kAstray,   // no grid yet, and too many choices were vain
    kEnded,    // no more grids are wanted
  };

  // Visits what is below the board. `has_witness`: the witness is below it; then the result is not
  // kAstray. `symmetries` map every walked cell onto itself. Depth: at most 81.
  Went walk(BandBoard board, bool has_witness, SymmetrySet symmetries) {
    constexpr int kPatience = 24;
    if (is_stopped(stop_)) return Went::kEnded;
    if (is_settled(problem_, board)) {
      if (settled_score(problem_, board) != best_) return dead_end();
    } else if (!has_witness || !is_witness_first(board)) {
      const NodeOutcome outcome =
          failures_ < max_layer_failures_ ? fix_by_layers(board) : fix_by_templates(board);
      if (outcome == NodeOutcome::kClosed) return dead_end();
      if (outcome == NodeOutcome::kSolved) return show(board);
    }
    if (!has_witness && failures_ >= kPatience) return Went::kAstray;
    const int cell = first_open_cell(board);
    const SymmetrySet kept = problem_.symmetries.keeping(symmetries, cell / 27, 1U << (cell % 27));
    Went went = Went::kNowhere;
    for (int digit = 0; digit < 9; ++digit) {
      if (!is_candidate(board, cell, digit)) continue;
      BandBoard child = board;
      assign(child, cell, digit);
      Went child_went = enter(child, has_witness && witness_[cell] == digit + 1, kept);
      if (child_went == Went::kAstray && has_witness) child_went = search(child, kept);
      if (child_went == Went::kAstray || child_went == Went::kEnded) return child_went;
      if (child_went == Went::kOn) {
        went = Went::kOn;
        has_witness = true;
      } else {
        problem_.symmetries.remove_images(board, symmetries, digit, cell / 27, 1U << (cell % 27));
      }
    }
    return went;
  }

 private:
  Went enter(BandBoard& board, bool has_witness, SymmetrySet symmetries) {
    switch (problem_.rules->propagate(board)) {
      case BandOutcome::kContradiction:
        return dead_end();
      case BandOutcome::kSolved:
        return show(board);
      case BandOutcome::kOpen:
        break;
    }
    return walk(board, has_witness, symmetries);
  }

  Went dead_end() {
    ++failures_;
    return Went::kNowhere;
  }

  Went show(const BandBoard& board) {
    const Grid grid = grid_of(board);
    if (score_of(problem_.weights, grid) != best_) return dead_end();
    failures_ = 0;
    witness_ = grid;
    return visit_(grid) ? Went::kOn : Went::kEnded;
  }

  // Removes candidates that cannot reach the best score, by the cheap bound.
  NodeOutcome fix_by_layers(BandBoard& board) const {
    const LayerBound& layers = problem_.layers;
    LayerBound::View view = layers.view_of(board);
    LayerBound::Losses losses;
    for (;;) {
      const std::int64_t bound = layers.bound(view, best_, losses);
      if (bound < best_) return NodeOutcome::kClosed;
      if (!layers.fix_values(view, losses, bound - best_)) return NodeOutcome::kOpen;
      layers.apply(view, board);
      const BandOutcome outcome = problem_.rules->propagate(board);
      if (outcome == BandOutcome::kContradiction) return NodeOutcome::kClosed;
      if (outcome == BandOutcome::kSolved) return NodeOutcome::kSolved;
      layers.update(view, board);
    }
  }

  // The same by the template bound. Where a quick search has answered an open board, good
  // multipliers are yet to be found.
  NodeOutcome fix_by_templates(BandBoard& board) {
    constexpr int kSteps = 4;
    constexpr int kFirstSteps = 30;
    const bool is_first = !bound_;
    if (is_first) bound_.emplace(problem_);
    Node node{.board = board, .multipliers = multipliers_};
    const BoundEffort effort{.max_steps = is_first && is_wide_ ? kFirstSteps : kSteps,
                             .is_root = is_first,
                             .seeks_grids = false};
    const NodeOutcome outcome = optimise_bound(problem_, node, effort, cutoff_, *bound_);
    board = node.board;
    multipliers_ = node.multipliers;
    return outcome;
  }

  // Walks the board only if a search finds a grid in it.
  Went search(const BandBoard& board, SymmetrySet symmetries) {
    failures_ = 0;
    if (find_witness(board, symmetries)) return walk(board, true, symmetries);
    return is_stopped(stop_) ? Went::kEnded : Went::kNowhere;
  }

  // Some steps and a dive first: they are cheaper than one node of a tree, and often enough.
  bool find_witness(const BandBoard& board, SymmetrySet symmetries) {
    constexpr BoundEffort kEffort{.max_steps = 20};
    Incumbent incumbent(problem_.weights, best_);
    if (is_settled(problem_, board)) {
      if (const std::optional<Grid> grid = find_solution(board, *problem_.rules)) {
        incumbent.offer(*grid);
      }
    } else {
      Node node{.board = board, .multipliers = multipliers_, .symmetries = symmetries};
      BoardBound bound(problem_);
      const NodeOutcome outcome = optimise_bound(problem_, node, kEffort, incumbent, bound);
      if (outcome == NodeOutcome::kSolved) incumbent.offer(grid_of(node.board));
      if (outcome == NodeOutcome::kOpen && !incumbent.has_reached_goal()) {
        tree_.search(node, {.enough = best_}, incumbent);
      }
    }
    if (!incumbent.has_reached_goal()) return false;
    witness_ = incumbent.grid();
    return true;
  }

  // Whether no grid of the board can come before those with the witness's digit in its first open
  // cell: then there is no doubt that something is below.
  bool is_witness_first(const BandBoard& board) const {
    const int cell = first_open_cell(board);
    for (int digit = 0; digit + 1 < witness_[cell]; ++digit) {
      if (is_candidate(board, cell, digit)) return false;
    }
    return true;
  }

  const Problem& problem_;
  const std::int64_t best_;
  Incumbent cutoff_;  // for a cutoff that is the best score, and stays so
  TreeSearch& tree_;
  const StopFlag& stop_;
  const Visit& visit_;
  const bool is_wide_;
  // Boards that a quick search has answered are fixed by its bound until that has failed so often.
  const int max_layer_failures_;
  int failures_ = 0;                 // since the last grid or the last search
  bound::CellNumbers multipliers_;   // those of the last board that was fixed by templates
  std::optional<BoardBound> bound_;  // made when needed: that takes as long as an easy board
  Grid witness_;                     // a best grid: the last visited, or one further on
};

}  // namespace

bool visit_optimal_grids(const Problem& problem, const Node& root, const Grid& best, bool was_quick,
                         TreeSearch& tree, const StopFlag& stop, const Visit& visit) {
  Walk walk(problem, root, best, was_quick, tree, stop, visit);
  walk.walk(root.board, true, root.symmetries);
  return !is_stopped(stop);
}

}  // namespace puzzled::target
