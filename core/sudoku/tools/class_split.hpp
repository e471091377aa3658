// Splits classes of equivalent puzzles into parts, such as a training set and a test set: whole
// classes, in one pass, without memory of what came before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "core/sudoku/tools/form_key.hpp"

namespace puzzled::sudoku {

inline constexpr std::size_t kMaxSplitParts = 3;
inline constexpr std::uint32_t kMaxSplitWeight = 1000000;

/// Reads weights such as 90:10 or 80:10:10: two or three numbers from 1 to kMaxSplitWeight.
Result<std::vector<std::uint32_t>> parse_split(std::string_view text);

/// The part that a class belongs to, from 0: drawn by the seed and the key alone, with the
/// probability of its weight. So all puzzles of a class are in the same part, whatever other
/// puzzles there are, in which order, and on which machine. REQUIRES: some weight is more than 0.
std::size_t part_of(const FormKey& key, std::uint64_t seed, std::span<const std::uint32_t> weights);

}  // namespace puzzled::sudoku
