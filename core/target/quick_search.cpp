#include "core/target/quick_search.hpp"

#include <bit>

#include "core/sudoku/band_choice.hpp"

namespace puzzled::target {

bool QuickSearch::search(const BandBoard& board, Bar& bar, int most_boards) {
  bar_ = &bar;
  most_boards_ = most_boards;
  boards_left_ = most_boards;
  const LayerBound::View view = problem_.layers().look(board);
  BandBoard root = board;
  if (view.open != 0 || is_open(root)) below(root, view);
  return boards_left_ >= 0;
}

// Boards left are negative from when it gives up. What is removed is removed from the view first,
// and from the board, which costs more, if the bound of the view says that it is worth it.
void QuickSearch::below(BandBoard board, LayerBound::View view) {
  const LayerBound& layers = problem_.layers();
  LayerBound::Losses losses;
  for (bool is_ahead = false;;) {
    const std::int64_t bar = bar_->score();  // read once: another thread may raise it
    const std::int64_t bound = layers.bound(view, bar, losses);
    if (bound < bar) return;
    is_ahead |= layers.trim(view, losses, bound - bar);
    if (--boards_left_ < 0) return;
    if (is_ahead) {
      layers.apply(view, board);
      if (!is_open(board)) return;
      layers.look_again(board, view);
      is_ahead = false;
      continue;
    }
    if (view.open == 0) {
      fill(board, bound);
      return;
    }
    const std::size_t number = layers.dearest(view);
    const unsigned values = view.values.of[number];
    BandBoard child = board;
    assign(child, layers.cell(number),
           layers.digit(number, static_cast<int>(std::bit_width(values))));
    if (is_open(child)) {
      LayerBound::View child_view = view;
      layers.look_again(child, child_view);
      below(child, child_view);
    }
    view.values.of[number] = static_cast<std::uint16_t>(values ^ std::bit_floor(values));
    is_ahead = true;
  }
}

bool QuickSearch::is_open(BandBoard& board) {
  const BandOutcome outcome = problem_.rules().propagate(board);
  if (outcome == BandOutcome::kSolved) offer(grid_of(board));
  return outcome == BandOutcome::kOpen;
}

// Any grid will do: the score is settled. REQUIRES: is_open() has just said so of the board.
void QuickSearch::fill(BandBoard board, std::int64_t score) {
  while (bar_->score() <= score && --boards_left_ >= 0) {
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
