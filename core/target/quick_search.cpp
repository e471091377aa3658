#include "core/target/quick_search.hpp"

#include <bit>

#include "core/sudoku/band_choice.hpp"

namespace puzzled::target {
namespace {

// Above every score.
constexpr std::int64_t kAboveAll = -kNoScore;

}  // namespace

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

QuickSearch::Finding QuickSearch::find(const BandBoard& board, std::int64_t score,
                                       const Patience& patience, Grid& grid) {
  found_ = {};
  one_is_enough_ = true;
  Bar bar(score);
  const bool complete = search(board, bar, patience);
  one_is_enough_ = false;
  if (found_.score == kNoScore) return complete ? Finding::kNone : Finding::kGaveUp;
  grid = found_.grid;
  return Finding::kFound;
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
    const std::int64_t bound = layers.bound(view, bar_->score(), losses);
    if (bound < bar_->score()) break;
    is_ahead |= layers.trim(view, losses, bound - bar_->score());
    if (!goes_on()) break;
    if (is_ahead) {
      layers.apply(view, board);
      if (!is_open(board)) break;
      layers.look_again(board, view);
      is_ahead = false;
      continue;
    }
    if (view.open == 0) {
      fill(board);
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
bool QuickSearch::fill(BandBoard board) {
  const std::int64_t bar = bar_->score();
  while (goes_on()) {
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
  bar_->raise(one_is_enough_ ? kAboveAll : score + 1);
}

}  // namespace puzzled::target
