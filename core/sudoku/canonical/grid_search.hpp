// The canonical form of a full grid: its six bands are looked up, and only the transformations that
// give the smallest of them are tried.
#pragma once

#include "core/simd/bytes.hpp"
#include "core/sudoku/canonical/band_tables.hpp"
#include "core/sudoku/canonical/grid_way.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku::canonical::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

class GridSearch {
 public:
  PUZZLED_INLINE GridSearch(const std::uint8_t* cells, const BandTables& tables, GridWay* ways)
      : tables_(tables), ways_(ways) {
    read_rows(cells, lines_[0]);
    // What stands behind the ninth cell is looked up, too, and must be below 16.
    for (int line = 0; line < kSide; ++line) lines_[1][line] = lines_[0][line];
    transpose(lines_[1]);
  }

  /// Writes the form, and the ways to it. Returns how many these are.
  PUZZLED_INLINE std::uint32_t find(std::uint8_t* form) {
    std::uint32_t entries[6];
    std::uint32_t smallest = kBandClasses;
    for (int band = 0; band < 6; ++band) {
      entries[band] = tables_.ways[normal_number(band)];
      const std::uint32_t band_class = entries[band] & 0xFFFF;
      smallest = band_class < smallest ? band_class : smallest;
    }
    const std::uint32_t begin = tables_.first_automorphism[smallest];
    const std::uint32_t end = tables_.first_automorphism[smallest + 1];
    for (int band = 0; band < 6; ++band) {
      if ((entries[band] & 0xFFFF) != smallest) continue;
      for (std::uint32_t i = begin; i < end; ++i) {
        try_way(band, tables_.moves[entries[band] >> 16], tables_.automorphism_data[i]);
      }
    }
    const Way way = first_way();
    for (int row = 0; row < kSide; ++row) {
      store(form + kSide * row, line_of(way, ways_[0].lines[row]));
    }
    return count_;
  }

 private:
  // The number of a band's normal form; remembers the order of columns that leads to it.
  PUZZLED_INLINE std::uint32_t normal_number(int band) {
    const Bytes* const rows = &lines_[0][0] + 3 * band;
    std::uint8_t cells[3][16];
    for (int row = 0; row < 3; ++row) store(cells[row], rows[row]);
    std::uint8_t numbers[16];
    for (int i = 0; i < kSide; ++i) numbers[cells[i / 3][i % 3]] = static_cast<std::uint8_t>(i);
    const Triple* triples[2][3];
    for (int box = 0; box < 2; ++box) {
      for (int row = 0; row < 3; ++row) {
        const std::uint8_t* const triple = cells[row] + 3 * (box + 1);
        triples[box][row] =
            &tables_.triples[81 * numbers[triple[0]] + 9 * numbers[triple[1]] + numbers[triple[2]]];
      }
    }
    sorted_[band] = tables_.sorted_columns[triples[0][0]->order][triples[1][0]->order];
    std::uint32_t number = triples[0][0]->first;
    if (number >= 2) number += triples[0][1]->second;
    for (int box = 0; box < 2; ++box) {
      number = 36 * number + tables_.lower_orders[triples[box][0]->order][triples[box][1]->order]
                                                 [triples[box][2]->order];
    }
    return number;
  }

  // A way in registers: bytes that were just written are slow to load as a vector.
  struct Way {
    Bytes columns;
    Bytes digits;
    const Bytes* lines;
  };

