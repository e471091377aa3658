// A plain search for the best score that gives up soon. Where the cells that matter have few
// candidates left it ends within microseconds, before the template bound has taken its first steps.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/target/search.hpp"

namespace puzzled::target {

class QuickSearch {
 public:
  /// REQUIRES: problem.layers().is_usable().
  explicit QuickSearch(const Problem& problem) : problem_(problem) {}

  /// Looks for grids below `board` that reach `bar`, which rises above each; false if it gave up
  /// after `most_boards` boards and grids may have been missed. REQUIRES: the board has been
  /// propagated and is open. Others may raise the bar meanwhile.
  bool search(const BandBoard& board, Bar& bar, int most_boards);

  /// Boards that the last search took; as many as it might, if it gave up.
  int boards() const { return most_boards_ - std::max(0, boards_left_); }

  /// The best of all searches.
  const Found& found() const { return found_; }

 private:
  void below(BandBoard board, LayerBound::View view);
  bool is_open(BandBoard& board);
  void fill(BandBoard board, std::int64_t score);
  void offer(const Grid& grid);

  const Problem& problem_;
  Found found_;
  Bar* bar_ = nullptr;
  int most_boards_ = 0;
  int boards_left_ = 0;
};

}  // namespace puzzled::target
