// Which rearrangements of rows, columns, bands, stacks, and the two axes leave every score as it
// is.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// image[cell]: where the cell goes.
using Rearrangement = std::array<std::uint8_t, kCells>;

/// A set of them fits one word.
inline constexpr std::size_t kMostSymmetries = 64;

/// The group of rearrangements that keep solutions solutions and scores scores, the identity first.
/// If it has more than kMostSymmetries elements: a subgroup, of mirrors and of swaps of the middle
/// band's or stack's outer lines. (The target weights' group has 32 elements.)
std::vector<Rearrangement> symmetries_of(const Weights& weights);

}  // namespace puzzled::target
