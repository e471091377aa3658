// How hard a puzzle is, by the rules that solve it. Equivalent puzzles have the same rating: no
// rule depends on the order in which cells are looked at, for what one removes no other brings
// back.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/result.hpp"

namespace puzzled::sudoku {

/// Changes with the meaning of ratings.
inline constexpr int kRatingVersion = 1;

/// Ratings compare by how hard puzzles are. README.md says what each level means.
struct Rating {
  std::uint8_t level = 0;  ///< 1 to 9; 0: the puzzle has not exactly one solution
  /// Level 8: the greatest number of rounds of singles that it took to find contradictions.
  /// Level 9: the number of candidates that no contradiction removes. Else 0.
  std::uint16_t depth = 0;
  std::uint16_t phases = 0;  ///< levels 8 and 9: how often candidates were removed by probing

  friend constexpr bool operator==(const Rating&, const Rating&) = default;
  friend constexpr std::strong_ordering operator<=>(const Rating& a, const Rating& b) {
    return std::tie(a.level, a.depth, a.phases) <=> std::tie(b.level, b.depth, b.phases);
  }
};

/// No rating is higher.
inline constexpr Rating kMaxRating{.level = 9, .depth = UINT16_MAX, .phases = UINT16_MAX};

/// `8.5.2`; `0` if the level is 0.
std::string to_text(const Rating& rating);

/// Ratings from one to another, both included.
struct RatingRange {
  Rating min{};
  Rating max = kMaxRating;

  bool contains(const Rating& rating) const { return min <= rating && rating <= max; }
};

/// Reads `LEVEL`, `LEVEL.DEPTH` or `LEVEL.DEPTH.PHASES`; what is missing is that of `rest`. Nothing
/// for any other text.
std::optional<Rating> parse_rating(std::string_view text, const Rating& rest);

/// The lowest rating from `rating` on that a puzzle can have; nothing if there is none.
std::optional<Rating> possible_rating_from(const Rating& rating);

/// Why no puzzle can have a rating of `range`, which is written MIN and MAX; nothing if one can.
std::optional<Error> emptiness(const RatingRange& range, std::string_view min,
                               std::string_view max);

/// Reads `MIN..MAX`, `MIN..`, `..MAX`, or one rating for all that begin so. An error for any other
/// text, or if no rating of level 1 or above is between the two.
Result<RatingRange> parse_rating_range(std::string_view text);

}  // namespace puzzled::sudoku
