// The words of a row: cells of 0 and 1 in their spellings, and numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

/// A decimal number; UINT32_MAX if it is larger, nothing if it is not a number.
inline std::optional<std::uint32_t> whole_number(std::string_view word) {
  if (word.empty() || word[0] < '0' || word[0] > '9') return std::nullopt;
  std::uint32_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (stop != word.data() + word.size()) return std::nullopt;
  return error == std::errc{} ? number : UINT32_MAX;
}

/// The same, but kMaxColumns + 1 if it is larger.
inline std::optional<std::uint32_t> column_number(std::string_view word) {
  const auto number = whole_number(word);
  return number ? std::optional(std::min(*number, kMaxColumns + 1)) : std::nullopt;
}

/// Whether the word is a row of digits 0 and 1, which are a cell each.
inline bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("01") == std::string_view::npos;
}

/// 0 or 1 if the word is one cell that is spelt as programs print truth values and floating-point
/// numbers: `True`, `false`, `1.0`, `0.`, `1.000e+00`. Nothing otherwise.
std::optional<bool> spelt_cell(std::string_view word);

/// How many cells the word has; 0 if it does not consist of cells.
inline std::size_t cells_of(std::string_view word) {
  if (is_digits(word)) return word.size();
  return spelt_cell(word) ? 1 : 0;
}

}  // namespace puzzled::cover::text
