#include "core/target/quick_search.hpp"

#include <bit>
#include <limits>

#include "core/sudoku/band_choice.hpp"

namespace puzzled::target {

bool QuickSearch::search(const BandBoard& board, Bar& bar, int most_boards) {
  bar_ = &bar;
  boards_left_ = most_boards;
  const LayerBound::View view = problem_.layers().look(board);
  BandBoard root = board;
  if (view.open != 0 || is_open(root)) below(root, view);
  return boards_left_ >= 0;
}

QuickSearch::Finding QuickSearch::find(const BandBoard& board, std::int64_t score, int most_boards,
                                       Grid& grid) {
  found_ = {};
  one_is_enough_ = true;
  Bar bar(score);
  const bool complete = search(board, bar, most_boards);
  one_is_enough_ = false;
  if (found_.score == kNoScore) return complete ? Finding::kNone : Finding::kGaveUp;
  grid = found_.grid;
  return Finding::kFound;
}

// Boards left are negative from when it gives up. What is removed is removed from the view first,
// and from the board, which costs more, if the bound of the view says that it is worth it.
void QuickSearch::below(BandBoard board, LayerBound::View view) {
  const LayerBound& layers = problem_.layers();
  LayerBound::Losses losses;
  for (bool is_ahead = false;;) {
    const std::int64_t bound = layers.bound(view, bar_->score(), losses);
    if (bound < bar_->score()) return;
    is_ahead |= layers.trim(view, losses, bound - bar_->score());
    if (--boards_left_ < 0) return;
    if (is_ahead) {
      layers.apply(view, board);
      if (!is_open(board)) return;
      layers.look_again(board, view);
      is_ahead = false;
      continue;
    }
    if (view.open == 0) {
      fill(board);
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
bool QuickSearch::fill(BandBoard board) {
  const std::int64_t bar = bar_->score();
  while (--boards_left_ >= 0) {
    BandBoard others = sudoku::split(board);
    if (is_open(board)) fill(board);
    if (bar_->score() > bar) return true;
    if (!is_open(others)) return bar_->score() > bar;
    board = others;
  }
  return false;
}

void QuickSearch::offer(const Grid& grid) {
  const std::int64_t score = score_of(problem_.weights(), grid);
  if (score < bar_->score()) return;
  found_ = {score, grid};
  bar_->raise(one_is_enough_ ? std::numeric_limits<std::int64_t>::max() : score + 1);
}

}  // namespace puzzled::target
