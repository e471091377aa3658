#include "core/target_sudoku/quick_search.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/sudoku/band_board.hpp"

namespace puzzled::target {
namespace {

class QuickSearch {
 public:
  QuickSearch(const Problem& problem, const QuickBudget& budget, Incumbent& incumbent)
      : problem_(problem), layers_(problem.layers), budget_(budget), incumbent_(incumbent) {}

  QuickResult run(const BandBoard& board) {
    const LayerBound::View view = layers_.view_of(board);
    BandBoard root = board;
    if (view.open != 0 || is_open(root)) search(root, view, 1);
    return {.is_complete = !gave_up_, .boards = boards_};
  }

 private:
  // Counts a board; false once the budget is spent. The size of the tree is estimated from the
  // share that is done and the boards that it took.
  bool goes_on() {
    if (gave_up_) return false;
    ++boards_;
    gave_up_ = boards_ > budget_.boards && boards_ > budget_.max_tree * done_;
    return !gave_up_;
  }

  // Binary branching: the best value of a cell, or not. Values are removed from the view first; the
  // board, which costs more, follows if the view's bound does not close it. `share` is the board's
  // part of the tree if both branches always count half.
  void search(BandBoard board, LayerBound::View view, double share) {
    LayerBound::Losses losses;
    for (bool is_ahead = false;;) {
      const std::int64_t cutoff = incumbent_.cutoff();  // read once: another thread may raise it
      const std::int64_t bound = layers_.bound(view, cutoff, losses);
      if (bound < cutoff) break;
      is_ahead |= layers_.fix_values(view, losses, bound - cutoff);
      if (!goes_on()) break;
      if (is_ahead) {
        layers_.apply(view, board);
        if (!is_open(board)) break;
        layers_.update(view, board);
        is_ahead = false;
        continue;
      }
      if (view.open == 0) {
        fill(board, bound);
        break;
      }
      const std::size_t number = layers_.cell_of_most_regret(view);
      const unsigned values = view.values.cell[number];
      share /= 2;
      BandBoard child = board;
      assign(child, layers_.cell(number),
             layers_.digit(number, static_cast<int>(std::bit_width(values))));
      if (is_open(child)) {
        LayerBound::View child_view = view;
        layers_.update(child_view, child);
        search(child, child_view, share);
      } else {
        done_ += share;
      }
      view.values.cell[number] = static_cast<std::uint16_t>(values ^ std::bit_floor(values));
      is_ahead = true;
    }
    done_ += share;
  }

  bool is_open(BandBoard& board) {
    const BandOutcome outcome = problem_.rules->propagate(board);
    if (outcome == BandOutcome::kSolved) incumbent_.offer(grid_of(board));
    return outcome == BandOutcome::kOpen;
  }

  // All grids of the board have this score: finds one. REQUIRES: is_open() was true of the board.
  void fill(BandBoard board, std::int64_t score) {
    while (incumbent_.cutoff() <= score && goes_on()) {
      BandBoard others = sudoku::split(board);
      if (is_open(board)) fill(board, score);
      if (incumbent_.cutoff() > score || !is_open(others)) return;
      board = others;
    }
  }

  const Problem& problem_;
  const LayerBound& layers_;
  const QuickBudget budget_;
  Incumbent& incumbent_;
  int boards_ = 0;
  double done_ = 0;  // share of the tree
  bool gave_up_ = false;
};

}  // namespace

QuickResult quick_search(const Problem& problem, const BandBoard& board, const QuickBudget& budget,
                         Incumbent& incumbent) {
  return QuickSearch(problem, budget, incumbent).run(board);
}

}  // namespace puzzled::target
