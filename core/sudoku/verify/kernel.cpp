// All 81 cells are compared at once; what is found becomes bits, of which the first says where.
#include "core/sudoku/verify/kernel.hpp"

#include "core/sudoku/conflict/units.hpp"

namespace puzzled::sudoku::verify::PUZZLED_LEVEL {
namespace {

/// A bit for each cell.
struct CellBits {
  std::uint64_t low = 0;   // of 64 cells
  std::uint64_t high = 0;  // of the others

  bool any() const { return (low | high) != 0; }
  std::uint8_t first() const {
    return static_cast<std::uint8_t>(low != 0 ? __builtin_ctzll(low) : 64 + __builtin_ctzll(high));
  }
};

struct Marks {
  CellBits others;   // of both: neither digit nor point
  CellBits blanks;   // of the grid
  CellBits changed;  // clues that the grid has not
};

#if defined(__AVX512VBMI__)

struct HalfMarks {
  std::uint64_t others;
  std::uint64_t blanks;
  std::uint64_t changed;
};

PUZZLED_INLINE HalfMarks marks_of(__m512i puzzle, __m512i grid) {
  const __m512i zero = _mm512_set1_epi8('0');
  const __m512i point = _mm512_set1_epi8('.');
  const __m512i nine = _mm512_set1_epi8(9);
  const __m512i clue = _mm512_sub_epi8(puzzle, zero);
  const __m512i digit = _mm512_sub_epi8(grid, zero);
  const __mmask64 is_number = _mm512_cmple_epu8_mask(clue, nine);
  const __mmask64 is_point = _mm512_cmpeq_epi8_mask(puzzle, point);
  const __mmask64 is_clue = _mm512_mask_test_epi8_mask(is_number, clue, clue);
  const __mmask64 has_number = _mm512_cmple_epu8_mask(digit, nine);
  const __mmask64 has_point = _mm512_cmpeq_epi8_mask(grid, point);
  return {.others = ~((is_number | is_point) & (has_number | has_point)),
          .blanks = has_point | _mm512_cmpeq_epi8_mask(grid, zero),
          .changed = _mm512_mask_cmpneq_epi8_mask(is_clue, puzzle, grid)};
}

PUZZLED_INLINE Marks marks_of(const std::uint8_t* puzzle, const std::uint8_t* grid) {
  constexpr int kFirst = 64;
  constexpr std::uint64_t kRest = (std::uint64_t{1} << (kCells - kFirst)) - 1;
  const HalfMarks first = marks_of(_mm512_loadu_si512(puzzle), _mm512_loadu_si512(grid));
  const HalfMarks rest = marks_of(_mm512_maskz_loadu_epi8(kRest, puzzle + kFirst),
                                  _mm512_maskz_loadu_epi8(kRest, grid + kFirst));
  return {.others = {first.others, rest.others & kRest},
          .blanks = {first.blanks, rest.blanks & kRest},
          .changed = {first.changed, rest.changed & kRest}};
}

/// 27 if there is none.
PUZZLED_INLINE int first_unit_in_conflict(const std::uint8_t* cells) {
  const std::uint32_t units = conflict::PUZZLED_LEVEL::units_in_conflict(cells);
  return units == 0 ? kUnits : __builtin_ctz(units);
}

#else

using simd::PUZZLED_LEVEL::Bytes;
using simd::PUZZLED_LEVEL::load;
using simd::PUZZLED_LEVEL::mask_of;

PUZZLED_INLINE Marks marks_of(const std::uint8_t* puzzle, const std::uint8_t* grid) {
  constexpr int kBytes = sizeof(Bytes);
  constexpr int kLast = kCells - kBytes;
  Marks marks;
  for (int at = 0; at < kCells; at += kBytes) {
    // The last vector overlaps the one before.
    const int begin = at < kLast ? at : kLast;
    const Bytes p = load<Bytes>(puzzle + begin);
    const Bytes g = load<Bytes>(grid + begin);
    const auto is_number = reinterpret_cast<Bytes>(p - '0' <= 9);
    const auto is_point = reinterpret_cast<Bytes>(p == '.');
    const auto has_number = reinterpret_cast<Bytes>(g - '0' <= 9);
    const auto has_point = reinterpret_cast<Bytes>(g == '.');
    const auto is_zero = reinterpret_cast<Bytes>(p == '0');
    const auto add = [&](CellBits& bits, Bytes found) {
      const std::uint64_t mask = mask_of(found);
      if (begin < 64) bits.low |= mask << begin;
      if (begin + kBytes > 64)
        bits.high |= begin < 64 ? mask >> (64 - begin) : mask << (begin - 64);
    };
    add(marks.others, ~((is_number | is_point) & (has_number | has_point)));
    add(marks.blanks, has_point | reinterpret_cast<Bytes>(g == '0'));
    add(marks.changed, is_number & ~is_zero & reinterpret_cast<Bytes>(p != g));
  }
  return marks;
}

PUZZLED_INLINE int cell_of_unit(int unit, int k) {
  if (unit < kSide) return kSide * unit + k;
  if (unit < 2 * kSide) return kSide * k + unit - kSide;
  const int box = unit - 2 * kSide;
  return kSide * (box / 3 * 3 + k / 3) + box % 3 * 3 + k % 3;
}

/// 27 if there is none.
PUZZLED_INLINE int first_unit_in_conflict(const std::uint8_t* cells) {
  if (!conflict::PUZZLED_LEVEL::has_conflict(cells)) return kUnits;
  for (int unit = 0; unit < kUnits; ++unit) {
    std::uint32_t seen = 0;
    std::uint32_t twice = 0;
    for (int k = 0; k < kSide; ++k) {
      const std::uint32_t bit = std::uint32_t{1} << (cells[cell_of_unit(unit, k)] & 15);
      twice |= seen & bit;
      seen |= bit;
    }
    if (twice != 0) return unit;
  }
  return kUnits;
}

#endif

Look look(const std::uint8_t* puzzle, const std::uint8_t* grid) {
  const Marks marks = marks_of(puzzle, grid);
  if (marks.others.any()) return {};
  const bool keeps_clues = !marks.blanks.any() && !marks.changed.any();
  const int unit = keeps_clues ? first_unit_in_conflict(grid) : kUnits;
  if (keeps_clues && unit == kUnits) return {.finding = Finding::kRight};
  if (conflict::PUZZLED_LEVEL::has_conflict(puzzle)) return {.finding = Finding::kPuzzle};
  if (marks.blanks.any()) return {Finding::kBlank, marks.blanks.first()};
  if (marks.changed.any()) return {Finding::kClue, marks.changed.first()};
  return {Finding::kUnit, static_cast<std::uint8_t>(unit)};
}

std::size_t count_right(const std::uint8_t* text, std::size_t size, std::uint8_t separator) {
  constexpr std::size_t kLine = 2 * (kCells + 1);
  std::size_t lines = 0;
  for (; size >= kLine; size -= kLine, text += kLine, ++lines) {
    if (text[kCells] != separator || text[kLine - 1] != '\n') break;
    const Marks marks = marks_of(text, text + kCells + 1);
    const std::uint64_t low = marks.others.low | marks.blanks.low | marks.changed.low;
    const std::uint64_t high = marks.others.high | marks.blanks.high | marks.changed.high;
    if ((low | high) != 0 || conflict::PUZZLED_LEVEL::has_conflict(text + kCells + 1)) break;
  }
  return lines;
}

}  // namespace

constinit const Kernel kKernel{.look = look, .count_right = count_right};

}  // namespace puzzled::sudoku::verify::PUZZLED_LEVEL
