#include "core/target_sudoku/quick_search.hpp"

#include <bit>

#include "core/sudoku/band_choice.hpp"

namespace puzzled::target {

bool QuickSearch::search(const BandBoard& board, Bar& bar, const Patience& patience) {
  bar_ = &bar;
  patience_ = patience;
  boards_ = 0;
  done_ = 0;
  gave_up_ = false;
  const LayerBound::View view = problem_.layers().look(board);
  BandBoard root = board;
  if (view.open != 0 || is_open(root)) below(root, view, 1);
  return !gave_up_;
}

// Counts a board; false from when it gives up. How many the tree has is guessed from the share that
// is done and the boards that took.
bool QuickSearch::goes_on() {
  if (gave_up_) return false;
  ++boards_;
  gave_up_ = boards_ > patience_.boards && boards_ > patience_.most * done_;
  return !gave_up_;
}

// What is removed is removed from the view first, and from the board, which costs more, if the
// bound of the view says that it is worth it. `share` is that of the whole tree, if both answers to
// a question have as much below them.
void QuickSearch::below(BandBoard board, LayerBound::View view, double share) {
  const LayerBound& layers = problem_.layers();
  LayerBound::Losses losses;
  for (bool is_ahead = false;;) {
    const std::int64_t bar = bar_->score();  // read once: another thread may raise it
    const std::int64_t bound = layers.bound(view, bar, losses);
    if (bound < bar) break;
    is_ahead |= layers.trim(view, losses, bound - bar);
    if (!goes_on()) break;
    if (is_ahead) {
      layers.apply(view, board);
      if (!is_open(board)) break;
      layers.look_again(board, view);
      is_ahead = false;
      continue;
    }
    if (view.open == 0) {
      fill(board, bound);
      break;
    }
    const std::size_t number = layers.dearest(view);
    const unsigned values = view.values.of[number];
    share /= 2;
    BandBoard child = board;
    assign(child, layers.cell(number),
           layers.digit(number, static_cast<int>(std::bit_width(values))));
    if (is_open(child)) {
      LayerBound::View child_view = view;
      layers.look_again(child, child_view);
      below(child, child_view, share);
    } else {
      done_ += share;
    }
    view.values.of[number] = static_cast<std::uint16_t>(values ^ std::bit_floor(values));
    is_ahead = true;
  }
  done_ += share;
}

bool QuickSearch::is_open(BandBoard& board) {
  const BandOutcome outcome = problem_.rules().propagate(board);
  if (outcome == BandOutcome::kSolved) offer(grid_of(board));
  return outcome == BandOutcome::kOpen;
}

// Any grid will do: the score is settled. REQUIRES: is_open() has just said so of the board.
void QuickSearch::fill(BandBoard board, std::int64_t score) {
  while (bar_->score() <= score && goes_on()) {
    BandBoard others = sudoku::split(board);
    if (is_open(board)) fill(board, score);
    if (bar_->score() > score || !is_open(others)) return;
    board = others;
  }
}

void QuickSearch::offer(const Grid& grid) {
  const std::int64_t score = score_of(problem_.weights(), grid);
  if (score < bar_->score()) return;
  found_ = {score, grid};
  bar_->raise(score + 1);
}

}  // namespace puzzled::target
