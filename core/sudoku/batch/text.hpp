// Lines of text with the widest vectors there are: which of them are puzzles as they stand.
#pragma once

#include "core/sudoku/batch/transpose.hpp"
#include "core/sudoku/cell_line.hpp"

namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA {

PUZZLED_INLINE bool any_byte(Bytes flags) {
#if defined(__AVX512VL__)
  const auto v = reinterpret_cast<__m512i>(flags);
  return _mm512_test_epi8_mask(v, v) != 0;
#else
  return any_lane(reinterpret_cast<Plane>(flags));
#endif
}

// 81 digits and points, and a line feed.
PUZZLED_INLINE bool is_plain_line(const std::uint8_t* text) {
  if (text[kCells] != '\n') return false;
  constexpr int kLast = kCells - kPlaneBytes;  // the last vector overlaps the one before
  Bytes highest{};
  Bytes slashes{};
  // From '.' to '9' there is one character that is no cell: '/'.
  for (int i = 0; i < kCells; i += kPlaneBytes) {
    const Bytes c = load_bytes(text + (i < kLast ? i : kLast)) - '.';
    highest = highest > c ? highest : c;
    slashes |= reinterpret_cast<Bytes>(c == '/' - '.');
  }
  return !any_byte(slashes | reinterpret_cast<Bytes>(highest > '9' - '.'));
}

static std::size_t find_plain_lines(const std::uint8_t* text, std::size_t size, std::size_t most,
                                    const std::uint8_t** cells) {
  const std::size_t lines = size / kLineBytes < most ? size / kLineBytes : most;
  std::size_t found = 0;
  for (; found < lines && is_plain_line(text); ++found, text += kLineBytes) cells[found] = text;
  return found;
}

}  // namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA
