// A depth-first search decides clue by clue, in the order of cells, whether it goes or stays.
//
// A clue that is needed once is needed in every sub-puzzle, so only clues that can go are decided
// upon. One that can go but is to stay must be needed in the end: if it could go even when all
// undecided clues are gone, no sub-puzzle below needs it, and the branch is cut.
#include "core/sudoku/minimal/sub_puzzles.hpp"

#include <cstddef>
#include <utility>

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

MinimalSubPuzzles minimal_sub_puzzles(const Grid& puzzle, std::size_t most,
                                      RedundancyFinder& finder) {
  CellSet clues;
  for (std::size_t cell = 0; cell < kCells; ++cell) clues[cell] = puzzle.digits[cell] != 0;
  SubPuzzleSearch search(finder, most);
  search.visit(puzzle, clues, {});
  return search.take();
}

}  // namespace puzzled::sudoku
