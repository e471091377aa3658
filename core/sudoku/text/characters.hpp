// Kinds of characters that the readers of text tell apart, whatever the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace puzzled::sudoku {

/// What string_view's functions return when they find nothing.
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

}  // namespace puzzled::sudoku
