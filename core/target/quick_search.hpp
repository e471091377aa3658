// A plain search for the best score that gives up soon. Where the cells that matter have few
// candidates left it ends within microseconds, before the template bound has taken its first steps.
#pragma once

#include <cstdint>

#include "core/target/search.hpp"

namespace puzzled::target {

class QuickSearch {
 public:
  /// REQUIRES: problem.layers().is_cheap().
  explicit QuickSearch(const Problem& problem) : problem_(problem) {}

  /// Looks for grids below `board` that reach `bar`, which rises above each; false if it gave up
  /// after `most_boards` boards and grids may have been missed. REQUIRES: the board has been
  /// propagated and is open.
  bool search(const BandBoard& board, Bar& bar, int most_boards);

  enum class Finding { kFound, kNone, kGaveUp };

  /// Looks for any grid below `board` that scores `score` or more; `grid` becomes it. Otherwise as
  /// search(). found() is forgotten.
  Finding find(const BandBoard& board, std::int64_t score, int most_boards, Grid& grid);

  /// The best of all searches.
  const Found& found() const { return found_; }

 private:
  void below(BandBoard board, LayerBound::View view);
  bool is_open(BandBoard& board);
  bool fill(BandBoard board);
  void offer(const Grid& grid);

  const Problem& problem_;
  Found found_;
  Bar* bar_ = nullptr;
  int boards_left_ = 0;
  bool one_is_enough_ = false;
};

}  // namespace puzzled::target
