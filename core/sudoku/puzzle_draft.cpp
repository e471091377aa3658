// A random full grid loses clues in random order while its solution stays unique; puzzles with few
// clues are then sought by exchanging clues of a minimal puzzle.
#include "core/sudoku/puzzle_draft.hpp"

#include <cstddef>
#include <span>
#include <utility>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/minimal/single_tests.hpp"
#include "core/sudoku/random_grid.hpp"

namespace puzzled::sudoku {
namespace {

// Removing clues in random order ends at 24.4 clues on average, at 23 or fewer in one grid of five,
// at 22 or fewer in one of 27: below 23, exchanging clues is the faster way.
constexpr int kMinByRemoval = 23;

// Grids that are tried for a symmetry and a number of clues: one in some dozens has it where it is
// not rare.
constexpr int kMaxGrids = 256;

bool is_minimal(Grid puzzle) {
  for (int cell = 0; cell < kCells; ++cell) {
    const std::uint8_t digit = std::exchange(puzzle[cell], std::uint8_t{0});
    if (digit == 0) continue;
    if (!has_solution_without(puzzle, cell, digit)) return false;
    puzzle[cell] = digit;
  }
  return true;
}

// Adds to `puzzle` the clue that the fewest of its `solutions` agree with (at random among equals),
// and removes the other solutions.
void add_best_clue(Grid& puzzle, std::vector<Grid>& solutions, Random& random) {
  std::array<std::array<std::size_t, kSide + 1>, kCells> counts{};
  for (const Grid& solution : solutions) {
    for (std::size_t cell = 0; cell < kCells; ++cell) ++counts[cell][solution.digits[cell]];
  }
  std::size_t fewest = solutions.size();
  std::vector<std::pair<int, std::uint8_t>> best;
  for (int cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 1; digit <= kSide; ++digit) {
      const std::size_t count = counts[static_cast<std::size_t>(cell)][digit];
      if (count == 0 || count > fewest) continue;
      if (count < fewest) best.clear();
      fewest = count;
      best.emplace_back(cell, digit);
    }
  }
  const auto [cell, digit] = best[random.below(best.size())];
  puzzle[cell] = digit;
  std::erase_if(solutions,
                [cell = cell, digit = digit](const Grid& g) { return g[cell] != digit; });
}

// One step of a random walk among minimal puzzles in which the number of clues never grows: removes
// a clue, adds one or two others, and removes those that are no longer needed. Returns the number
// of clues. Removing two clues at once is ten times slower: the puzzle seldom becomes unique again.
int exchange_clue(Grid& puzzle, int clues, int target, Random& random) {
  constexpr std::size_t kMostSolutions = 200;  // 100 to 1000 do about as well
  Grid changed = puzzle;
  for (const int cell : shuffled_cells(random)) {
    if (std::exchange(changed[cell], std::uint8_t{0}) != 0) break;
  }
  std::vector<Grid> solutions = list_solutions(changed, kMostSolutions);
  if (solutions.size() == kMostSolutions) return clues;
  add_best_clue(changed, solutions, random);
  if (solutions.size() > 1) add_best_clue(changed, solutions, random);
  if (solutions.size() > 1) return clues;
  const int changed_clues = remove_clues(changed, solutions[0], shuffled_cells(random), target);
  if (changed_clues > clues) return clues;
  puzzle = changed;
  return changed_clues;
}

// A number of clues, for puzzles of which none is asked for.
int default_clues(Random& random) {
  constexpr int kMinByDefault = 24;
  constexpr int kMaxByDefault = 36;
  return kMinByDefault + static_cast<int>(random.below(kMaxByDefault - kMinByDefault + 1));
}

int target_of(const GeneratorSettings& settings, Random& random) {
  if (settings.clues) return *settings.clues;
  return settings.minimal ? 0 : default_clues(random);
}

RemovalOrder order_of(const std::vector<Orbit>& orbits) {
  RemovalOrder order;
  std::size_t size = 0;
  for (const Orbit& orbit : orbits) {
    for (const int cell : orbit) order.cells[size++] = static_cast<std::uint8_t>(cell);
    order.is_last.set(size - 1);
  }
  return order;
}

}  // namespace

bool exchanges_clues(const GeneratorSettings& settings, Symmetry symmetry) {
  return symmetry == Symmetry::kNone && settings.clues && *settings.clues < kMinByRemoval;
}

PuzzleDraft::PuzzleDraft(const GeneratorSettings& settings, Symmetry symmetry, std::uint64_t index)
    : settings_(settings),
      is_symmetric_(symmetry != Symmetry::kNone),
      exchanges_(exchanges_clues(settings, symmetry)),
      random_(settings.seed, index),
      target_(target_of(settings, random_)) {
  if (is_symmetric_) orbits_ = orbits_of(symmetry);
  begin_attempt();
}

ClueRemoval::Test PuzzleDraft::next() {
  for (;;) {
    const ClueRemoval::Test test = removal_.next();
    if (test != ClueRemoval::Test::kNone || end_attempt()) return test;
    begin_attempt();
  }
}

void PuzzleDraft::begin_attempt() {
  ++attempts_;
  const Grid solution = random_grid(random_);
  if (is_symmetric_) shuffle_values(std::span(orbits_), random_);
  const RemovalOrder order =
      is_symmetric_ ? order_of(orbits_) : RemovalOrder(shuffled_cells(random_));
  const bool checks_rest = settings_.minimal && settings_.clues && !exchanges_;
  removal_ = ClueRemoval(solution, solution, order, target_, checks_rest);
}

// Whether it was the last one.
bool PuzzleDraft::end_attempt() {
  Grid puzzle = removal_.puzzle();
  int clues = removal_.clues();
  bool is_right = removal_.is_minimal();
  if (exchanges_) {
    constexpr int kMaxSteps = 500;  // past which a new start is the better bet
    for (int step = 0; step < kMaxSteps && clues > target_; ++step) {
      clues = exchange_clue(puzzle, clues, target_, random_);
    }
    is_right = clues == target_ && (!settings_.minimal || is_minimal(puzzle));
  } else if (settings_.clues || (!settings_.minimal && !is_symmetric_)) {
    is_right = is_right && clues == target_;
  }
  if (is_right) result_ = puzzle;
  return is_right || (is_symmetric_ && attempts_ == kMaxGrids);
}

}  // namespace puzzled::sudoku
