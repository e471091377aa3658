// A walk among puzzles with the pattern and at least one solution: a few clues get other digits,
// and the change stays if there are no more solutions than before. Random clues seldom leave one
// solution only, but each step needs little luck.
#include "core/sudoku/generator.hpp"

#include <cstddef>
#include <vector>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/random.hpp"
#include "core/sudoku/random_grid.hpp"

namespace puzzled::sudoku {
namespace {

// What the walk counts solutions up to: beyond, puzzles are as good as each other.
constexpr std::uint64_t kMaxSolutions = 500;
constexpr int kStarts = 4;
constexpr int kSteps = 1000;
// No puzzle with fewer clues has exactly one solution.
constexpr std::size_t kFewestClues = 17;
// Of the clues that change at a time, at most.
constexpr std::size_t kMaxChanges = 3;

class PatternWalk {
 public:
  PatternWalk(const CellSet& pattern, Random& random, const StopFlag& stop)
      : random_(random), stop_(stop) {
    for (int cell = 0; cell < kCells; ++cell) {
      if (pattern[static_cast<std::size_t>(cell)]) cells_.push_back(cell);
    }
  }

  std::optional<Grid> run() {
    if (cells_.size() < kFewestClues) return std::nullopt;
    for (int start = 0; start < kStarts; ++start) {
      begin();
      for (int step = 0; step < kSteps && count_ != 1; ++step) {
        if (stop_.load(std::memory_order_relaxed)) return std::nullopt;
        change_clues();
      }
      if (count_ == 1) return puzzle_;
    }
    return std::nullopt;
  }

 private:
  void begin() {
    const Grid grid = random_grid(random_);
    puzzle_ = {};
    for (const int cell : cells_) puzzle_[cell] = grid[cell];
    count_ = solutions_of(puzzle_).count;
  }

  static Solutions solutions_of(const Grid& puzzle) {
    return solve_band(puzzle, {.solutions = kMaxSolutions});
  }

  void change_clues() {
    Grid changed = puzzle_;
    const std::size_t changes = 1 + random_.below(kMaxChanges);
    for (std::size_t i = 0; i < changes; ++i) {
      changed[cells_[random_.below(cells_.size())]] =
          static_cast<std::uint8_t>(1 + random_.below(kSide));
    }
    if (changed == puzzle_) return;
    const std::uint64_t count = solutions_of(changed).count;
    if (count == 0 || count > count_) return;
    puzzle_ = changed;
    count_ = count;
  }

  Random& random_;
  const StopFlag& stop_;
  std::vector<int> cells_;
  Grid puzzle_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::optional<Grid> generate_with_pattern(const CellSet& pattern, std::uint64_t seed,
                                          std::uint64_t index, const StopFlag& stop) {
  // Other numbers than those of generate_puzzle(), whose puzzles may have given the pattern.
  constexpr std::uint64_t kOtherStreams = std::uint64_t{1} << 63;
  Random random(seed, index ^ kOtherStreams);
  return PatternWalk(pattern, random, stop).run();
}

}  // namespace puzzled::sudoku
