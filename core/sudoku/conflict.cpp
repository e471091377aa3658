// A kernel decides whether there is a conflict; plain loops then look for it.
#include "core/sudoku/conflict.hpp"

#include "core/sudoku/cell_name.hpp"
#include "core/sudoku/conflict/kernel.hpp"

namespace puzzled::sudoku {
namespace {

bool share_a_unit(int a, int b) {
  return row_of(a) == row_of(b) || column_of(a) == column_of(b) || box_of(a) == box_of(b);
}

}  // namespace

std::string name_of_cell(int cell) {
  return std::string(cell_name(cell));
}

bool has_conflict(const std::uint8_t* cells) {
  static const conflict::Kernel* const kernel = conflict::find_kernel({});
  return kernel->has_conflict(cells);
}

std::optional<Conflict> find_conflict(const Grid& puzzle) {
  if (!has_conflict(puzzle.digits.data())) return std::nullopt;
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
