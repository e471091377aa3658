#include "core/target_sudoku/optimal_grids.hpp"

#include <bit>
#include <cstddef>
#include <optional>

namespace puzzled::target {
namespace {

// Those of the symmetries that leave the cell where it is.
std::uint64_t fixing(const Problem& problem, std::uint64_t symmetries, int cell) {
  std::uint64_t kept = 0;
  for (std::uint64_t rest = symmetries; rest != 0; rest &= rest - 1) {
    const auto number = static_cast<std::size_t>(std::countr_zero(rest));
    if (problem.symmetries()[number][static_cast<std::size_t>(cell)] == cell) {
      kept |= std::uint64_t{1} << number;
    }
  }
  return kept;
}

// The lexicographically smallest image of a grid.
Grid smallest_image(const Problem& problem, std::uint64_t symmetries, const Grid& grid) {
  Grid smallest = grid;
  for (std::uint64_t rest = symmetries; rest != 0; rest &= rest - 1) {
    const Rearrangement& image =
        problem.symmetries()[static_cast<std::size_t>(std::countr_zero(rest))];
    Grid moved;
    for (std::size_t cell = 0; cell < image.size(); ++cell) {
      moved.digits[image[cell]] = grid.digits[cell];
    }
    if (moved.digits < smallest.digits) smallest = moved;
  }
  return smallest;
}

class Walk {
 public:
  Walk(const Problem& problem, const Node& root, const Found& best, Executor& executor,
       const StopFlag& stop, const Visit& visit)
      : problem_(problem),
        best_(best.score),
        bar_(best.score),
        executor_(executor),
        stop_(stop),
        visit_(visit),
        is_wide_(problem.layers().is_cheap() && is_very_open(root.board)),
        vain_layers_(problem.layers().is_cheap() && !is_wide_ && !root.was_tightened ? 8 : 0),
        multipliers_(root.multipliers),
        witness_(smallest_image(problem, root.symmetries, best.grid)) {}

  enum class Went {
    kNowhere,  // there was nothing
    kOn,       // grids were visited
    kAstray,   // nothing yet, and too many choices were vain
    kEnded,    // nothing more is wanted
  };

  // Visits what is below the board, cell by cell and digit by digit. `has_witness`: the witness is
  // below it; then it does not go astray. `symmetries` leave the walked cells where they are.
  // Depth: at most 81.
  Went below(BandBoard board, bool has_witness, std::uint64_t symmetries) {
    constexpr int kPatience = 24;
    if (stop_.load(std::memory_order_relaxed)) return Went::kEnded;
    if (problem_.is_settled(board)) {
      if (problem_.settled_score(board) != best_) return dead_end();
    } else if (!has_witness || !goes_first(board)) {  // else there is nothing to doubt
      const Tightened left = vain_choices_ < vain_layers_ ? trim(board) : tighten(board);
      if (left == Tightened::kClosed) return dead_end();
      if (left == Tightened::kSolved) return show(board);
    }
    if (!has_witness && vain_choices_ >= kPatience) return Went::kAstray;
    const int cell = first_open_cell(board);
    const std::uint64_t kept = fixing(problem_, symmetries, cell);
    Went went = Went::kNowhere;
    for (int digit = 0; digit < 9; ++digit) {
      if (!is_candidate(board, cell, digit)) continue;
      BandBoard child = board;
      assign(child, cell, digit);
      Went child_went = enter(child, has_witness && witness_[cell] == digit + 1, kept);
      if (child_went == Went::kAstray && has_witness) child_went = ask(child, kept);
      if (child_went == Went::kAstray || child_went == Went::kEnded) return child_went;
      if (child_went == Went::kOn) {
        went = Went::kOn;
        has_witness = true;
      } else {
        remove_images(board, symmetries ^ kept, cell, digit);
      }
    }
    return went;
  }

 private:
  // What is not below the board is not below its images, which are the board.
  void remove_images(BandBoard& board, std::uint64_t symmetries, int cell, int digit) const {
    for (std::uint64_t rest = symmetries; rest != 0; rest &= rest - 1) {
      const auto number = static_cast<std::size_t>(std::countr_zero(rest));
      remove(board, problem_.symmetries()[number][static_cast<std::size_t>(cell)], digit);
    }
  }

  Went enter(BandBoard& board, bool has_witness, std::uint64_t symmetries) {
    switch (problem_.rules().propagate(board)) {
      case BandOutcome::kDead:
        return dead_end();
      case BandOutcome::kSolved:
        return show(board);
      case BandOutcome::kOpen:
        break;
    }
    return below(board, has_witness, symmetries);
  }

  Went dead_end() {
    ++vain_choices_;
    return Went::kNowhere;
  }

  Went show(const BandBoard& board) {
    const Grid grid = grid_of(board);
    if (score_of(problem_.weights(), grid) != best_) return dead_end();
    vain_choices_ = 0;
    witness_ = grid;
    return visit_(grid) ? Went::kOn : Went::kEnded;
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
    constexpr int kSteps = 4;
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

  // What may have no grid at all is walked only if there is one.
  Went ask(const BandBoard& board, std::uint64_t symmetries) {
    vain_choices_ = 0;
    if (find_witness(board, symmetries)) return below(board, true, symmetries);
    return stop_.load(std::memory_order_relaxed) ? Went::kEnded : Went::kNowhere;
  }

  // Some steps and a dive first: they are cheaper than one node of a tree, and often enough.
  bool find_witness(const BandBoard& board, std::uint64_t symmetries) {
    constexpr int kSteps = 20;
    if (problem_.is_settled(board)) {
      const std::optional<Grid> grid = find_solution(board, problem_.rules());
      return grid && take({score_of(problem_.weights(), *grid), *grid});
    }
    Node node{.board = board, .multipliers = multipliers_, .symmetries = symmetries};
    Searcher searcher(problem_);
    Bar bar(best_);
    const Tightened left = searcher.tighten(node, bar, kSteps);
    if (left == Tightened::kSolved) searcher.offer(grid_of(node.board), bar);
    if (take(searcher.found())) return true;
    if (left != Tightened::kOpen) return false;
    return take(executor_.search_tree(problem_, node, best_, best_, stop_).found);
  }

  bool take(const Found& found) {
    if (found.score != best_) return false;
    witness_ = found.grid;
    return true;
  }

  // Whether no grid of the board can come before the witness's digit.
  bool goes_first(const BandBoard& board) const {
    const int cell = first_open_cell(board);
    for (int digit = 0; digit + 1 < witness_[cell]; ++digit) {
      if (is_candidate(board, cell, digit)) return false;
    }
    return true;
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
  // often as this.
  const int vain_layers_;
  int vain_choices_ = 0;              // since the last grid, or the last choice beside a witness
  bound::CellNumbers multipliers_;    // those of the last board that was tightened
  std::optional<Searcher> searcher_;  // made when needed: that takes as long as an easy board
  Grid witness_;                      // a best grid; the last shown, or one further on
};

}  // namespace

bool visit_optimal_grids(const Problem& problem, const Node& root, const Found& best,
                         Executor& executor, const StopFlag& stop, const Visit& visit) {
  Walk walk(problem, root, best, executor, stop, visit);
  walk.below(root.board, true, root.symmetries);
  return !stop.load(std::memory_order_relaxed);
}

}  // namespace puzzled::target
