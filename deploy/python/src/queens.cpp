// The N queens problem, also on boards with holes, queens or regions: numbers of solutions, the
// first of them, one of many.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <puzzled/parallel.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
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

BoardEdges edges_of(bool is_torus) {
  return is_torus ? BoardEdges::kTorus : BoardEdges::kOpen;
}

std::uint64_t queens_count_on(const std::string& board, bool is_torus, std::uint64_t limit,
                              int threads) {
  return value_of(interruptible(threads, [&](const RunOptions& run) {
    return count_queens_on(board, run, limit, edges_of(is_torus), free_memory());
  }));
}

/// A row each.
py::array_t<std::int64_t> array_of(const std::vector<QueenColumns>& solutions, std::int64_t n) {
  py::array_t<std::int64_t> rows(
      {static_cast<py::ssize_t>(solutions.size()), static_cast<py::ssize_t>(n)});
  std::int64_t* to = rows.mutable_data();
  for (const QueenColumns& solution : solutions) to = std::ranges::copy(solution, to).out;
  return rows;
}

/// `n` rows has the board.
py::array_t<std::int64_t> queens_list_on(const std::string& board, std::int64_t n, bool is_torus,
                                         std::uint64_t solutions) {
  return array_of(value_of(interruptible(1,
                                         [&](const RunOptions& run) {
                                           return list_queens_on(board, run, solutions,
                                                                 edges_of(is_torus));
                                         })),
                  n);
}

py::array_t<std::int64_t> queens_any(int n) {
  std::vector<QueenColumns> solutions;
  const QueenColumns columns = value_of(construct_queens(n));
  if (!columns.empty()) solutions.push_back(columns);
  return array_of(solutions, n);
}

py::array_t<std::int64_t> queens_random(int n, std::uint64_t count, std::uint64_t seed) {
  return array_of(
      value_of(interruptible(
          1, [&](const RunOptions& run) { return random_queens(n, run, count, seed); })),
      n);
}

std::vector<std::string> regions_generate(int rows, std::uint64_t count, std::uint64_t seed) {
  return value_of(interruptible(
      1, [&](const RunOptions& run) { return generate_regions(rows, run, count, seed); }));
}

/// An array of the columns for each board, or None.
py::list regions_solve(const std::vector<std::string>& boards, int threads) {
  const std::vector<std::string_view> views(boards.begin(), boards.end());
  const auto solutions = value_of(
      interruptible(threads, [&](const RunOptions& run) { return solve_regions(views, run); }));
  py::list answers;
  for (std::size_t i = 0; i < solutions.size(); ++i) {
    if (!solutions[i]) {
      throw py::value_error("boards[" + std::to_string(i) + "]: " + solutions[i].error().message);
    }
    if (solutions[i]->empty()) {
      answers.append(py::none());
      continue;
    }
    py::array_t<std::int64_t> columns(static_cast<py::ssize_t>(solutions[i]->size()));
    std::ranges::copy(*solutions[i], columns.mutable_data());
    answers.append(columns);
  }
  return answers;
}

}  // namespace

void bind_queens(py::module_& module) {
  module.attr("MAX_QUEENS") = int{kMaxCountedQueens};
  module.attr("MAX_LISTED_QUEENS") = int{kMaxListedQueens};
  module.def("queens_count", &queens_count, py::arg("n"), py::arg("unique"), py::arg("threads"));
  module.def("queens_first", &queens_first, py::arg("n"), py::arg("solutions"));
  module.attr("MAX_CONSTRUCTED_QUEENS") = int{kMaxConstructedQueens};
  module.attr("MAX_BOARD_ROWS") = int{kMaxBoardRows};
  module.attr("MIN_GENERATED_ROWS") = int{kMinGeneratedRows};
  module.attr("MAX_GENERATED_ROWS") = int{kMaxGeneratedRows};
  module.def("queens_count_on", &queens_count_on, py::arg("board"), py::arg("is_torus"),
             py::arg("limit"), py::arg("threads"));
  module.def("queens_list_on", &queens_list_on, py::arg("board"), py::arg("n"), py::arg("is_torus"),
             py::arg("solutions"));
  module.def("queens_any", &queens_any, py::arg("n"));
  module.def("queens_random", &queens_random, py::arg("n"), py::arg("count"), py::arg("seed"));
  module.def("regions_generate", &regions_generate, py::arg("rows"), py::arg("count"),
             py::arg("seed"));
  module.def("regions_solve", &regions_solve, py::arg("boards"), py::arg("threads"));
}

}  // namespace puzzled::python
