// Calls of the library without Python's lock (the GIL), which Ctrl-C ends.
#pragma once

#include <pybind11/pybind11.h>

#include <puzzled/parallel.hpp>

namespace puzzled::python {

/// Gives Python's signal handlers their turn; throws what they raise, as Ctrl-C does. A handler
/// that raises nothing changes nothing. REQUIRES: the caller is without the GIL.
inline void check_signals() {
  const pybind11::gil_scoped_acquire with_lock;
  if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

/// Runs `call(run)` without the GIL, so that other Python threads go on. Every 50 ms Python's
/// signal handlers get their turn on this thread: if one of them raises, `call` is stopped and the
/// exception comes out here.
///
/// REQUIRES: the caller holds the GIL. `call` touches no Python object, and passes `run` to a
/// function of the library.
template <class Call>
auto interruptible(int threads, const Call& call) {
  const RunOptions run{.threads = threads, .progress = [](double) { check_signals(); }};
  const pybind11::gil_scoped_release without_lock;
  return call(run);
}

/// The value, or a ValueError with the reason.
template <class T>
T value_of(Result<T> result) {
  if (!result) throw pybind11::value_error(result.error().message);
  return std::move(*result);
}

}  // namespace puzzled::python
