// A random full grid loses clues in random order while its solution stays unique; puzzles with few
// clues are then sought by exchanging clues of a minimal puzzle.
#include "core/sudoku/generator.hpp"

#include <cstddef>
#include <utility>
#include <vector>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/minimal/digit_cycles.hpp"

namespace puzzled::sudoku {
namespace {

constexpr int kMinByDefault = 24;
constexpr int kMaxByDefault = 36;

// Removing clues in random order ends at 24.4 clues on average, at 23 or fewer in one grid of five,
// at 22 or fewer in one of 27: below 23, exchanging clues is the faster way.
constexpr int kMinByRemoval = 23;

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
  constexpr std::size_t kMaxSolutions = 200;  // 100 to 1000 do about as well
  Grid changed = puzzle;
  for (const int cell : shuffled_cells(random)) {
    if (std::exchange(changed[cell], std::uint8_t{0}) != 0) break;
  }
  std::vector<Grid> solutions = list_solutions(changed, kMaxSolutions);
  if (solutions.size() == kMaxSolutions) return clues;
  add_best_clue(changed, solutions, random);
  if (solutions.size() > 1) add_best_clue(changed, solutions, random);
  if (solutions.size() > 1) return clues;
  const int changed_clues = remove_clues(changed, solutions[0], shuffled_cells(random), target);
  if (changed_clues > clues) return clues;
  puzzle = changed;
  return changed_clues;
}

std::optional<Grid> try_to_reach(int target, Random& random) {
  const Grid solution = random_grid(random);
  Grid puzzle = solution;
  int clues = remove_clues(puzzle, solution, shuffled_cells(random), target);
  if (target < kMinByRemoval) {
    constexpr int kMaxSteps = 500;  // past which a new start is the better bet
    for (int step = 0; step < kMaxSteps && clues > target; ++step) {
      clues = exchange_clue(puzzle, clues, target, random);
    }
  }
  if (clues != target) return std::nullopt;
  return puzzle;
}

}  // namespace

int default_clues(Random& random) {
  return kMinByDefault + static_cast<int>(random.below(kMaxByDefault - kMinByDefault + 1));
}

int remove_clues(Grid& puzzle, const Grid& solution, const std::array<int, kCells>& order,
                 int target) {
  int clues = count_clues(puzzle);
  DigitCycles cycles(puzzle, solution);
  for (const int cell : order) {
    if (clues <= target) break;
    if (puzzle[cell] == 0 || cycles.needs(cell)) continue;
    const std::uint8_t digit = std::exchange(puzzle[cell], std::uint8_t{0});
    if (has_solution_without(puzzle, cell, digit)) {
      puzzle[cell] = digit;
    } else {
      cycles.remove(cell);
      --clues;
    }
  }
  return clues;
}

bool supports(const GeneratorSettings& settings) {
  if (!settings.clues) return true;
  const int most = settings.minimal ? kMaxMinimalClues : kCells;
  return *settings.clues >= kMinGeneratedClues && *settings.clues <= most;
}

Grid generate_puzzle(const GeneratorSettings& settings, std::uint64_t index) {
  Random random(settings.seed, index);
  if (!settings.clues && settings.minimal) {
    const Grid solution = random_grid(random);
    Grid puzzle = solution;
    remove_clues(puzzle, solution, shuffled_cells(random));
    return puzzle;
  }
  const int target = settings.clues ? *settings.clues : default_clues(random);
  for (;;) {
    const std::optional<Grid> puzzle = try_to_reach(target, random);
    if (puzzle && (!settings.minimal || is_minimal(*puzzle))) return *puzzle;
  }
}

}  // namespace puzzled::sudoku
