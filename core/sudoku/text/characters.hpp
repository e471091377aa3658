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

/// A set of characters, as a table: readers ask it of each character, and to look for one in a
/// string takes ten times as long.
class CharacterSet {
 public:
  constexpr explicit CharacterSet(std::string_view characters) {
    for (const char c : characters) has_[static_cast<std::uint8_t>(c)] = true;
  }

  constexpr bool has(char c) const { return has_[static_cast<std::uint8_t>(c)]; }

 private:
  std::array<bool, 256> has_{};
};

inline constexpr CharacterSet kLayout(" \t\n\v\f\r|!,;:/\"'`[](){}");

/// Characters that may stand anywhere between the cells of a row.
constexpr bool is_layout(char c) {
  return kLayout.has(c);
}

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Letters of ASCII count as the same in both cases.
constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

}  // namespace puzzled::sudoku
