// Classes of characters for the readers of text, independent of the locale.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace puzzled::sudoku {

/// The result of string_view's functions when they find nothing.
inline constexpr std::size_t kNone = std::string_view::npos;

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// White space, line ends among it.
constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// A letter of ASCII, or any byte of a character beyond it.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<std::uint8_t>(c) >= 0x80;
}

constexpr bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}

/// Borders between boxes.
constexpr bool is_bar(char c) {
  return c == '|' || c == '!';
}

/// is_layout() of each character.
inline constexpr auto kLayout = [] {
  std::array<bool, 256> layout{};
  for (const unsigned char c : std::string_view(" \t\n\v\f\r|!,;:/\"'`[](){}")) layout[c] = true;
  return layout;
}();

/// Characters that may stand anywhere between the cells of a row.
constexpr bool is_layout(char c) {
  return kLayout[static_cast<std::uint8_t>(c)];
}

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Letters of ASCII count as the same in both cases.
constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

}  // namespace puzzled::sudoku
