// Sudoku: puzzles made of others, or of nothing.
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/conflict.hpp"
#include "core/sudoku/explain/explainer.hpp"
#include "core/sudoku/explain/step_text.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

Result<Grid> canonical(const Grid& puzzle) {
  if (const Result<> checked = check_clues(puzzle); !checked) return checked.error();
  return Grid::unchecked(sudoku::Canonicalizer().find({puzzle.digits()}).grid.digits);
}

// As `puzzled shuffle` does with the first puzzle of a file.
Grid shuffle(const Grid& grid, std::uint64_t seed, std::uint64_t copy) {
  const auto way = sudoku::random_transformation(seed, 0, copy);
  return Grid::unchecked(sudoku::transformed({grid.digits()}, way).digits);
}

bool is_minimal(const Grid& puzzle) {
  const sudoku::Grid grid = sudoku::Grid{puzzle.digits()};
  sudoku::Redundancy found;
  sudoku::RedundancyFinder().find({&grid, 1}, {&found, 1});
  return found.solutions == 1 && found.redundant.none();
}

Rating rate(const Grid& puzzle) {
  return rate_all({&puzzle, 1}).front();
}

std::vector<Rating> rate_all(std::span<const Grid> puzzles) {
  constexpr std::size_t kTogether = 16384;
  std::vector<Rating> ratings(puzzles.size());
  std::vector<sudoku::Grid> grids;
  sudoku::Rater rater;
  for (std::span<Rating> left = ratings; !puzzles.empty();) {
    const std::size_t count = std::min(puzzles.size(), kTogether);
    grids.clear();
    for (const Grid& puzzle : puzzles.first(count)) grids.push_back({puzzle.digits()});
    rater.rate_unchecked(grids, left.first(count));
    puzzles = puzzles.subspan(count);
    left = left.subspan(count);
  }
  return ratings;
}

static_assert(kMaxBacktracksCopies == sudoku::kMaxBacktracksCopies);
static_assert(BacktracksOptions().copies == sudoku::BacktracksOptions().copies);
static_assert(BacktracksOptions().seed == sudoku::BacktracksOptions().seed);

Result<> BacktracksOptions::check() const {
  if (1 <= copies && copies <= kMaxBacktracksCopies) return {};
  return Error{"the number of copies must be from 1 to " + std::to_string(kMaxBacktracksCopies) +
               " (got " + std::to_string(copies) + ')'};
}

Result<double> backtracks(const Grid& puzzle, const BacktracksOptions& options) {
  if (const Result<> checked = options.check(); !checked) return checked.error();
  const sudoku::Grid grid{puzzle.digits()};
  sudoku::TotalGuesses found;
  sudoku::BacktracksRater().rate({&grid, 1}, {.copies = options.copies, .seed = options.seed},
                                 {&found, 1});
  return sudoku::mean_of(found, options.copies);
}

namespace {

std::string explained(const sudoku::Grid& puzzle, const sudoku::Grid* board,
                      std::size_t max_steps) {
  std::string text;
  sudoku::explain::Explainer explainer;
  if (sudoku::find_conflict(puzzle)) {
    sudoku::explain::append_explanation(text,
                                        {.end = sudoku::explain::End::kUnsolvable, .grid = puzzle});
  } else {
    sudoku::explain::append_explanation(
        text, board != nullptr ? explainer.explain_board(puzzle, *board, max_steps)
                               : explainer.explain(puzzle, max_steps));
  }
  return text;
}

}  // namespace

std::string explain(const Grid& puzzle, std::size_t max_steps) {
  return explained({puzzle.digits()}, nullptr, max_steps);
}

std::string explain_board(const Grid& puzzle, const Grid& board, std::size_t max_steps) {
  const sudoku::Grid grid{board.digits()};
  return explained({puzzle.digits()}, &grid, max_steps);
}

static_assert(kMinGeneratedClues == sudoku::kMinGeneratedClues);
static_assert(kMaxMinimalClues == sudoku::kMaxMinimalClues);

Result<> GenerateOptions::check() const {
  if (sudoku::supports({.seed = seed, .clues = clues, .minimal = minimal})) return {};
  return Error{"the number of clues must be from " + std::to_string(kMinGeneratedClues) + " to " +
               std::to_string(minimal ? kMaxMinimalClues : Grid::kCells) + " (got " +
               std::to_string(*clues) + ')'};
}

Result<Grid> generate(const GenerateOptions& options, std::uint64_t index) {
  if (const Result<> checked = options.check(); !checked) return checked.error();
  const sudoku::GeneratorSettings settings{
      .seed = options.seed, .clues = options.clues, .minimal = options.minimal};
  return Grid::unchecked(sudoku::generate_puzzle(settings, index).digits);
}

}  // namespace puzzled
