// What Python's objects mean as cells and as puzzles that are missing.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string_view>

namespace puzzled::python {

/// The cell that an object is: a number from 0 to 9, or a string of one such digit. A blank is also
/// None, NaN, -1, pandas' NA, NumPy's masked, white space, the usual characters for blanks, and the
/// given ones. Nothing if it is no cell.
std::optional<int> cell_of(PyObject* object, std::string_view blanks);

/// Whether an object stands for a puzzle that is not there: None, NaN, pandas' NA, white space.
bool is_missing(PyObject* object);

}  // namespace puzzled::python