  // Of the grids that begin with the band after both moves, the smallest; keeps it if there is none
  // smaller yet.
  PUZZLED_INLINE void try_way(int band, const BandMove& to_smallest, const BandMove& automorphism) {
    const int transposes = band >= 3 ? 1 : 0;
    const int base = 3 * (band - 3 * transposes);
    GridWay& kept = ways_[count_];
    Way way;
    way.lines = lines_[transposes];
    way.columns = look_up(load<Bytes>(sorted_[band]), look_up(load<Bytes>(to_smallest.columns),
                                                              load<Bytes>(automorphism.columns)));
    const int top = base + to_smallest.rows[automorphism.rows[0]];
    std::uint8_t cells[16];
    store(cells, look_up(way.lines[top], way.columns));
    for (int i = 0; i < kSide; ++i) kept.digits[cells[i]] = static_cast<std::uint8_t>(i + 1);
    way.digits = load<Bytes>(kept.digits);
    const int first_column = static_cast<int>(way.columns[0]);
    std::uint8_t first[16];
    store(first, look_up(way.digits, lines_[1 - transposes][first_column]));
    lay_lower_lines(first, base, kept.lines);
    if (!is_smallest(way, kept.lines)) return;
    store(kept.columns, way.columns);
    for (int row = 0; row < 3; ++row) {
      kept.lines[row] = static_cast<std::uint8_t>(base + to_smallest.rows[automorphism.rows[row]]);
    }
    kept.transposes = static_cast<std::uint8_t>(transposes);
    if (count_ > 0 && is_smaller_) {
      ways_[0] = kept;
      count_ = 0;
    }
    ++count_;
  }

  // Below the band, lines follow each other by their first cells, and so do the bands.
  static PUZZLED_INLINE void lay_lower_lines(const std::uint8_t* first, int base,
                                             std::uint8_t* lines) {
    int upper = base == 0 ? 3 : 0;
    int lower = base == 6 ? 3 : 6;
    if (smallest_of(first + lower) < smallest_of(first + upper)) {
      const int other = upper;
      upper = lower;
      lower = other;
    }
    sort_lines(first, upper, lines + 3);
    sort_lines(first, lower, lines + 6);
  }

  static PUZZLED_INLINE std::uint8_t smallest_of(const std::uint8_t* three) {
    const std::uint8_t two = three[0] < three[1] ? three[0] : three[1];
    return two < three[2] ? two : three[2];
  }

  static PUZZLED_INLINE void sort_lines(const std::uint8_t* first, int line, std::uint8_t* sorted) {
    const int a = first[line];
    const int b = first[line + 1];
    const int c = first[line + 2];
    sorted[(b < a ? 1 : 0) + (c < a ? 1 : 0)] = static_cast<std::uint8_t>(line);
    sorted[(a < b ? 1 : 0) + (c < b ? 1 : 0)] = static_cast<std::uint8_t>(line + 1);
    sorted[(a < c ? 1 : 0) + (b < c ? 1 : 0)] = static_cast<std::uint8_t>(line + 2);
  }

  static PUZZLED_INLINE Bytes line_of(const Way& way, int line) {
    return look_up(way.digits, look_up(way.lines[line], way.columns));
  }

  // Eight cells as a number that compares as their text; they tell the ninth.
  static PUZZLED_INLINE std::uint64_t text_of(const Way& way, int line) {
    const auto cells = reinterpret_cast<Vector<std::uint64_t, 16>>(line_of(way, line));
    return __builtin_bswap64(cells[0]);
  }

  PUZZLED_INLINE Way first_way() const {
    return {load<Bytes>(ways_[0].columns), load<Bytes>(ways_[0].digits),
            lines_[ways_[0].transposes]};
  }

  // Whether no grid so far is smaller, and whether this one is smaller than all, or the first. All
  // begin with the same band; the fourth row tells nearly all of them apart.
  PUZZLED_INLINE bool is_smallest(const Way& way, const std::uint8_t* lines) {
    const std::uint64_t text = text_of(way, lines[3]);
    is_smaller_ = text < fourth_row_;
    if (text != fourth_row_) {
      if (is_smaller_) fourth_row_ = text;
      return is_smaller_;
    }
    const Way first = first_way();
    for (int row = 4; row < kSide; ++row) {
      const std::uint64_t a = text_of(way, lines[row]);
      const std::uint64_t b = text_of(first, ways_[0].lines[row]);
      if (a == b) continue;
      is_smaller_ = a < b;
      return is_smaller_;
    }
    return true;
  }

  const BandTables& tables_;
  GridWay* const ways_;
  std::uint32_t count_ = 0;
  Bytes lines_[2][kSide];  // rows, and columns
  const std::uint8_t* sorted_[6];
  std::uint64_t fourth_row_ = ~std::uint64_t{0};  // of the smallest grid so far
  bool is_smaller_ = false;
};

}  // namespace
}  // namespace puzzled::sudoku::canonical::PUZZLED_LEVEL
