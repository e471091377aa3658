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
  run({.puzzles = puzzles,
       .parts = {},
       .limits = limits,
       .counts = counts_.data(),
       .lines = lines,
       .stride = stride});
  std::sort(conflicts_.begin(), conflicts_.end());
  return {.counts = counts_, .conflicts = conflicts_, .timed_out = timed_out_};
}

std::span<const std::uint32_t> BandSolver::solve_parts(std::span<const std::uint8_t* const> puzzles,
                                                       std::span<const Part> parts,
                                                       const SearchLimits& limits,
                                                       std::uint64_t* counts, char* lines,
                                                       std::size_t stride) {
  if (parts.empty()) return {};
  run({.puzzles = puzzles,
       .parts = parts,
       .limits = limits,
       .counts = counts,
       .lines = lines,
       .stride = stride});
  return timed_out_;
}

void BandSolver::run(const Work& work) {
  conflicts_.clear();
  timed_out_.clear();
  next_ = 0;
  std::size_t underway = 0;
  while (underway < kSearches && begin_next(underway, work)) ++underway;
  while (underway > 0) {
    rules_.propagate_all(boards_, underway, outcomes_);
    for (std::size_t i = underway; i-- > 0;) {
      if (go_on(i, work) || begin_next_part(i, work)) continue;
      end(underway_[i], work);
      if (begin_next(i, work)) continue;
      // The last takes its place.
      --underway;
      std::swap(underway_[i], underway_[underway]);
      boards_[i] = boards_[underway];
    }
  }
  std::sort(timed_out_.begin(), timed_out_.end());
}

// Whether there is one.
bool BandSolver::begin_next(std::size_t i, const Work& work) {
  const std::span<const Part> parts = work.parts;
  const std::size_t size = parts.empty() ? work.puzzles.size() : parts.size();
  while (next_ < size) {
    const std::size_t first = next_++;
    const auto puzzle = parts.empty() ? static_cast<std::uint32_t>(first) : parts[first].puzzle;
    while (next_ < parts.size() && parts[next_].puzzle == puzzle) ++next_;
    if (work.limits.stop != nullptr && is_stopped(*work.limits.stop)) {
      timed_out_.push_back(puzzle);
      continue;
    }
    Underway& underway = underway_[i];
    underway.puzzle = puzzle;
    underway.part = first;
    underway.part_end = next_;
    underway.has_first = underway.is_done = false;
    underway.max_branches = kMaxBranches;
    underway.grid = grid_of(work.puzzles[puzzle]);
    if (underway.search == nullptr) underway.search = std::make_unique<BandSearch>(rules_);
    underway.search->begin();
    if (parts.empty()) {
      rules_.read_board(underway.grid, boards_[i]);
    } else {
      boards_[i] = parts[first].board;
    }
    return true;
  }
  return false;
}

// The rules have run on its board. False at the end of the search.
bool BandSolver::go_on(std::size_t i, const Work& work) {
  Underway& underway = underway_[i];
  BandBoard& board = boards_[i];
  ChutePlaces places;
  if (outcomes_[i] == BandOutcome::kOpen) rules_.count_places(board, places);
  std::uint64_t& count = work.counts[underway.puzzle];
  return underway.search->go_on(
      outcomes_[i], places, underway.grid, board, underway.max_branches, [] { return false; },
      [&](const auto& solved) {
        const bool may_be_first = work.parts.empty() || work.parts[underway.part].may_be_first;
        if (may_be_first && !underway.has_first) {
          underway.has_first = true;
          Grid first;
          rules_.write_grid(solved(), first);
          write_line(first, work.lines + underway.puzzle * work.stride);
        }
        // (As many as are wanted may have been found before, but behind this one.)
        if (count != work.limits.solutions || count == 0) ++count;
        underway.is_done = count == work.limits.solutions;
        return !underway.is_done;
      });
}

// The search of a part has ended: goes on with the next one of the same puzzle, if that is wanted.
bool BandSolver::begin_next_part(std::size_t i, const Work& work) {
  Underway& underway = underway_[i];
  if (underway.part + 1 >= underway.part_end) return false;
  const BandSearch& search = *underway.search;
  if (underway.is_done || search.timed_out()) return false;
  branches_ += search.branches();
  underway.max_branches -= std::min(underway.max_branches, search.branches());
  underway.search->begin();
  boards_[i] = work.parts[++underway.part].board;
  return true;
}

void BandSolver::end(const Underway& underway, const Work& work) {
  branches_ += underway.search->branches();
  if (underway.search->timed_out()) timed_out_.push_back(underway.puzzle);
  // Only now, since a puzzle with a solution has no conflict.
  if (work.parts.empty() && work.counts[underway.puzzle] == 0 && find_conflict(underway.grid)) {
    conflicts_.push_back(underway.puzzle);
  }
}

}  // namespace puzzled::sudoku
