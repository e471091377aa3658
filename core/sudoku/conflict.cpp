// Counts decide whether there is a conflict; plain loops then look for it.
#include "core/sudoku/conflict.hpp"

#include <array>
#include <cstddef>

namespace puzzled::sudoku {
namespace {

// Whether some unit holds a digit twice. A unit's cells are counted by digit, four bits each: digit
// d in bits 4d to 4d + 3, the blanks, which may repeat, in the lowest four. (No count exceeds 9.)
bool has_conflict(const Grid& puzzle) {
  constexpr std::uint64_t kTwoOrMore = 0xEEEEEEEEE0;
  std::array<std::uint64_t, kSide> columns{};
  std::uint64_t counts = 0;  // of all units, or-ed
  for (int band = 0; band < 3; ++band) {
    std::array<std::uint64_t, 3> boxes{};
    for (int row = 3 * band; row < 3 * band + 3; ++row) {
      std::uint64_t in_row = 0;
      for (int column = 0; column < kSide; ++column) {
        const std::uint64_t one = std::uint64_t{1} << 4 * puzzle[kSide * row + column];
        in_row += one;
        columns[static_cast<std::size_t>(column)] += one;
        boxes[static_cast<std::size_t>(column / 3)] += one;
      }
      counts |= in_row;
    }
    for (const std::uint64_t box : boxes) counts |= box;
  }
  for (const std::uint64_t column : columns) counts |= column;
  return (counts & kTwoOrMore) != 0;
}

bool share_a_unit(int a, int b) {
  return row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
}

std::string name_of_cell(int cell) {
  return 'r' + std::to_string(row_of(cell) + 1) + 'c' + std::to_string(column_of(cell) + 1);
}

}  // namespace

std::optional<Conflict> find_conflict(const Grid& puzzle) {
  if (!has_conflict(puzzle)) return std::nullopt;
  for (int first = 0; first < kCells; ++first) {
    if (puzzle[first] == 0) continue;
    for (int second = first + 1; second < kCells; ++second) {
      if (puzzle[second] == puzzle[first] && share_a_unit(first, second)) {
        return Conflict{first, second, puzzle[first]};
      }
    }
  }
  return std::nullopt;
}

std::string to_text(const Conflict& conflict) {
  return "clues " + name_of_cell(conflict.first_cell) + " and " +
         name_of_cell(conflict.second_cell) + " are both " + std::to_string(conflict.digit);
}

}  // namespace puzzled::sudoku
