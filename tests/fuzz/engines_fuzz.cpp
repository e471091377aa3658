// The engines against each other on grids that nobody would write by hand: part of a full grid,
// with some digits altered, so that no, one and many solutions all come up.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/simd/levels.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/engines.hpp"
#include "tests/core/validator.hpp"

using namespace puzzled::sudoku;
using puzzled::SearchLimits;

namespace {

constexpr std::size_t kMaskBytes = (kCells + 7) / 8;

/// Bytes: one bit for each cell that keeps its clue, then pairs of a cell and another digit for it.
Grid puzzle_of(const std::uint8_t* data, std::size_t size) {
  Grid puzzle;
  for (int cell = 0; cell < kCells; ++cell) {
    const bool kept = (data[cell / 8] >> (cell % 8) & 1) != 0;
    const int row = row_of(cell);
    const int digit = (3 * (row % 3) + row / 3 + column_of(cell)) % kSide + 1;
    puzzle[cell] = kept ? static_cast<std::uint8_t>(digit) : 0;
  }
  for (std::size_t i = kMaskBytes; i + 1 < size; i += 2) {
    puzzle[data[i] % kCells] = static_cast<std::uint8_t>(data[i + 1] % (kSide + 1));
  }
  return puzzle;
}

int clues_of(const Grid& puzzle) {
  int clues = 0;
  for (const std::uint8_t digit : puzzle.digits) clues += digit != 0 ? 1 : 0;
  return clues;
}

/// The puzzle less each of its cells in turn, solved in batches of every instruction set.
void check_batches(const Grid& puzzle, const SearchLimits& limits) {
  std::vector<Grid> puzzles(kCells, puzzle);
  for (int cell = 0; cell < kCells; ++cell) puzzles[static_cast<std::size_t>(cell)][cell] = 0;
  std::vector<Solutions> results(puzzles.size());
  for (const std::string_view isa : puzzled::simd::kIsaNames) {
    if (!puzzled::simd::has_isa(isa)) continue;
    BatchSolver(isa).solve(puzzles, limits, results);
    for (std::size_t i = 0; i < puzzles.size(); ++i) {
      const Solutions expected = find_engine("band")->solve(puzzles[i], limits);
      if (results[i].count != expected.count || results[i].first != expected.first) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr int kFewestClues = 22;  // with fewer the reference engines take too long
  constexpr SearchLimits kLimits{.solutions = 3};
  if (size < kMaskBytes) return 0;
  const Grid puzzle = puzzle_of(data, size);
  if (clues_of(puzzle) < kFewestClues) return 0;
  const std::uint64_t expected = find_engine("mrv")->solve(puzzle, kLimits).count;
  for (const Engine& engine : all_engines()) {
    if (engine.name == "row") continue;  // exponential in places where the others are not
    const Solutions found = engine.solve(puzzle, kLimits);
    if (found.count != expected) std::abort();
    if (found.count > 0 && (!is_complete_and_legal(found.first) || !extends(found.first, puzzle))) {
      std::abort();
    }
  }
  check_batches(puzzle, kLimits);
  return 0;
}
