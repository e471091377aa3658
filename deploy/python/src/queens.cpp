// The N queens problem: its number of solutions, and the first of them.
#include <pybind11/numpy.h>
#include <unistd.h>

#include <cstdint>
#include <puzzled/parallel.hpp>
#include <span>
#include <stdexcept>
#include <vector>

#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

std::uint64_t free_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t queens_count(int n, bool unique, int threads) {
  const Result<std::uint64_t> count = interruptible(threads, [&](const RunOptions& run) {
    return unique ? count_fundamental_queens(n, run, free_memory())
                  : count_queens(n, run, free_memory());
  });
  if (!count) throw std::runtime_error(count.error().message);
  return *count;
}

/// The first solutions in lexicographic order, a row each: the column of each row's queen, from 0.
py::array_t<std::int64_t> queens_first(int n, std::int64_t solutions) {
  std::vector<std::int64_t> columns;
  py::ssize_t found = 0;
  if (solutions > 0) {
    const py::gil_scoped_release without_lock;
    static_cast<void>(for_each_queens(n, [&](std::span<const int> solution) {
      for (const int column : solution) columns.push_back(column);
      if (found % 1024 == 0) check_signals();
      return ++found < solutions;
    }));
  }
  return py::array_t<std::int64_t>({found, static_cast<py::ssize_t>(n)}, columns.data());
}

}  // namespace

void bind_queens(py::module_& module) {
  module.attr("MAX_QUEENS") = int{kMaxCountedQueens};
  module.attr("MAX_LISTED_QUEENS") = int{kMaxListedQueens};
  module.def("queens_count", &queens_count, py::arg("n"), py::arg("unique"), py::arg("threads"));
  module.def("queens_first", &queens_first, py::arg("n"), py::arg("solutions"));
}

}  // namespace puzzled::python
