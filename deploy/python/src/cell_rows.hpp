// Puzzles as arrays of Python: uint8, one row of 81 cells each, read where they lie.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <cstdint>
#include <puzzled/bulk.hpp>

namespace puzzled::python {

/// C-contiguous, of the shape (n, 81). A parameter of this type is bound with noconvert(), so that
/// nothing is copied; the argument keeps the memory alive until the call returns.
using CellArray = pybind11::array_t<std::uint8_t, pybind11::array::c_style>;

/// The rows of an array, for the library. The array must outlive them. Throws a ValueError for
/// another shape.
inline Rows rows_of(const CellArray& array) {
  if (array.ndim() != 2 || array.shape(1) != Grid::kCells) {
    throw pybind11::value_error("puzzles must have the shape (n, 81)");
  }
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// The same, to write to.
inline MutableRows mutable_rows_of(CellArray& array) {
  return {array.mutable_data(), rows_of(array).size()};
}

inline std::size_t row_count(Rows rows) {
  return rows.size() / Grid::kCells;
}

/// A new array of so many rows, of which nothing is written yet.
inline CellArray make_cell_array(std::size_t rows) {
  using Size = pybind11::ssize_t;
  return CellArray({static_cast<Size>(rows), static_cast<Size>(Grid::kCells)});
}

}  // namespace puzzled::python
