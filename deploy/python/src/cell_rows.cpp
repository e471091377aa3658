#include "cell_rows.hpp"

namespace py = pybind11;

namespace puzzled::python {

Rows rows_of(const CellArray& array) {
  if (array.ndim() != 2 || array.shape(1) != Grid::kCells) {
    throw py::value_error("puzzles must have the shape (n, 81)");
  }
  return {array.data(), static_cast<std::size_t>(array.size())};
}

MutableRows mutable_rows_of(CellArray& array) {
  return {array.mutable_data(), rows_of(array).size()};
}

CellArray make_cell_array(std::size_t rows) {
  return CellArray({static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(Grid::kCells)});
}

}  // namespace puzzled::python
