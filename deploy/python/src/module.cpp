#include "module.hpp"

PYBIND11_MODULE(_puzzled, module) {
  using namespace puzzled::python;
  module.doc() = "The engines of puzzled on arrays of the shape (n, 81); use the module puzzled.";
  module.attr("__version__") = PUZZLED_VERSION;
  bind_solving(module);
  bind_equivalents(module);
  bind_judging(module);
  bind_text(module);
  bind_queens(module);
  bind_target(module);
  bind_cover(module);
}
