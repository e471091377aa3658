// Makes boards of any size and with rules of whole boards that have exactly one solution, from
// random full grids. Board number i of a sequence depends on the settings and on i alone, so any
// number of threads may share the work and the result is the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/result.hpp"
#include "core/split_mix.hpp"
#include "core/stop.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/shape_solver.hpp"

namespace puzzled::variants {

/// Of larger boards a search seldom finds a grid: theirs are a pattern whose bands, stacks, rows,
/// columns and values are in random order. So there are none with further rules or irregular
/// regions; and that such a board is minimal takes too long to find out.
inline constexpr int kMaxSearchedBoardSize = 16;

/// REQUIRES: up to kMaxSearchedBoardSize, or neither rules, irregular regions nor minimal.
struct BoardGeneratorSettings {
  Puzzle shape;               ///< size, regions and rules; what cells may hold is not looked at
  bool is_irregular = false;  ///< random regions for each board instead of those of `shape`
  std::uint64_t seed = 0;
  std::optional<int> clues = std::nullopt;  ///< exactly so many
  bool minimal = false;                     ///< every clue is needed for the solution to be unique
};

/// For one thread at a time.
class BoardGenerator {
 public:
  explicit BoardGenerator(BoardGeneratorSettings settings);

  /// An error if a rule does not fit the board, or if it is known that no grid has the rules.
  Result<> check(const StopFlag& stop);

  /// Board number `index` of the sequence; nothing if so many tries as are worth it found none, or
  /// if `stop` was set. REQUIRES: check().
  std::optional<Puzzle> generate(std::uint64_t index, const StopFlag& stop);

 private:
  std::optional<std::vector<std::uint8_t>> random_grid(SplitMix64& random, const StopFlag& stop);
  bool remove_clues(Puzzle& board, std::span<const std::uint8_t> grid, int target,
                    SplitMix64& random, const StopFlag& stop);
  int random_target(SplitMix64& random) const;

  const BoardGeneratorSettings settings_;
  ShapeSolver solver_;
  Puzzle board_;
};

}  // namespace puzzled::variants
