// How hard a puzzle is, by the rules that solve it. Equivalent puzzles have the same rating: no
// result depends on the order of cells, because rules only remove candidates.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/result.hpp"
#include "puzzled/rating.hpp"

namespace puzzled::sudoku {

using puzzled::Rating;  // README.md says what each level means

/// The highest rating.
inline constexpr Rating kMaxRating{.level = 9, .depth = UINT16_MAX, .phases = UINT16_MAX};

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

/// Why no puzzle can have a rating in `range`, given as the texts `min` and `max`; nothing if one
/// can.
std::optional<Error> emptiness(const RatingRange& range, std::string_view min,
                               std::string_view max);

/// Reads `MIN..MAX`, `MIN..`, `..MAX`, or one rating for all that begin so. An error for any other
/// text, or if no rating of level 1 or above is between the two.
Result<RatingRange> parse_rating_range(std::string_view text);

/// A name for a range of ratings.
struct DifficultyName {
  std::string_view name;
  std::string_view range;
};
inline constexpr std::array<DifficultyName, 5> kDifficultyNames{{
    {"easy", "1..2"},
    {"medium", "3..4"},
    {"hard", "5..7"},
    {"fiendish", "8..8.3"},
    {"extreme", "8.4..9"},
}};

/// Reads such a name, or what parse_rating_range() reads.
Result<RatingRange> parse_difficulty(std::string_view text);

}  // namespace puzzled::sudoku
