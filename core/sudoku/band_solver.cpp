#include "core/sudoku/band_solver.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

BandSolver::BandSolver(const rules::Kernel& rules)
    : rules_(rules), alone_([&rules](const Grid& puzzle, const SearchLimits& limits) {
        return solve_band(puzzle, {.solutions = limits.solutions}, rules, kMaxBranches);
      }) {}

Solver::Answers BandSolver::solve_cells(std::span<const std::uint8_t* const> puzzles,
                                        const SearchLimits& limits, char* lines,
                                        std::size_t stride) {
  if (puzzles.size() == 1) return alone_.solve_cells(puzzles, limits, lines, stride);
  counts_.assign(puzzles.size(), 0);
  conflicts_.clear();
  timed_out_.clear();
  next_ = 0;
  std::size_t underway = 0;
  while (underway < kSearches && begin_next(underway, puzzles, limits)) ++underway;
  while (underway > 0) {
    rules_.propagate_all(boards_, underway, outcomes_);
    for (std::size_t i = underway; i-- > 0;) {
      if (go_on(i, limits, lines, stride)) continue;
      end(underway_[i]);
      if (begin_next(i, puzzles, limits)) continue;
      // The last takes its place.
      --underway;
      std::swap(underway_[i], underway_[underway]);
      boards_[i] = boards_[underway];
    }
  }
  std::sort(conflicts_.begin(), conflicts_.end());
  std::sort(timed_out_.begin(), timed_out_.end());
  return {.counts = counts_, .conflicts = conflicts_, .timed_out = timed_out_};
}

// Whether there is one.
bool BandSolver::begin_next(std::size_t i, std::span<const std::uint8_t* const> puzzles,
                            const SearchLimits& limits) {
  for (; next_ < puzzles.size(); ++next_) {
    const auto puzzle = static_cast<std::uint32_t>(next_);
    if (limits.stop != nullptr && is_stopped(*limits.stop)) {
      timed_out_.push_back(puzzle);
      continue;
    }
    Underway& underway = underway_[i];
    underway.puzzle = puzzle;
    underway.grid = grid_of(puzzles[next_++]);
    if (underway.search == nullptr) underway.search = std::make_unique<BandSearch>(rules_);
    underway.search->begin();
    rules_.read_board(underway.grid, boards_[i]);
    return true;
  }
  return false;
}

// The rules have run on its board. False at the end of the search.
bool BandSolver::go_on(std::size_t i, const SearchLimits& limits, char* lines, std::size_t stride) {
  const Underway& underway = underway_[i];
  BandBoard& board = boards_[i];
  ChutePlaces places;
  if (outcomes_[i] == BandOutcome::kOpen) rules_.count_places(board, places);
  std::uint64_t& count = counts_[underway.puzzle];
  return underway.search->go_on(
      outcomes_[i], places, underway.grid, board, kMaxBranches, [] { return false; },
      [&](const auto& solved) {
        if (count == 0) {
          Grid first;
          rules_.write_grid(solved(), first);
          write_line(first, lines + underway.puzzle * stride);
        }
        return ++count != limits.solutions;
      });
}

void BandSolver::end(const Underway& underway) {
  branches_ += underway.search->branches();
  if (underway.search->timed_out()) timed_out_.push_back(underway.puzzle);
  // Only now, since a puzzle with a solution has no conflict.
  if (counts_[underway.puzzle] == 0 && find_conflict(underway.grid)) {
    conflicts_.push_back(underway.puzzle);
  }
}

}  // namespace puzzled::sudoku
