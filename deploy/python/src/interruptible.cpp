#include "interruptible.hpp"

namespace py = pybind11;

namespace puzzled::python {

void check_signals() {
  const py::gil_scoped_acquire with_lock;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

void check_threads(int threads) {
  if (threads >= 0 && threads <= kMaxThreads) return;
  throw py::value_error("threads must be a number from 0 to " + std::to_string(kMaxThreads) +
                        " (got " + std::to_string(threads) + ")");
}

}  // namespace puzzled::python
