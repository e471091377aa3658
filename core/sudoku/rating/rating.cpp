#include "core/sudoku/rating/rating.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/sudoku/grid.hpp"

namespace puzzled {

std::string to_string(const Rating& rating) {
  if (rating.level == 0) return "0";
  return std::to_string(rating.level) + '.' + std::to_string(rating.depth) + '.' +
         std::to_string(rating.phases);
}

}  // namespace puzzled

namespace puzzled::sudoku {
namespace {

template <class Number>
bool take_number(std::string_view& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

bool take_point(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

/// Depths and phases that puzzles of a level can have.
struct LevelBounds {
  std::uint16_t min_depth = 0;
  std::uint16_t max_depth = 0;
  std::uint16_t min_phases = 0;
  std::uint16_t max_phases = 0;
};

// Each round of probing but the last removes a candidate, and so does each phase.
LevelBounds bounds_of(int level) {
  constexpr std::uint16_t kMost = kSide * kCells;
  if (level == 8) return {1, kMost, 1, kMost};
  if (level == 9) return {1, kMost, 0, kMost};
  return {};
}

}  // namespace

std::optional<Rating> parse_rating(std::string_view text, const Rating& rest) {
  Rating rating = rest;
  if (!take_number(text, rating.level) || rating.level > kMaxRating.level) return std::nullopt;
  if (text.empty()) return rating;
  if (!take_point(text) || !take_number(text, rating.depth)) return std::nullopt;
  if (text.empty()) return rating;
  if (!take_point(text) || !take_number(text, rating.phases) || !text.empty()) return std::nullopt;
  return rating;
}

std::optional<Rating> possible_rating_from(const Rating& rating) {
  for (int level = rating.level; level <= kMaxRating.level; ++level) {
    const LevelBounds bounds = bounds_of(level);
    Rating next{static_cast<std::uint8_t>(level), bounds.min_depth, bounds.min_phases};
    if (next >= rating) return next;
    // On this level, so the bounds of its phases hold for each depth.
    next.depth = rating.depth;
    next.phases = std::max(bounds.min_phases, rating.phases);
    if (next.phases > bounds.max_phases) {
      ++next.depth;
      next.phases = bounds.min_phases;
    }
    if (next.depth <= bounds.max_depth && next >= rating) return next;
  }
  return std::nullopt;
}

std::optional<Error> emptiness(const RatingRange& range, std::string_view min,
                               std::string_view max) {
  const auto from_to = [&](std::string_view text) {
    std::string reason(text);
    reason += " from ";
    reason += min;
    reason += " to ";
    reason += max;
    return reason;
  };
  if (range.max < range.min) return Error{from_to("no rating is") + ": the first is the higher"};
  const std::optional<Rating> lowest = possible_rating_from(range.min);
  if (lowest && *lowest <= range.max) return std::nullopt;
  return Error{from_to("no puzzle has a rating") +
               ": depth and phases are 0 at levels 1 to 7, 1 to 729 at level 8, at most 729 at 9"};
}

Result<RatingRange> parse_rating_range(std::string_view text) {
  constexpr std::string_view kTo = "..";
  const std::size_t to = text.find(kTo);
  const std::string_view min_text = text.substr(0, to);
  const std::string_view max_text =
      to == std::string_view::npos ? text : text.substr(to + kTo.size());
  const auto no_range = [text] {
    return Error{"'" + std::string(text) + "' is no range of ratings, such as 4..7 or 8.2..8.3"};
  };
  if (min_text.empty() && max_text.empty()) return no_range();
  const auto min = min_text.empty() ? Rating{.level = 1} : parse_rating(min_text, {});
  const auto max = max_text.empty() ? kMaxRating : parse_rating(max_text, kMaxRating);
  if (!min || !max) return no_range();
  if (max->level == 0) return Error{"puzzles have ratings from level 1 on"};
  const RatingRange range{*min, *max};
  if (const auto empty =
          emptiness(range, min_text.empty() ? "1" : min_text, max_text.empty() ? "9" : max_text)) {
    return *empty;
  }
  return range;
}

Result<RatingRange> parse_difficulty(std::string_view text) {
  for (const DifficultyName& known : kDifficultyNames) {
    if (text == known.name) return parse_rating_range(known.range);
  }
  return parse_rating_range(text);
}

}  // namespace puzzled::sudoku
