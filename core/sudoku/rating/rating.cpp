#include "core/sudoku/rating/rating.hpp"

#include <charconv>
#include <system_error>

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

}  // namespace

std::string to_text(const Rating& rating) {
  if (rating.level == 0) return "0";
  return std::to_string(rating.level) + '.' + std::to_string(rating.depth) + '.' +
         std::to_string(rating.phases);
}

std::optional<Rating> parse_rating(std::string_view text, const Rating& rest) {
  Rating rating = rest;
  if (!take_number(text, rating.level) || rating.level > kMaxRating.level) return std::nullopt;
  if (text.empty()) return rating;
  if (!take_point(text) || !take_number(text, rating.depth)) return std::nullopt;
  if (text.empty()) return rating;
  if (!take_point(text) || !take_number(text, rating.phases) || !text.empty()) return std::nullopt;
  return rating;
}

std::optional<RatingRange> parse_rating_range(std::string_view text) {
  constexpr std::string_view kTo = "..";
  const std::size_t to = text.find(kTo);
  const std::string_view min_text = text.substr(0, to);
  const std::string_view max_text =
      to == std::string_view::npos ? text : text.substr(to + kTo.size());
  if (min_text.empty() && max_text.empty()) return std::nullopt;
  const auto min = min_text.empty() ? Rating{.level = 1} : parse_rating(min_text, {});
  const auto max = max_text.empty() ? kMaxRating : parse_rating(max_text, kMaxRating);
  if (!min || !max || *max < *min || max->level == 0) return std::nullopt;
  return RatingRange{*min, *max};
}

}  // namespace puzzled::sudoku
