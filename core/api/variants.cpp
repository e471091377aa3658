// Sudoku: puzzles made of others, or of nothing.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/api/grid_access.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
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

std::vector<Rating> rate_all(std::span<const Grid> puzzles) {
  constexpr std::size_t kTogether = 16384;
  std::vector<Rating> ratings;
  ratings.reserve(puzzles.size());
  std::vector<sudoku::Grid> grids;
  std::vector<sudoku::Rating> found;
  sudoku::Rater rater;
  while (!puzzles.empty()) {
    const std::size_t count = std::min(puzzles.size(), kTogether);
    grids.clear();
    for (const Grid& puzzle : puzzles.first(count)) grids.push_back(GridAccess::inner(puzzle));
    found.resize(count);
    rater.rate_unchecked(grids, found);
    for (const sudoku::Rating& rating : found) {
      ratings.push_back({rating.level, rating.depth, rating.phases});
    }
    puzzles = puzzles.subspan(count);
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
