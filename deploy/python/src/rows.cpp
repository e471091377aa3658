// What the rows of an array are asked: solutions, their numbers, canonical forms, ratings, and
// more.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "cell_rows.hpp"
#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

/// A new array with an answer for each row, which `call(answers, run)` writes.
template <class Python, class Library = Python, class Call>
py::array_t<Python> answers_of(Rows rows, int threads, const Call& call) {
  static_assert(sizeof(Python) == sizeof(Library));
  py::array_t<Python> answers(static_cast<py::ssize_t>(row_count(rows)));
  const std::span<Library> to(reinterpret_cast<Library*>(answers.mutable_data()), row_count(rows));
  value_of(interruptible(threads, [&](const RunOptions& run) { return call(to, run); }));
  return answers;
}

/// New rows, which `call(rows, run)` writes.
template <class Call>
CellArray rows_from(std::size_t rows, int threads, const Call& call) {
  CellArray array = make_cell_array(rows);
  const MutableRows to = mutable_rows_of(array);
  value_of(interruptible(threads, [&](const RunOptions& run) { return call(to, run); }));
  return array;
}

/// `solutions` may be `puzzles`.
void solve_to(const CellArray& puzzles, CellArray& solutions, bool unique, int threads) {
  const Rows rows = rows_of(puzzles);
  const MutableRows to = mutable_rows_of(solutions);
  value_of(interruptible(threads,
                         [&](const RunOptions& run) { return solve_rows(rows, to, unique, run); }));
}

CellArray solve_array(const CellArray& puzzles, bool unique, int threads) {
  CellArray solutions = make_cell_array(row_count(rows_of(puzzles)));
  solve_to(puzzles, solutions, unique, threads);
  return solutions;
}

py::array_t<std::int64_t> count_solutions(const CellArray& puzzles, std::int64_t limit,
                                          int threads) {
  const Rows rows = rows_of(puzzles);
  return answers_of<std::int64_t, std::uint64_t>(rows, threads, [&](auto to, const auto& run) {
    return count_rows(rows, to, static_cast<std::uint64_t>(limit), run);
  });
}

CellArray canonical(const CellArray& puzzles, int threads) {
  const Rows rows = rows_of(puzzles);
  return rows_from(row_count(rows), threads, [&](MutableRows to, const RunOptions& run) {
    return canonical_rows(rows, to, run);
  });
}

/// The rows whose form no row before has, rising.
py::array_t<std::int64_t> distinct(const CellArray& puzzles, int threads) {
  const Rows rows = rows_of(puzzles);
  const std::vector<std::size_t> firsts = value_of(
      interruptible(threads, [&](const RunOptions& run) { return distinct_rows(rows, run); }));
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(firsts.size()),
                                   reinterpret_cast<const std::int64_t*>(firsts.data()));
}

/// The number of the part of each puzzle.
py::array_t<std::uint8_t> split(const CellArray& puzzles, const std::vector<std::uint32_t>& weights,
                                std::uint64_t seed, int threads) {
  const Rows rows = rows_of(puzzles);
  return answers_of<std::uint8_t>(rows, threads, [&](auto to, const auto& run) {
    return split_rows(rows, weights, seed, to, run);
  });
}

/// Copy number c of puzzle i is row i * copies + c, the same as the line that `puzzled shuffle`
/// prints.
CellArray shuffle(const CellArray& puzzles, std::uint64_t seed, std::int64_t copies, int threads) {
  const Rows rows = rows_of(puzzles);
  return rows_from(
      row_count(rows) * static_cast<std::size_t>(copies), threads,
      [&](MutableRows to, const RunOptions& run) { return shuffle_rows(rows, to, seed, run); });
}

/// Level 0 for puzzles that do not have exactly one solution, contradictory clues among them.
py::array_t<Rating> rate(const CellArray& puzzles, int threads) {
  const Rows rows = rows_of(puzzles);
  return answers_of<Rating>(rows, threads,
                            [&](auto to, const auto& run) { return rate_rows(rows, to, run); });
}

/// NaN for puzzles that do not have exactly one solution.
py::array_t<double> backtracks(const CellArray& puzzles, std::uint64_t copies, std::uint64_t seed,
                               int threads) {
  const BacktracksOptions options{.copies = copies, .seed = seed};
  return answers_of<double>(rows_of(puzzles), threads, [&](auto to, const auto& run) {
    return backtracks_rows(rows_of(puzzles), to, options, run);
  });
}

py::array_t<bool> is_minimal(const CellArray& puzzles, int threads) {
  const Rows rows = rows_of(puzzles);
  return answers_of<bool>(rows, threads,
                          [&](auto to, const auto& run) { return minimal_rows(rows, to, run); });
}

Grid first_row(const CellArray& cells) {
  std::array<std::uint8_t, Grid::kCells> digits;
  std::copy_n(cells.data(), digits.size(), digits.begin());
  return value_of(Grid::from_digits(digits));
}

/// Of the first row.
std::string explain_row(const CellArray& puzzles, std::uint64_t steps) {
  const Grid puzzle = first_row(puzzles);
  const py::gil_scoped_release others_run;
  return explain(puzzle, steps);
}

/// Of the first rows.
std::string explain_board_row(const CellArray& puzzles, const CellArray& boards,
                              std::uint64_t steps) {
  const Grid puzzle = first_row(puzzles);
  const Grid board = first_row(boards);
  const py::gil_scoped_release others_run;
  return explain_board(puzzle, board, steps);
}

CellArray generate(std::int64_t count, std::optional<int> clues, bool minimal, std::uint64_t seed,
                   int threads) {
  const GenerateOptions options{.seed = seed, .clues = clues, .minimal = minimal};
  return rows_from(
      static_cast<std::size_t>(count), threads,
      [&](MutableRows to, const RunOptions& run) { return generate_rows(to, options, 0, run); });
}

}  // namespace

void bind_rows(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(Rating, level, depth, phases);
  const auto puzzles = py::arg("puzzles").noconvert();
  const auto threads = py::arg("threads");
  module.def("solve", &solve_array, puzzles, py::arg("unique"), threads);
  module.def("solve_to", &solve_to, puzzles, py::arg("out").noconvert(), py::arg("unique"),
             threads);
  module.def("count", &count_solutions, puzzles, py::arg("limit"), threads);
  module.def("canonical", &canonical, puzzles, threads);
  module.def("distinct", &distinct, puzzles, threads);
  module.def("split", &split, puzzles, py::arg("weights"), py::arg("seed"), threads);
  module.def("shuffle", &shuffle, puzzles, py::arg("seed"), py::arg("copies"), threads);
  module.def("rate", &rate, puzzles, threads);
  module.def("backtracks", &backtracks, puzzles, py::arg("copies"), py::arg("seed"), threads);
  module.def("explain", &explain_row, puzzles, py::arg("steps"));
  module.def("explain_board", &explain_board_row, puzzles, py::arg("boards").noconvert(),
             py::arg("steps"));
  module.def("is_minimal", &is_minimal, puzzles, threads);
  module.attr("MIN_CLUES") = int{kMinGeneratedClues};
  module.attr("MAX_CLUES") = int{Grid::kCells};
  module.attr("MAX_MINIMAL_CLUES") = int{kMaxMinimalClues};
  module.attr("MAX_BACKTRACKS_COPIES") = kMaxBacktracksCopies;
  module.def("generate", &generate, py::arg("n"), py::arg("clues"), py::arg("minimal"),
             py::arg("seed"), threads);
}

}  // namespace puzzled::python
