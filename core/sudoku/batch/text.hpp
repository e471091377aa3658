// Counts lines of text that are puzzles in their plainest form.
#pragma once

#include "core/sudoku/batch/board.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

// `text` begins with 81 digits and points.
PUZZLED_INLINE bool are_plain_cells(const std::uint8_t* text) {
  constexpr int kLast = kCells - kVectorBytes;  // the last vector overlaps the one before
#if defined(__AVX512VL__)
  const auto plain_cells = [](const std::uint8_t* cells) {
    const __m512i c = _mm512_loadu_si512(cells);
    const __m512i above = _mm512_sub_epi8(c, _mm512_set1_epi8('0'));
    return _mm512_cmple_epu8_mask(above, _mm512_set1_epi8(9)) |
           _mm512_cmpeq_epi8_mask(c, _mm512_set1_epi8('.'));
  };
  return (plain_cells(text) & plain_cells(text + kLast)) == ~0ULL;
#else
  Bytes highest{};
  Bytes slashes{};
  // From '.' to '9' there is one character that is no cell: '/'.
  for (int i = 0; i < kCells; i += kVectorBytes) {
    const Bytes c = load<Bytes>(text + (i < kLast ? i : kLast)) - '.';
    highest = highest > c ? highest : c;
    slashes |= reinterpret_cast<Bytes>(c == '/' - '.');
  }
  return !any_bit(reinterpret_cast<Plane>(slashes | reinterpret_cast<Bytes>(highest > '9' - '.')));
#endif
}

// `text` begins with 81 digits from 1 to 9.
PUZZLED_INLINE bool is_full_grid(const std::uint8_t* text) {
  constexpr int kLast = kCells - kVectorBytes;
  Bytes highest{};
  for (int i = 0; i < kCells; i += kVectorBytes) {
    const Bytes c = load<Bytes>(text + (i < kLast ? i : kLast)) - '1';
    highest = highest > c ? highest : c;
  }
  return !any_bit(reinterpret_cast<Plane>(reinterpret_cast<Bytes>(highest > 8)));
}

PUZZLED_INLINE bool is_plain_line(const std::uint8_t* text) {
  return text[kCells] == '\n' && are_plain_cells(text);
}

// A puzzle and its solution. Regions of digits are none: each of their cells touches one of its
// own.
PUZZLED_INLINE bool is_solved_line(const std::uint8_t* text) {
  const std::uint8_t separator = text[kCells];
  const std::uint8_t first = text[kLineBytes];
  return first != text[kLineBytes + 1] && first != text[kLineBytes + kSide] &&
         text[kLineBytes + kCells] == '\n' &&
         (separator == ',' || separator == '\t' || separator == ';' || separator == ' ') &&
         are_plain_cells(text) && is_full_grid(text + kLineBytes);
}

std::size_t count_plain_lines(const std::uint8_t* text, std::size_t size, std::size_t max,
                              PlainForm form) {
  const std::size_t bytes = plain_line_bytes(form);
  const std::size_t lines = size / bytes < max ? size / bytes : max;
  std::size_t found = 0;
  if (form == PlainForm::kSolved) {
    while (found < lines && is_solved_line(text + found * bytes)) ++found;
  } else {
    while (found < lines && is_plain_line(text + found * kLineBytes)) ++found;
  }
  return found;
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
