// From a puzzle's cells to a board's words, and from a solved board to its cells: 27 cells at a
// time where the level can compare so many at once. (For a puzzle with many clues, half of the
// time.)
#pragma once

#include "core/simd/bytes.hpp"
#include "core/sudoku/band_board.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/rules/words.hpp"

namespace puzzled::sudoku::rules::PUZZLED_LEVEL {
namespace {

// 32 cells are loaded for the 27 of a band: for the last band five of those before it.
constexpr int kFirstCell[3] = {0, 27, 49};
constexpr int kFirstBit[3] = {0, 0, 5};

// with(d): the cells with digit d, or with none (0).
template <class With>
PUZZLED_INLINE void set_candidates(BandBoard& board, With with) {
  const Bands blank = with(0);
  for (int digit = 1; digit <= 9; ++digit) {
    board.candidates[static_cast<std::size_t>(digit - 1)] = blank | with(digit);
  }
  board.settled = Bands{};
}

void read_board(const Grid& puzzle, BandBoard& board) {
#if defined(__AVX2__)
  __m256i cells[3];
  for (int b = 0; b < 3; ++b) cells[b] = load<__m256i>(puzzle.digits.data() + kFirstCell[b]);
  const auto with = [&](int digit) {
    std::uint32_t words[3];
    for (int b = 0; b < 3; ++b) {
      const __m256i equal = _mm256_cmpeq_epi8(cells[b], _mm256_set1_epi8(static_cast<char>(digit)));
      words[b] = static_cast<std::uint32_t>(_mm256_movemask_epi8(equal)) >> kFirstBit[b];
    }
    return Bands{words[0], words[1], words[2], 0} & in_every_band(kBandCells);
  };
  set_candidates(board, with);
#elif defined(__SSE2__)
  // 16 cells and, five of them again, the 16 up to the end of the band.
  Bytes cells[3][2];
  for (int b = 0; b < 3; ++b) {
    cells[b][0] = load<Bytes>(puzzle.digits.data() + 27 * b);
    cells[b][1] = load<Bytes>(puzzle.digits.data() + 27 * b + 11);
  }
  const auto with = [&](int digit) {
    const Bytes digits = Bytes{} + static_cast<std::uint8_t>(digit);
    std::uint32_t words[3];
    for (int b = 0; b < 3; ++b) {
      words[b] = mask_of(cells[b][0] == digits) | mask_of(cells[b][1] == digits) << 11;
    }
    return Bands{words[0], words[1], words[2], 0};
  };
  set_candidates(board, with);
#else
  board = board_of(puzzle);
#endif
}

void write_grid(const BandBoard& board, Grid& grid) {
#if defined(__AVX512VL__)
  __m256i cells[3] = {};
  for (std::size_t digit = 0; digit < 9; ++digit) {
    const __m256i value = _mm256_set1_epi8(static_cast<char>(digit + 1));
    for (int b = 0; b < 3; ++b) {
      cells[b] = _mm256_mask_mov_epi8(cells[b], board.candidates[digit][b], value);
    }
  }
  for (int b = 0; b < 3; ++b) {
    _mm256_mask_storeu_epi8(grid.digits.data() + 27 * b, kBandCells, cells[b]);
  }
#elif defined(__AVX2__)
  // Byte i of a word's 32 takes bit i: its byte first, then the bit.
  const __m256i byte_of = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                           2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit_of = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201U));
  for (int b = 0; b < 3; ++b) {
    __m256i cells{};
    for (std::size_t digit = 0; digit < 9; ++digit) {
      const __m256i word = _mm256_set1_epi32(static_cast<int>(board.candidates[digit][b]));
      const __m256i bits = _mm256_and_si256(_mm256_shuffle_epi8(word, byte_of), bit_of);
      const __m256i here = _mm256_cmpeq_epi8(bits, bit_of);
      const __m256i value = _mm256_set1_epi8(static_cast<char>(digit + 1));
      cells = _mm256_or_si256(cells, _mm256_and_si256(here, value));
    }
    std::uint8_t bytes[32];
    store(bytes, cells);
    std::memcpy(grid.digits.data() + 27 * b, bytes, 27);
  }
#else
  grid = grid_of(board);
#endif
}

}  // namespace
}  // namespace puzzled::sudoku::rules::PUZZLED_LEVEL
