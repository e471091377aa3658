// How hard a Sudoku is, as a value. <puzzled/sudoku.hpp> rates puzzles.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "puzzled/export.h"

namespace puzzled {

/// The same for all equivalent puzzles; ratings compare by their parts in turn. The level is that
/// of the hardest rule that is needed: 1 hidden singles in boxes, 2 in rows and columns, 3 naked
/// singles, 4 locked candidates, 5 to 7 subsets of two, three and four, 8 probing of single
/// candidates by rounds of singles, 9 more than that. `puzzled rate --help` says it at length.
struct Rating {
  std::uint8_t level = 0;  ///< 1 to 9; 0: the puzzle has not exactly one solution
  /// Level 8: the greatest number of rounds of singles that it took to find contradictions.
  /// Level 9: the number of candidates that no contradiction removes. Else 0.
  std::uint16_t depth = 0;
  std::uint16_t phases = 0;  ///< levels 8 and 9: how often candidates were removed by probing

  /// What puzzled::to_string() writes.
  std::string to_string() const;

  // NOLINTNEXTLINE(modernize-use-nullptr): what clang-tidy 14 sees is not in the source
  friend constexpr auto operator<=>(const Rating&, const Rating&) = default;
};

/// `8.5.2`; `0` if the level is 0.
PUZZLED_API std::string to_string(const Rating& rating);

inline std::string Rating::to_string() const {
  return puzzled::to_string(*this);
}

}  // namespace puzzled
