// A plain search for the best score that gives up soon. Where the cells that matter have few
// candidates left it ends within microseconds, before the template bound has taken its first steps.
#pragma once

#include <cstdint>

#include "core/target_sudoku/search.hpp"

namespace puzzled::target {

class QuickSearch {
 public:
  /// REQUIRES: problem.layers().is_usable().
  explicit QuickSearch(const Problem& problem) : problem_(problem) {}

  /// When to give up: after `boards` boards, but not while by what it has seen the whole tree seems
  /// to have at most `most`.
  struct Patience {
    int boards = 0;
    double most = 0;
  };

  /// Looks for grids below `board` that reach `bar`, which rises above each; false if it gave up
  /// and grids may have been missed. REQUIRES: the board has been propagated and is open. Others
  /// may raise the bar meanwhile.
  bool search(const BandBoard& board, Bar& bar, const Patience& patience);

  /// Boards that the last search took.
  int boards() const { return boards_; }

  /// The best of all searches.
  const Found& found() const { return found_; }

 private:
  bool goes_on();
  void below(BandBoard board, LayerBound::View view, double share);
  bool is_open(BandBoard& board);
  void fill(BandBoard board, std::int64_t score);
  void offer(const Grid& grid);

  const Problem& problem_;
  Found found_;
  Bar* bar_ = nullptr;
  Patience patience_;
  int boards_ = 0;   // seen by this search
  double done_ = 0;  // share of its tree
  bool gave_up_ = false;
};

}  // namespace puzzled::target
