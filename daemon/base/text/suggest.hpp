// «Did you mean …?»
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace puzzled {

/// Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the
/// other (Damerau–Levenshtein, restricted: no letter is edited twice).
int edit_distance(std::string_view a, std::string_view b);

/// The word out of `known` that `typed` was probably meant to be; nothing when none is near.
std::optional<std::string> suggest(std::string_view typed, std::span<const std::string> known);

}  // namespace puzzled
