// Symmetries of the weights: permutations of rows, columns, bands and stacks, and transpositions,
// that leave every score unchanged. And how a search uses them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// image[cell]: where the cell goes.
using CellPermutation = std::array<std::uint8_t, kCells>;

/// A set of symmetries: bit i is number i.
using SymmetrySet = std::uint64_t;

/// A group of them, the identity first. Sets returned below are subgroups of the set given.
class Symmetries {
 public:
  static constexpr std::size_t kMax = 64;  // so that a set fits one word
  static constexpr SymmetrySet kIdentity = 1;

  /// The identity alone.
  Symmetries();

  /// All symmetries of the weights. If there are more than kMax: a subgroup, of reflections and of
  /// swaps of the outer two rows or columns of the middle band or stack. (The target weights have
  /// 32.)
  explicit Symmetries(const Weights& weights);

  const std::vector<CellPermutation>& permutations() const { return permutations_; }

  /// Those that map the clues onto themselves.
  SymmetrySet keeping(const Grid& clues) const;

  /// Those of `set` that map these cells of the band onto themselves.
  SymmetrySet keeping(SymmetrySet set, int band, std::uint32_t cells) const;

  /// Removes the digit (from 0) from the images of these cells of the band: what a search has shown
  /// of them holds for their images.
  void remove_images(BandBoard& board, SymmetrySet set, int digit, int band,
                     std::uint32_t cells) const;

  /// The lexicographically smallest image of the grid.
  Grid smallest_image(SymmetrySet set, const Grid& grid) const;

 private:
  std::vector<CellPermutation> permutations_;
};

}  // namespace puzzled::target
