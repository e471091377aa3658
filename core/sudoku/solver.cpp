#include "core/sudoku/solver.hpp"

#include "core/sudoku/conflict.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

void Solver::solve(std::span<const Grid> puzzles, const SearchLimits& limits,
                   std::span<Solutions> results) {
  cells_.clear();
  for (const Grid& puzzle : puzzles) cells_.push_back(puzzle.digits.data());
  lines_.resize(puzzles.size() * kLineBytes);
  const Answers answers = solve_cells(cells_, limits, lines_.data(), kLineBytes);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    results[i] = {};
    results[i].count = answers.counts[i];
    if (results[i].count == 0) continue;
    results[i].first = grid_of(reinterpret_cast<const std::uint8_t*>(&lines_[i * kLineBytes]));
  }
  for (const std::uint32_t i : answers.timed_out) results[i].timed_out = true;
}

Solver::Answers OneByOneSolver::solve_cells(std::span<const std::uint8_t* const> puzzles,
                                            const SearchLimits& limits, char* lines,
                                            std::size_t stride) {
  counts_.clear();
  conflicts_.clear();
  timed_out_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const Grid puzzle = grid_of(puzzles[i]);
    Solutions found;
    if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) {
      found.timed_out = true;  // a third of a millisecond to find out for each would add up
    } else {
      found = solve_(puzzle, limits);
    }
    branches_ += found.branches;
    counts_.push_back(found.count);
    write_line(found.first, lines + i * stride);
    if (found.timed_out) timed_out_.push_back(static_cast<std::uint32_t>(i));
    // Only now, since a puzzle with a solution has no conflict.
    if (found.count == 0 && find_conflict(puzzle)) {
      conflicts_.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return {.counts = counts_, .conflicts = conflicts_, .timed_out = timed_out_};
}

}  // namespace puzzled::sudoku
