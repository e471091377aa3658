// Puzzles as Python's objects: lists of strings, and arrays of an object for each cell.
#include <pybind11/numpy.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cell_rows.hpp"
#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

constexpr std::size_t kCells = Grid::kCells;

/// What an object's type is called, without its module.
std::string_view type_name(PyObject* object) {
  const std::string_view name = Py_TYPE(object)->tp_name;
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// Without the white space around it.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kWhiteSpace = " \t\r\v\f";
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
  return text.substr(0, text.find_last_not_of(kWhiteSpace) + 1);
}

/// The text of a str or bytes; nothing for other objects.
std::optional<std::string_view> text_of(PyObject* object) {
  if (PyUnicode_Check(object)) {
    Py_ssize_t size = 0;
    const char* const data = PyUnicode_AsUTF8AndSize(object, &size);
    if (data == nullptr) throw py::error_already_set();
    return std::string_view(data, static_cast<std::size_t>(size));
  }
  if (PyBytes_Check(object)) {
    return std::string_view(PyBytes_AS_STRING(object),
                            static_cast<std::size_t>(PyBytes_GET_SIZE(object)));
  }
  return std::nullopt;
}

std::optional<int> cell_of_number(double number) {
  if (std::isnan(number) || number == -1) return 0;
  if (!(number >= 0 && number <= 9) || number != std::floor(number)) return std::nullopt;
  return static_cast<int>(number);
}

std::optional<int> cell_of_text(std::string_view text, std::string_view blanks) {
  constexpr std::array<std::string_view, 7> kBlankWords = {"-1",   "None", "nan", "NaN",
                                                           "null", "<NA>", "-1.0"};
  if (const std::optional<int> cell = parse_cell(text, blanks)) return cell;
  text = trimmed(text);
  if (std::ranges::find(kBlankWords, text) != kBlankWords.end()) return 0;
  // `5.0`
  const bool is_decimal = text.size() > 2 && text[0] >= '0' && text[0] <= '9' && text[1] == '.' &&
                          text.find_first_not_of('0', 2) == std::string_view::npos;
  return is_decimal ? std::optional(text[0] - '0') : std::nullopt;
}

/// A number of whatever type; nothing for other objects.
std::optional<double> number_of(PyObject* object) {
  const PyNumberMethods* const methods = Py_TYPE(object)->tp_as_number;
  if (methods == nullptr || (methods->nb_float == nullptr && methods->nb_index == nullptr)) {
    return std::nullopt;
  }
  const double number = PyFloat_AsDouble(object);
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();  // an array of several numbers, or an integer beyond all doubles
    return std::nullopt;
  }
  return number;
}

bool is_not_available(PyObject* object) {
  const std::string_view name = type_name(object);
  return name == "NAType" || name == "NaTType" || name == "MaskedConstant";
}

/// The cell that an object is: a number from 0 to 9, or a string of one such digit. A blank is also
/// None, NaN, -1, pandas' NA, NumPy's masked, white space, the usual characters for blanks, and the
/// given ones. Nothing if it is no cell.
std::optional<int> cell_of(PyObject* object, std::string_view blanks) {
  if (object == Py_None) return 0;
  if (PyLong_CheckExact(object)) {
    int overflow = 0;
    const long number = PyLong_AsLongAndOverflow(object, &overflow);
    if (overflow != 0 || number < -1 || number > 9) return std::nullopt;
    return number < 0 ? 0 : static_cast<int>(number);
  }
  if (PyFloat_Check(object)) return cell_of_number(PyFloat_AS_DOUBLE(object));
  if (const auto text = text_of(object)) return cell_of_text(*text, blanks);
  if (is_not_available(object)) return 0;
  if (PyBool_Check(object) || type_name(object).starts_with("bool")) return std::nullopt;
  const std::optional<double> number = number_of(object);
  return number ? cell_of_number(*number) : std::nullopt;
}

/// Whether an object stands for a puzzle that is not there: None, NaN, pandas' NA, white space.
bool is_missing(PyObject* object) {
  if (object == Py_None) return true;
  if (PyFloat_Check(object)) return std::isnan(PyFloat_AS_DOUBLE(object));
  if (const auto text = text_of(object)) return trimmed(*text).empty();
  return is_not_available(object);
}

std::string row_name(std::size_t row) {
  return "row " + std::to_string(row) + ": ";
}

