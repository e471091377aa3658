#include "cell_objects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <puzzled/sudoku.hpp>
#include <string_view>

namespace py = pybind11;

namespace puzzled::python {
namespace {

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

}  // namespace

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

bool is_missing(PyObject* object) {
  if (object == Py_None) return true;
  if (PyFloat_Check(object)) return std::isnan(PyFloat_AS_DOUBLE(object));
  if (const auto text = text_of(object)) return trimmed(*text).empty();
  return is_not_available(object);
}

}  // namespace puzzled::python
