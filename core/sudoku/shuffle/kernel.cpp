#include "core/sudoku/shuffle/kernel.hpp"

#include "core/simd/bytes.hpp"

namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

#if defined(__AVX512VBMI__)

// All cells at once: cell 9 r + c of the copy is cell 9 rows[r] + columns[c] of the puzzle, or
// 9 columns[c] + rows[r].

constexpr int kFirst = 64;  // cells of the first vector; the second one has the rest
constexpr int kRest = kCells - kFirst;

struct alignas(64) Lines {
  std::uint8_t row[2 * kFirst];  // by cell of the copy
  std::uint8_t column[2 * kFirst];
};

constexpr Lines lines_of_cells() {
  Lines lines{};
  for (int cell = 0; cell < kCells; ++cell) {
    lines.row[cell] = static_cast<std::uint8_t>(cell / kSide);
    lines.column[cell] = static_cast<std::uint8_t>(cell % kSide);
  }
  return lines;
}

constexpr Lines kLines = lines_of_cells();

bool transform(const std::uint8_t* cells, const Moves& moves, char* to) {
  constexpr std::uint64_t kRestMask = (std::uint64_t{1} << kRest) - 1;
  const __m512i first = _mm512_loadu_si512(cells);
  const __m512i rest = _mm512_maskz_loadu_epi8(kRestMask, cells + kFirst);
  // What becomes of a character is told by its low four bits. Other blanks than these share them.
  const __m128i blanks = _mm_setr_epi8('0', 0, 0, 0, 0, 0, 0, 0, 0, 0, '*', 0, 0, 0, '.', '_');
  const __m128i digits =
      _mm_setr_epi8(0, '1', '2', '3', '4', '5', '6', '7', '8', '9', 0, 0, 0, 0, 0, 0);
  const __m512i told = _mm512_broadcast_i32x4(_mm_or_si128(blanks, digits));
  if ((_mm512_cmpneq_epi8_mask(first, _mm512_shuffle_epi8(told, first)) |
       _mm512_mask_cmpneq_epi8_mask(kRestMask, rest, _mm512_shuffle_epi8(told, rest))) != 0) {
    return false;
  }
  const auto load_places = [](const Places* places) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(places->bytes));
  };
  const auto nine_times = [](__m128i v) { return _mm_add_epi8(v, _mm_slli_epi16(v, 3)); };
  const __m128i row_order = load_places(moves.rows);
  const __m128i column_order = load_places(moves.columns);
  // (Without a branch, for half of the copies are transposed.)
  const auto of_transposed = static_cast<__mmask16>(moves.transposes ? 0xFFFF : 0);
  const __m512i rows =
      _mm512_castsi128_si512(_mm_mask_mov_epi8(nine_times(row_order), of_transposed, row_order));
  const __m512i columns = _mm512_castsi128_si512(
      _mm_mask_mov_epi8(column_order, of_transposed, nine_times(column_order)));
  const __m512i characters = _mm512_broadcast_i32x4(
      _mm_or_si128(blanks, _mm_shuffle_epi8(load_places(moves.digits), load_places(moves.places))));
  const auto copy_of = [&](int at) {
    const __m512i index =
        _mm512_add_epi8(_mm512_permutexvar_epi8(_mm512_load_si512(kLines.row + at), rows),
                        _mm512_permutexvar_epi8(_mm512_load_si512(kLines.column + at), columns));
    return _mm512_shuffle_epi8(characters, _mm512_permutex2var_epi8(first, index, rest));
  };
  _mm512_storeu_si512(to, copy_of(0));
  _mm512_mask_storeu_epi8(to + kFirst, kRestMask, copy_of(kFirst));
  return true;
}

#else

// What becomes of a character is told by its low four bits, which these blanks share with others.
PUZZLED_INLINE bool has_other_blanks(const std::uint8_t* cells) {
  constexpr int kStarts[] = {0, 16, 32, 48, 64, kCells - 16};
  Bytes others{};
  for (const int start : kStarts) {
    const Bytes c = load<Bytes>(cells + start);
    others |= reinterpret_cast<Bytes>(((c | 0x20) == 'x') | (c == '?') | (c == '-'));
  }
  return any_bit(others);
}

bool transform(const std::uint8_t* cells, const Moves& moves, char* to) {
  if (has_other_blanks(cells)) return false;
  Bytes lines[kSide];
  read_rows(cells, lines);
  if (moves.transposes) transpose(lines);
  const Bytes columns = load<Bytes>(moves.columns->bytes);
  // What becomes of a character, by its low four bits: blanks stay what they are.
  constexpr Bytes kBlanks = {'0', 0, 0, 0, 0, 0, 0, 0, 0, 0, '*', 0, 0, 0, '.', '_'};
  const Bytes characters =
      kBlanks | look_up(load<Bytes>(moves.digits->bytes), load<Bytes>(moves.places->bytes));
  const std::uint8_t* const rows = moves.rows->bytes;
  for (int row = 0; row < kSide; ++row) {
    store(to + kSide * row, look_up(characters, look_up(lines[rows[row]], columns)));
  }
  return true;
}

#endif

}  // namespace

constinit const Kernel kKernel{.transform = transform};

}  // namespace puzzled::sudoku::shuffle::PUZZLED_LEVEL
