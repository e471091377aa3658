#include "core/sudoku/minimal/redundancy.hpp"

#include <algorithm>

#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

void RedundancyFinder::find(std::span<const Grid> puzzles, std::span<Redundancy> results) {
  count_solutions(puzzles, results);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (results[i].solutions != 1) continue;
    if (sub_puzzles_.size() + kCells > kMaxSubPuzzles) test_removals(results);
    for (int cell = 0; cell < kCells; ++cell) {
      if (puzzles[i][cell] != 0) remove(puzzles[i], {i, cell});
    }
  }
  test_removals(results);
}

CellSet RedundancyFinder::redundant_clues(const Grid& puzzle, const CellSet& clues) {
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    if (clues[cell]) remove(puzzle, {0, static_cast<int>(cell)});
  }
  Redundancy result;
  test_removals({&result, 1});
  return result.redundant;
}

bool RedundancyFinder::is_unique(const Grid& puzzle) {
  return counts({&puzzle, 1})[0] == 1;
}

void RedundancyFinder::remove(const Grid& puzzle, Removal removal) {
  sub_puzzles_.push_back(puzzle);
  sub_puzzles_.back()[removal.cell] = 0;
  removals_.push_back(removal);
}

void RedundancyFinder::count_solutions(std::span<const Grid> puzzles,
                                       std::span<Redundancy> results) {
  while (!puzzles.empty()) {
    const std::size_t size = std::min(puzzles.size(), kMaxSubPuzzles);
    const std::span<const std::uint64_t> found = counts(puzzles.first(size));
    for (std::size_t i = 0; i < size; ++i) results[i] = {.solutions = found[i]};
    puzzles = puzzles.subspan(size);
    results = results.subspan(size);
  }
}

void RedundancyFinder::test_removals(std::span<Redundancy> results) {
  const std::span<const std::uint64_t> found = counts(sub_puzzles_);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [puzzle, cell] = removals_[i];
    if (found[i] == 1) results[puzzle].redundant.set(static_cast<std::size_t>(cell));
  }
  sub_puzzles_.clear();
  removals_.clear();
}

// A solver that looks for the second solution, too. (To look for a first one with another digit in
// the cell would be enough, but batches take clues alone.)
std::span<const std::uint64_t> RedundancyFinder::counts(std::span<const Grid> puzzles) {
  cells_.clear();
  for (const Grid& puzzle : puzzles) cells_.push_back(puzzle.digits.data());
  lines_.resize(std::max(lines_.size(), puzzles.size() * kLineBytes));
  return solver_.solve_cells(cells_, {.solutions = 2}, lines_.data(), kLineBytes).counts;
}

}  // namespace puzzled::sudoku
