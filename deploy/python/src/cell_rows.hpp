// Puzzles as arrays of Python: uint8, one row of 81 cells each, read where they lie.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "row_blocks.hpp"

namespace puzzled::python {

/// C-contiguous, of the shape (n, 81). A parameter of this type is bound with noconvert(), so that
/// nothing is copied; the argument keeps the memory alive until the call returns.
using CellArray = pybind11::array_t<std::uint8_t, pybind11::array::c_style>;

/// The rows of an array, for threads without the GIL. The array must outlive it.
class CellRows {
 public:
  /// Throws a ValueError for another shape.
  explicit CellRows(const CellArray& array);

  std::size_t size() const { return size_; }
  const std::uint8_t* cells(std::size_t row) const { return data_ + row * sudoku::kCells; }
  sudoku::Grid grid(std::size_t row) const;

  /// Whether all cells of the rows are 0 to 9. If not, reports the first that is not.
  bool are_digits(RowRange rows, FirstFault& fault) const;

  /// Copies the rows, up to the first that are_digits() reports, to `grids`. True if that is all.
  bool read(RowRange rows, std::vector<sudoku::Grid>& grids, FirstFault& fault) const;

  /// The same, and reports rows that hold a digit twice in a unit, too.
  bool read_consistent(RowRange rows, std::vector<sudoku::Grid>& grids, FirstFault& fault) const;

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

/// A new array of so many rows, of which nothing is written yet.
CellArray make_cell_array(std::size_t rows);

/// Copies `grid` to a row of the result of make_cell_array(), whose data is `to`.
void write_row(const sudoku::Grid& grid, std::uint8_t* to, std::size_t row);

/// Writes 81 characters: the cells of a row, `blank` for 0.
void write_characters(const std::uint8_t* cells, char blank, char* to);

}  // namespace puzzled::python
