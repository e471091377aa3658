// Sudoku: puzzles made of others, or of nothing.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/api/grid_access.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

Result<Grid> canonical(const Grid& puzzle) {
  if (const Result<> checked = check_clues(puzzle); !checked) return checked.error();
  return GridAccess::outer(sudoku::Canonicalizer().find(GridAccess::inner(puzzle)).grid);
}

// As `puzzled shuffle` does with the first puzzle of a file.
Grid shuffle(const Grid& grid, std::uint64_t seed, std::uint64_t copy) {
  return GridAccess::outer(
      sudoku::transformed(GridAccess::inner(grid), sudoku::random_transformation(seed, 0, copy)));
}

bool is_minimal(const Grid& puzzle) {
  const sudoku::Grid grid = GridAccess::inner(puzzle);
  sudoku::Redundancy found;
  sudoku::RedundancyFinder().find({&grid, 1}, {&found, 1});
  return found.solutions == 1 && found.redundant.none();
}

std::string to_string(const Rating& rating) {
  if (rating.level == 0) return "0";
  return std::to_string(rating.level) + '.' + std::to_string(rating.depth) + '.' +
         std::to_string(rating.phases);
}

Rating rate(const Grid& puzzle) {
  return rate_all({&puzzle, 1}).front();
}

// The rater takes none whose clues contradict each other: these stay at level 0.
std::vector<Rating> rate_all(std::span<const Grid> puzzles) {
  constexpr std::size_t kTogether = 16384;
  std::vector<Rating> ratings(puzzles.size());
  std::vector<sudoku::Grid> grids;
  std::vector<std::size_t> numbers;
  std::vector<sudoku::Rating> found;
  sudoku::Rater rater;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const sudoku::Grid grid = GridAccess::inner(puzzles[i]);
    if (!sudoku::find_conflict(grid)) {
      grids.push_back(grid);
      numbers.push_back(i);
    }
    if (grids.size() < kTogether && i + 1 < puzzles.size()) continue;
    found.resize(grids.size());
    rater.rate(grids, found);
    for (std::size_t k = 0; k < found.size(); ++k) {
      ratings[numbers[k]] = {found[k].level, found[k].depth, found[k].phases};
    }
    grids.clear();
    numbers.clear();
  }
  return ratings;
}

Result<Grid> generate(const GenerateOptions& options, std::uint64_t index) {
  const sudoku::GeneratorSettings settings{
      .seed = options.seed, .clues = options.clues, .minimal = options.minimal};
  if (!sudoku::supports(settings)) {
    const int most = options.minimal ? sudoku::kMaxMinimalClues : Grid::kCells;
    return Error{"the number of clues must be from " + std::to_string(sudoku::kMinGeneratedClues) +
                 " to " + std::to_string(most) + " (got " + std::to_string(*options.clues) + ')'};
  }
  return GridAccess::outer(sudoku::generate_puzzle(settings, index));
}

}  // namespace puzzled
