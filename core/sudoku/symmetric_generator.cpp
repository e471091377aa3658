// A random full grid loses orbits of clues in random order while its solution stays unique.
#include "core/sudoku/symmetric_generator.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/minimal/digit_cycles.hpp"

namespace puzzled::sudoku {
namespace {

// Grids that are tried for a number of clues: one in some dozens has it where it is not rare.
constexpr int kMaxGrids = 256;

using Orbit = std::vector<int>;

int cell_at(int row, int column) {
  return row * kSide + column;
}

/// The cells that `cell` goes to by the generators of the symmetry; it may be among them.
Orbit images_of(int cell, Symmetry symmetry) {
  constexpr int kLast = kSide - 1;
  const int row = row_of(cell);
  const int column = column_of(cell);
  switch (symmetry) {
    case Symmetry::kNone:
      return {};
    case Symmetry::kRotational:
      return {cell_at(kLast - row, kLast - column)};
    case Symmetry::kQuarterTurn:
      return {cell_at(column, kLast - row)};
    case Symmetry::kHorizontal:
      return {cell_at(kLast - row, column)};
    case Symmetry::kVertical:
      return {cell_at(row, kLast - column)};
    case Symmetry::kDiagonal:
      return {cell_at(column, row)};
    case Symmetry::kAntiDiagonal:
      return {cell_at(kLast - column, kLast - row)};
    case Symmetry::kFull:
      return {cell_at(column, kLast - row), cell_at(column, row)};
  }
  return {};
}

std::vector<Orbit> orbits_of(Symmetry symmetry) {
  std::vector<Orbit> orbits;
  CellSet known;
  for (int cell = 0; cell < kCells; ++cell) {
    if (known[static_cast<std::size_t>(cell)]) continue;
    Orbit orbit{cell};
    known.set(static_cast<std::size_t>(cell));
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (const int image : images_of(orbit[i], symmetry)) {
        if (known[static_cast<std::size_t>(image)]) continue;
        known.set(static_cast<std::size_t>(image));
        orbit.push_back(image);
      }
    }
    orbits.push_back(std::move(orbit));
  }
  return orbits;
}

/// Takes the clues of the orbit out, if the solution stays unique without them.
bool remove_orbit(Grid& puzzle, DigitCycles& cycles, const Orbit& orbit) {
  const Grid before = puzzle;
  DigitCycles left = cycles;
  for (const int cell : orbit) {
    const std::uint8_t digit = std::exchange(puzzle[cell], std::uint8_t{0});
    if (left.needs(cell) || has_solution_without(puzzle, cell, digit)) {
      puzzle = before;
      return false;
    }
    left.remove(cell);
  }
  cycles = left;
  return true;
}

/// A puzzle with at least `target` clues, and whether no orbit of it can go.
struct Thinned {
  Grid puzzle{};
  int clues = kCells;
  bool is_thinnest = true;
};

Thinned thin_out(std::vector<Orbit>& orbits, int target, Random& random) {
  const Grid solution = random_grid(random);
  Thinned result{.puzzle = solution};
  DigitCycles cycles(solution, solution);
  shuffle_values(std::span(orbits), random);
  for (const Orbit& orbit : orbits) {
    const int size = static_cast<int>(orbit.size());
    // Some of these could go, if fewer clues were wanted.
    if (result.clues - size < target) {
      result.is_thinnest = false;
    } else if (remove_orbit(result.puzzle, cycles, orbit)) {
      result.clues -= size;
    }
  }
  return result;
}

bool is_minimal_by_orbits(const Grid& puzzle, const Grid& solution,
                          const std::vector<Orbit>& orbits) {
  return std::ranges::none_of(orbits, [&](const Orbit& orbit) {
    if (puzzle[orbit[0]] == 0) return false;
    Grid changed = puzzle;
    DigitCycles cycles(puzzle, solution);
    return remove_orbit(changed, cycles, orbit);
  });
}

}  // namespace

std::optional<Grid> generate_symmetric(const GeneratorSettings& settings, Symmetry symmetry,
                                       std::uint64_t index) {
  Random random(settings.seed, index);
  std::vector<Orbit> orbits = orbits_of(symmetry);
  if (!settings.clues) {
    const int target = settings.minimal ? 0 : default_clues(random);
    return thin_out(orbits, target, random).puzzle;
  }
  for (int grid = 0; grid < kMaxGrids; ++grid) {
    const Thinned made = thin_out(orbits, *settings.clues, random);
    if (made.clues != *settings.clues) continue;
    if (!settings.minimal || made.is_thinnest) return made.puzzle;
    const Grid solution = solve_band(made.puzzle, {.solutions = 1}).first;
    if (is_minimal_by_orbits(made.puzzle, solution, orbits)) return made.puzzle;
  }
  return std::nullopt;
}

}  // namespace puzzled::sudoku
