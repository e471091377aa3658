// Makes puzzles with exactly one solution, from random full grids. Puzzle number i of a sequence
// depends on the settings and on i alone, so any number of threads may share the work and the
// result is the same.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "core/stop.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/random.hpp"

namespace puzzled::sudoku {

/// A puzzle of 19 clues takes 0.1 s on average, and with each clue less about seven times as long.
inline constexpr int kMinGeneratedClues = 19;
/// Minimal puzzles of 28 clues take 17 ms, and with each clue more about ten times as long.
inline constexpr int kMaxMinimalClues = 28;

struct GeneratorSettings {
  std::uint64_t seed = 0;
  std::optional<int> clues = std::nullopt;  ///< exactly that many; see supports()
  bool minimal = false;                     ///< every clue is needed for the solution to be unique
};

/// Whether such puzzles can be made in reasonable time: `clues`, if given, is kMinGeneratedClues to
/// 81 (to kMaxMinimalClues for minimal puzzles).
bool supports(const GeneratorSettings& settings);

/// Puzzle number `index` of the sequence. Without `clues` and `minimal` the number of clues is
/// uniform from 24 to 36.
///
/// REQUIRES: supports(settings).
Grid generate_puzzle(const GeneratorSettings& settings, std::uint64_t index);

/// A puzzle with clues in exactly these cells, or nothing if a random walk of bounded length finds
/// none. For patterns that have such puzzles it seldom fails with 24 cells or more, and often with
/// 20 or fewer. It depends on the pattern and the two numbers alone, unless `stop` becomes true:
/// then the result may be nothing.
std::optional<Grid> generate_with_pattern(const CellSet& pattern, std::uint64_t seed,
                                          std::uint64_t index, const StopFlag& stop);

/// Removes clues that are not needed, in that order of cells, until `target` are left or none can
/// be removed: then the puzzle is minimal, for a clue that was needed once stays needed. Returns
/// how many are left. REQUIRES: `solution` is the only one.
int remove_clues(Grid& puzzle, const Grid& solution, const std::array<int, kCells>& order,
                 int target = 0);

/// A number of clues, for puzzles of which none is asked for.
int default_clues(Random& random);

/// All cells, in random order.
std::array<int, kCells> shuffled_cells(Random& random);

/// A full and legal grid. Every one is possible; they are not equally likely.
Grid random_grid(Random& random);

}  // namespace puzzled::sudoku
