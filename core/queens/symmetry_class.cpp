#include "core/queens/symmetry_class.hpp"

#include <algorithm>
#include <array>

#include "core/queens/boards/board.hpp"

namespace puzzled::queens {
namespace {

/// Whether the image comes before the solution: `image(row)` is the column of its queen.
template <class Image>
bool comes_before(std::span<const int> columns, const Image& image) {
  for (std::size_t row = 0; row < columns.size(); ++row) {
    const int column = image(row);
    if (column != columns[row]) return column < columns[row];
  }
  return false;
}

}  // namespace

bool is_first_of_class(std::span<const int> columns) {
  const std::size_t queens = columns.size();
  const int beyond = static_cast<int>(queens) + 1;
  // Most solutions are ruled out by the first row of an image: a queen at an edge is nearer to a
  // corner.
  const int first = columns.front();
  if (first > last_first_column(static_cast<int>(queens))) return false;
  if (std::min(columns.back(), beyond - columns.back()) < first) return false;

  // Transposed: the row of each column's queen.
  std::array<int, kMaxBoardQueens> rows;
  for (std::size_t row = 0; row < queens; ++row) {
    rows[static_cast<std::size_t>(columns[row]) - 1] = static_cast<int>(row) + 1;
  }
  for (const std::span<const int> lines : {columns, std::span<const int>(rows).first(queens)}) {
    const auto upside_down = [&](std::size_t row) { return lines[queens - 1 - row]; };
    if (comes_before(columns, [&](std::size_t row) { return lines[row]; }) ||
        comes_before(columns, [&](std::size_t row) { return beyond - lines[row]; }) ||
        comes_before(columns, upside_down) ||
        comes_before(columns, [&](std::size_t row) { return beyond - upside_down(row); })) {
      return false;
    }
  }
  return true;
}

}  // namespace puzzled::queens
