// Draws boards and rules that a given solution obeys, of every kind.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

inline constexpr int kRuleKinds = static_cast<int>(RuleKind::kGreater) + 1;

/// The boxes of a size; each its number, or none of all if there are no boxes.
std::vector<std::uint8_t> box_regions(int size);

/// All solutions of rows, columns, regions and `allowed` alone, by trying; at most `limit`.
std::vector<std::vector<int>> plain_solutions(const Puzzle& puzzle, std::size_t limit);

/// A full grid of rows, columns and regions. REQUIRES: a blank puzzle of at most 9x9, or of the
/// usual boxes.
std::vector<int> drawn_grid(std::mt19937& random, const Puzzle& puzzle);

/// A rule of a kind that the grid obeys, or, if none is found soon, one that it may break. The
/// puzzle is without it.
Rule drawn_rule(std::mt19937& random, const Puzzle& puzzle, RuleKind kind,
                std::span<const int> values);

/// Whether there are rules of this kind on such a board.
bool has_kind(RuleKind kind, const Puzzle& puzzle);

}  // namespace puzzled::variants
