#include "core/sudoku/minimal/digit_cycles.hpp"

#include <array>
#include <bit>

namespace puzzled::sudoku {
namespace {

/// Where a digit stands in the solution. Sets of rows have a bit for each.
struct DigitPlaces {
  std::array<std::uint32_t, kSide> column;  // by row
  std::array<std::uint32_t, kSide> box;     // by row
  std::array<std::uint32_t, kSide> row_in_column;
  std::array<std::uint32_t, kSide> row_in_box;
  std::uint32_t clues = 0;  // the rows in which it is a clue
};

constexpr std::uint32_t kAllRows = (1U << kSide) - 1;

using AllPlaces = std::array<DigitPlaces, kSide>;

AllPlaces places_of(const Grid& puzzle, const std::uint8_t* digits, unsigned first_digit) {
  AllPlaces places;
  for (std::uint32_t cell = 0; cell < kCells; ++cell) {
    const std::uint32_t row = cell / kSide;
    const std::uint32_t column = cell % kSide;
    const std::uint32_t box = row / 3 * 3 + column / 3;
    DigitPlaces& digit = places[digits[cell] - first_digit];
    digit.column[row] = column;
    digit.box[row] = box;
    digit.row_in_column[column] = digit.row_in_box[box] = 1U << row;
    if (puzzle.digits[cell] != 0) digit.clues |= 1U << row;
  }
  return places;
}

/// Calls `visit(i, j, rows)` for each cycle of the digits i and j, i < j.
template <class Visit>
void for_each_cycle(const AllPlaces& places, const Visit& visit) {
  for (std::size_t i = 0; i < kSide; ++i) {
    const DigitPlaces& a = places[i];
    for (std::size_t j = i + 1; j < kSide; ++j) {
      const DigitPlaces& b = places[j];
      // From row to row, as `a` of one and `b` of the next share a column or a box. These are
      // permutations of the rows, so that their cycles need not be followed backwards.
      for (std::uint32_t left = kAllRows; left != 0;) {
        std::uint32_t rows = left & -left;
        for (std::uint32_t fresh = rows; fresh != 0;) {
          const auto row = static_cast<std::size_t>(std::countr_zero(fresh));
          const std::uint32_t found =
              (b.row_in_column[a.column[row]] | b.row_in_box[a.box[row]]) & ~rows;
          rows |= found;
          fresh = (fresh & (fresh - 1)) | found;
        }
        left &= ~rows;
        visit(i, j, rows);
      }
    }
  }
}

}  // namespace

CellSet clues_alone_in_cycle(const Grid& puzzle, const char* solution) {
  const AllPlaces places = places_of(puzzle, reinterpret_cast<const std::uint8_t*>(solution), '1');
  CellSet alone;
  for_each_cycle(places, [&](std::size_t i, std::size_t j, std::uint32_t rows) {
    const DigitPlaces& a = places[i];
    const DigitPlaces& b = places[j];
    const std::uint32_t with_clue = rows & (a.clues | b.clues);
    if ((with_clue & (with_clue - 1)) != 0 || (with_clue & a.clues & b.clues) != 0) return;
    if (with_clue == 0) return;  // there are several solutions
    const auto row = static_cast<std::size_t>(std::countr_zero(with_clue));
    alone.set(row * kSide + ((with_clue & a.clues) != 0 ? a : b).column[row]);
  });
  return alone;
}

DigitCycles::DigitCycles(const Grid& puzzle, const Grid& solution) {
  const AllPlaces places = places_of(puzzle, solution.digits.data(), 1);
  std::size_t count = 0;
  for_each_cycle(places, [&](std::size_t i, std::size_t j, std::uint32_t rows) {
    const auto number = static_cast<std::uint8_t>(count);
    clues_[count++] = static_cast<std::uint8_t>(std::popcount(rows & places[i].clues) +
                                                std::popcount(rows & places[j].clues));
    for (; rows != 0; rows &= rows - 1) {
      const auto row = static_cast<std::size_t>(std::countr_zero(rows));
      cycles_[row * kSide + places[i].column[row]][j - 1] = number;
      cycles_[row * kSide + places[j].column[row]][i] = number;
    }
  });
}

bool DigitCycles::needs(int cell) const {
  for (const std::uint8_t number : cycles_[static_cast<std::size_t>(cell)]) {
    if (clues_[number] == 1) return true;
  }
  return false;
}

void DigitCycles::remove(int cell) {
  for (const std::uint8_t number : cycles_[static_cast<std::size_t>(cell)]) --clues_[number];
}

void DigitCycles::put_back(int cell) {
  for (const std::uint8_t number : cycles_[static_cast<std::size_t>(cell)]) ++clues_[number];
}

}  // namespace puzzled::sudoku
