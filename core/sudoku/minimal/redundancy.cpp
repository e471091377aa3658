#include "core/sudoku/minimal/redundancy.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

class SubPuzzleSearch {
 public:
  SubPuzzleSearch(RedundancyFinder& finder, std::size_t most) : finder_(finder), most_(most) {}

  /// `undecided`: clues that may be able to go; `kept`: clues that stay and could go.
  void visit(const Grid& puzzle, const CellSet& undecided, const CellSet& kept) {
    const CellSet removable = finder_.redundant_clues(puzzle, undecided | kept);
    const CellSet open = removable & undecided;
    const CellSet unneeded = removable & kept;
    if (open.none()) {
      if (unneeded.any()) return;
      found_.puzzles.push_back(puzzle);
      found_.complete = found_.puzzles.size() < most_;
      return;
    }
    if (unneeded.any() && stay_unneeded(puzzle, open, unneeded)) return;
    const std::size_t cell = open._Find_first();
    CellSet rest = open;
    rest.reset(cell);
    Grid without = puzzle;
    without.digits[cell] = 0;
    visit(without, rest, unneeded);
    if (!found_.complete) return;
    CellSet stays = unneeded;
    stays.set(cell);
    visit(puzzle, rest, stays);
  }

  MinimalSubPuzzles take() { return std::move(found_); }

 private:
  // Whether one of `unneeded` could still go when all of `open` are gone.
  bool stay_unneeded(Grid puzzle, const CellSet& open, const CellSet& unneeded) {
    for (std::size_t cell = 0; cell < kCells; ++cell) {
      if (open[cell]) puzzle.digits[cell] = 0;
    }
    return finder_.is_unique(puzzle) && finder_.redundant_clues(puzzle, unneeded).any();
  }

  RedundancyFinder& finder_;
  const std::size_t most_;
  MinimalSubPuzzles found_;
};

}  // namespace

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

MinimalSubPuzzles minimal_sub_puzzles(const Grid& puzzle, std::size_t most,
                                      RedundancyFinder& finder) {
  CellSet clues;
  for (std::size_t cell = 0; cell < kCells; ++cell) clues[cell] = puzzle.digits[cell] != 0;
  SubPuzzleSearch search(finder, most);
  search.visit(puzzle, clues, {});
  return search.take();
}

}  // namespace puzzled::sudoku
