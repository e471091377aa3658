// Which instruction-set levels there are (level_list.hpp) and which of them this machine has. The
// only place that asks the processor.
#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "core/simd/level_list.hpp"

namespace puzzled::simd {

struct Level {
  std::string_view name;
  std::string_view family;  ///< stands for the best of its levels that the machine has
};

/// The levels of this build, the plainest first; the first is there on every machine. A level's
/// number is its place here.
#define PUZZLED_LEVEL_ROW(name, family, features) {#name, family},
inline constexpr Level kLevels[] = {PUZZLED_FOR_EACH_LEVEL(PUZZLED_LEVEL_ROW, )};
#undef PUZZLED_LEVEL_ROW
inline constexpr std::size_t kLevelCount = std::size(kLevels);

/// All names that find_level() knows on some kind of processor, for lists of choices: families, and
/// the levels of those that have several.
inline constexpr std::string_view kIsaNames[] = {"avx512", "icelake", "skylakex", "avx2",
                                                 "portable"};

/// The number of the best level of this machine: the processor has the instructions, and the system
/// saves the registers. The machine has all lower levels, too.
std::size_t best_level();

/// The number of the best level of this machine with this name or of this family; of the best level
/// of all if `isa` is empty; nothing if the machine has none. Thread-safe.
std::optional<std::size_t> find_level(std::string_view isa);

/// Whether find_level() finds a level of this name. "portable" always exists; "" is rejected.
bool has_isa(std::string_view isa);

}  // namespace puzzled::simd