/// An object as Python shows it, if that is short.
std::string shown(PyObject* object) {
  constexpr std::size_t kMaxBytes = 40;
  const auto text = py::reinterpret_steal<py::object>(PyObject_ASCII(object));
  if (!text) throw py::error_already_set();
  auto shown = text.cast<std::string>();
  if (shown.size() > kMaxBytes) shown = shown.substr(0, kMaxBytes) + "...";
  return shown;
}

std::string_view text_of_row(py::handle text, std::size_t row) {
  if (const auto found = text_of(text.ptr())) return *found;
  throw py::type_error(row_name(row) + "expected a string of 81 cells, not " + shown(text.ptr()));
}

/// Puzzles of a list of strings, one each, in any form; and the rows of those that are missing,
/// which are zeros. A ValueError names the row that is no puzzle. `first_row`: how the first row is
/// called.
py::tuple parse_strings(const py::list& strings, const std::string& column,
                        const std::string& blank, std::size_t first_row) {
  const TextOptions options{.column = column, .blank = blank};
  value_of(options.check());
  CellArray puzzles = make_cell_array(strings.size());
  std::uint8_t* to = puzzles.mutable_data();
  py::list missing;
  for (std::size_t row = 0; row < strings.size(); ++row, to += kCells) {
    const py::handle string = PyList_GET_ITEM(strings.ptr(), static_cast<Py_ssize_t>(row));
    if (is_missing(string.ptr())) {
      missing.append(row);
      std::fill_n(to, kCells, std::uint8_t{0});
      continue;
    }
    const Result<Grid> read = Grid::parse(text_of_row(string, first_row + row), options);
    if (!read) throw py::value_error(row_name(first_row + row) + read.error().message);
    std::ranges::copy(read->digits(), to);
  }
  return py::make_tuple(puzzles, missing);
}

/// Puzzles of an array (n, 81) of any objects that are cells.
CellArray parse_objects(const py::array& cells, const std::string& blank, std::size_t first_row) {
  if (cells.dtype().kind() != 'O' || cells.ndim() != 2 || cells.shape(1) != kCells ||
      (cells.flags() & py::array::c_style) == 0) {
    throw py::value_error("cells must be a C-contiguous array (n, 81) of objects");
  }
  value_of(TextOptions{.blank = blank}.check());
  const auto rows = static_cast<std::size_t>(cells.shape(0));
  CellArray puzzles = make_cell_array(rows);
  std::uint8_t* const to = puzzles.mutable_data();
  const auto* const objects = static_cast<PyObject* const*>(cells.data());
  for (std::size_t i = 0; i < rows * kCells; ++i) {
    const auto object = py::reinterpret_borrow<py::object>(objects[i]);
    // NumPy takes a null pointer for None.
    const std::optional<int> cell = object ? cell_of(object.ptr(), blank) : 0;
    if (!cell) {
      const std::size_t at = i % kCells;
      throw py::value_error(row_name(first_row + i / kCells) + "r" +
                            std::to_string(at / std::size_t{Grid::kSide} + 1) + "c" +
                            std::to_string(at % std::size_t{Grid::kSide} + 1) + " is " +
                            shown(object.ptr()) + ", not 0 to 9");
    }
    to[i] = static_cast<std::uint8_t>(*cell);
  }
  return puzzles;
}

/// The rows as strings of 81 characters; `none_for_blank`: None for rows of zeros.
py::list strings(const CellArray& puzzles, bool none_for_blank) {
  const Rows rows = rows_of(puzzles);
  py::list strings(row_count(rows));
  for (std::size_t row = 0; row < strings.size(); ++row) {
    const Result<Grid> grid = Grid::from_digits(rows.subspan(row * kCells, kCells));
    if (!grid) throw py::value_error(row_name(row) + grid.error().message);
    if (none_for_blank && *grid == Grid()) {
      strings[row] = py::none();
    } else {
      strings[row] = py::str(to_string(*grid));
    }
  }
  return strings;
}

}  // namespace

void bind_strings(py::module_& module) {
  module.def("parse_strings", &parse_strings, py::arg("strings"), py::arg("column") = "",
             py::arg("blank") = "", py::arg("first_row") = 0);
  module.def("parse_objects", &parse_objects, py::arg("cells").noconvert(), py::arg("blank") = "",
             py::arg("first_row") = 0);
  module.def("strings", &strings, py::arg("puzzles").noconvert(), py::arg("none_for_blank"));
}

}  // namespace puzzled::python
