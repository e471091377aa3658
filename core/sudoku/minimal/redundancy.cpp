#include "core/sudoku/minimal/redundancy.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/minimal/digit_cycles.hpp"
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
  while (!puzzles.empty()) {
    const std::size_t size = std::min(puzzles.size(), kMaxSubPuzzles);
    find_in_batch(puzzles.first(size), results.first(size));
    puzzles = puzzles.subspan(size);
    results = results.subspan(size);
  }
}

void RedundancyFinder::find_in_batch(std::span<const Grid> puzzles, std::span<Redundancy> results) {
  // With more clues few are alone in a cycle.
  constexpr std::size_t kFewClues = 28;
  const std::span<const std::uint64_t> found = counts(puzzles);
  for (std::size_t i = 0; i < puzzles.size(); ++i) results[i] = {.solutions = found[i]};
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (results[i].solutions != 1) continue;
    CellSet undecided = pattern_of(puzzles[i]);
    if (undecided.count() <= kFewClues) {
      const auto* const cells = reinterpret_cast<const std::uint8_t*>(&lines_[i * kLineBytes]);
      undecided &= ~DigitCycles(puzzles[i], grid_of(cells)).alone();
    }
    if (removals_.size + kCells > kMaxSubPuzzles) test_removals(results);
    remove(puzzles[i], i, undecided);
  }
  test_removals(results);
}

CellSet RedundancyFinder::redundant_clues(const Grid& puzzle, const CellSet& clues) {
  remove(puzzle, 0, clues);
  Redundancy result;
  test_removals({&result, 1});
  return result.redundant;
}

bool RedundancyFinder::is_unique(const Grid& puzzle) {
  return counts({&puzzle, 1})[0] == 1;
}

// Each of the clues in turn. REQUIRES: there is room for so many more.
void RedundancyFinder::remove(const Grid& puzzle, std::size_t number, const CellSet& clues) {
  if (removals_.sub_puzzles.empty()) {
    removals_.sub_puzzles.resize(kMaxSubPuzzles);
    removals_.clues.resize(kMaxSubPuzzles);
    removals_.puzzles.resize(kMaxSubPuzzles);
    for (const Grid& grid : removals_.sub_puzzles) removals_.cells.push_back(grid.digits.data());
  }
  std::size_t size = removals_.size;
  for (std::size_t cell = clues._Find_first(); cell < kCells; cell = clues._Find_next(cell)) {
    Grid& sub_puzzle = removals_.sub_puzzles[size];
    sub_puzzle = puzzle;
    sub_puzzle.digits[cell] = 0;
    removals_.clues[size] = {.cell = static_cast<std::uint8_t>(cell), .digit = puzzle.digits[cell]};
    removals_.puzzles[size++] = number;
  }
  removals_.size = size;
}

void RedundancyFinder::test_removals(std::span<Redundancy> results) {
  const std::span<const std::uint64_t> others =
      solver_.have_solutions_without(std::span(removals_.cells).first(removals_.size),
                                     std::span(removals_.clues).first(removals_.size));
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i] == 0) results[removals_.puzzles[i]].redundant.set(removals_.clues[i].cell);
  }
  removals_.size = 0;
}

std::span<const std::uint64_t> RedundancyFinder::counts(std::span<const Grid> puzzles) {
  cells_.clear();
  for (const Grid& puzzle : puzzles) cells_.push_back(puzzle.digits.data());
  lines_.resize(std::max(lines_.size(), puzzles.size() * kLineBytes));
  return solver_.solve_cells(cells_, {.solutions = 2}, lines_.data(), kLineBytes).counts;
}

MinimalSubPuzzles minimal_sub_puzzles(const Grid& puzzle, std::size_t most,
                                      RedundancyFinder& finder) {
  SubPuzzleSearch search(finder, most);
  search.visit(puzzle, pattern_of(puzzle), {});
  return search.take();
}

}  // namespace puzzled::sudoku
