// Finds lines of text that are puzzles in their plainest form.
#pragma once

#include "core/sudoku/batch/board.hpp"
#include "core/sudoku/cell_line.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {
namespace {

// 81 digits and points, and a line feed.
PUZZLED_INLINE bool is_plain_line(const std::uint8_t* text) {
  if (text[kCells] != '\n') return false;
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

std::size_t find_plain_lines(const std::uint8_t* text, std::size_t size, std::size_t max,
                             const std::uint8_t** cells) {
  const std::size_t lines = size / kLineBytes < max ? size / kLineBytes : max;
  std::size_t found = 0;
  for (; found < lines && is_plain_line(text); ++found, text += kLineBytes) cells[found] = text;
  return found;
}

}  // namespace
}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
