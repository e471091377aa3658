#include "module.hpp"

#include <puzzled/parallel.hpp>

PYBIND11_MODULE(_puzzled, module) {
  using namespace puzzled::python;
  module.doc() = "The engines of puzzled on arrays of the shape (n, 81); use the module puzzled.";
  module.attr("__version__") = PUZZLED_VERSION;
  // Bounds of arguments, which the package checks: nothing here does it again.
  module.attr("MAX_THREADS") = int{puzzled::kMaxThreads};
  bind_rows(module);
  bind_text(module);
  bind_strings(module);
  bind_queens(module);
  bind_target(module);
  bind_cover(module);
  bind_variants(module);
  bind_verify(module);
}
