#include "core/sudoku/backtracks/guess_counter.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/sudoku/backtracks/guess.hpp"

namespace puzzled::sudoku::backtracks {

void GuessCounter::count(std::span<const Grid> puzzles, std::span<std::uint32_t> counts) {
  std::ranges::fill(counts, 0);
  std::size_t next = 0;
  const auto begin_next = [&](std::size_t i) {
    if (next == puzzles.size()) return false;
    searches_[i].puzzle = next;
    searches_[i].waiting.clear();
    rules_.read_board(puzzles[next++], boards_[i]);
    return true;
  };
  // Whether the search goes on, with a board to which the rules are to be applied.
  const auto go_on = [&](std::size_t i) {
    Search& search = searches_[i];
    switch (outcomes_[i]) {
      case BandOutcome::kSolved:
        return false;
      case BandOutcome::kOpen:
        ++counts[search.puzzle];
        search.waiting.push_back(split_by_guess(boards_[i]));
        return true;
      case BandOutcome::kContradiction:
        assert(!search.waiting.empty());
        if (search.waiting.empty()) return false;
        boards_[i] = search.waiting.back();
        search.waiting.pop_back();
        return true;
    }
    return false;
  };

  std::size_t underway = 0;
  while (underway < kSearches && begin_next(underway)) ++underway;
  while (underway > 0) {
    rules_.propagate_all(boards_.data(), underway, outcomes_.data());
    for (std::size_t i = underway; i-- > 0;) {
      if (go_on(i) || begin_next(i)) continue;
      // The last takes its place.
      --underway;
      std::swap(searches_[i], searches_[underway]);
      boards_[i] = boards_[underway];
    }
  }
}

}  // namespace puzzled::sudoku::backtracks
