#include "core/sudoku/symmetry.hpp"

#include <cstddef>
#include <utility>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/cell_set.hpp"

namespace puzzled::sudoku {
namespace {

int cell_at(int row, int column) {
  return row * kSide + column;
}

/// The cells that `cell` goes to by the generators of the symmetry; it may be among them.
Orbit images_of(int cell, Symmetry symmetry) {
  constexpr int kLast = kSide - 1;
  const int row = row_of(cell);
  const int column = column_of(cell);
  switch (symmetry) {
    case Symmetry::kNone:
      return {};
    case Symmetry::kRotational:
      return {cell_at(kLast - row, kLast - column)};
    case Symmetry::kQuarterTurn:
      return {cell_at(column, kLast - row)};
    case Symmetry::kHorizontal:
      return {cell_at(kLast - row, column)};
    case Symmetry::kVertical:
      return {cell_at(row, kLast - column)};
    case Symmetry::kDiagonal:
      return {cell_at(column, row)};
    case Symmetry::kAntiDiagonal:
      return {cell_at(kLast - column, kLast - row)};
    case Symmetry::kFull:
      return {cell_at(column, kLast - row), cell_at(column, row)};
  }
  return {};
}

}  // namespace

std::vector<Orbit> orbits_of(Symmetry symmetry) {
  std::vector<Orbit> orbits;
  CellSet known;
  for (int cell = 0; cell < kCells; ++cell) {
    if (known[static_cast<std::size_t>(cell)]) continue;
    Orbit orbit{cell};
    known.set(static_cast<std::size_t>(cell));
    for (std::size_t i = 0; i < orbit.size(); ++i) {
      for (const int image : images_of(orbit[i], symmetry)) {
        if (known[static_cast<std::size_t>(image)]) continue;
        known.set(static_cast<std::size_t>(image));
        orbit.push_back(image);
      }
    }
    orbits.push_back(std::move(orbit));
  }
  return orbits;
}

}  // namespace puzzled::sudoku
