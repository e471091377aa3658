// The parts of the extension `_puzzled`. Each binds its functions; puzzled/__init__.py puts them
// into the form in which they are documented.
#pragma once

#include <pybind11/pybind11.h>

namespace puzzled::python {

void bind_rows(pybind11::module_& module);
void bind_text(pybind11::module_& module);
void bind_strings(pybind11::module_& module);
void bind_queens(pybind11::module_& module);
void bind_target(pybind11::module_& module);
void bind_cover(pybind11::module_& module);
void bind_variants(pybind11::module_& module);
void bind_verify(pybind11::module_& module);

}  // namespace puzzled::python
