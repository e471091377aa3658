// Solutions and their numbers, of the rows of an array.
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "cell_rows.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "endless_time.hpp"
#include "module.hpp"
#include "object_pool.hpp"
#include "row_blocks.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using sudoku::kCells;
using sudoku::kLineBytes;

// As large as those of `puzzled solve`: the last searches of a batch have its lanes to themselves.
constexpr BlockRows kBlock{.min = 1024, .max = 16384};

SearchLimits limits_of(std::uint64_t solutions, const StopFlag& stop) {
  return {.solutions = solutions, .time = kEndlessTime, .stop = &stop};
}

/// A solver with room for a block.
class RowSolver {
 public:
  /// The numbers of solutions; the first ones are then in line().
  std::span<const std::uint64_t> solve(const CellRows& puzzles, RowRange rows,
                                       const SearchLimits& limits) {
    cells_.clear();
    for (std::size_t row = rows.begin; row < rows.end; ++row) cells_.push_back(puzzles.cells(row));
    lines_.resize(std::max(lines_.size(), cells_.size() * kLineBytes));
    return solver_.solve_cells(cells_, limits, lines_.data(), kLineBytes).counts;
  }

  const char* line(std::size_t i) const { return lines_.data() + i * kLineBytes; }

 private:
  sudoku::BatchSolver solver_;
  std::vector<const std::uint8_t*> cells_;
  std::vector<char> lines_;
};

/// Digits as numbers.
void copy_line(const char* line, std::uint8_t* to) {
  for (int cell = 0; cell < kCells; ++cell) to[cell] = static_cast<std::uint8_t>(line[cell] & 15);
}

/// Writes to `solutions`, which may be `puzzles`: a block is solved before its rows are written.
void solve(const CellArray& puzzles, CellArray& solutions, bool unique, int threads) {
  threads = thread_count(threads);
  const CellRows rows(puzzles);
  if (CellRows(solutions).size() != rows.size()) throw py::value_error("out has another shape");
  std::uint8_t* const to = solutions.mutable_data();
  for_each_block(rows.size(), kBlock, threads,
                 [&](RowRange block, const StopFlag& stop, FirstFault& fault) {
                   if (!rows.are_digits(block, fault)) return;
                   const auto solver = pool_of<RowSolver>().borrow();
                   const auto counts = solver->solve(rows, block, limits_of(unique ? 2 : 1, stop));
                   for (std::size_t i = 0; i < block.size(); ++i) {
                     std::uint8_t* const row = to + (block.begin + i) * kCells;
                     if (counts[i] == 1) {
                       copy_line(solver->line(i), row);
                     } else {
                       std::fill_n(row, kCells, std::uint8_t{0});
                     }
                   }
                 });
}

CellArray solve_to_new(const CellArray& puzzles, bool unique, int threads) {
  CellArray solutions = make_cell_array(CellRows(puzzles).size());
  solve(puzzles, solutions, unique, threads);
  return solutions;
}

py::array_t<std::int64_t> count_solutions(const CellArray& puzzles, std::int64_t limit, int threads) {
  threads = thread_count(threads);
  if (limit < 0) throw py::value_error("limit must be 0, for all solutions, or more");
  const CellRows rows(puzzles);
  py::array_t<std::int64_t> counts(static_cast<py::ssize_t>(rows.size()));
  std::int64_t* const to = counts.mutable_data();
  for_each_block(
      rows.size(), kBlock, threads, [&](RowRange block, const StopFlag& stop, FirstFault& fault) {
        if (!rows.are_digits(block, fault)) return;
        const auto solver = pool_of<RowSolver>().borrow();
        const auto found =
            solver->solve(rows, block, limits_of(static_cast<std::uint64_t>(limit), stop));
        std::copy(found.begin(), found.end(), to + block.begin);
      });
  return counts;
}

}  // namespace

void bind_solving(py::module_& module) {
  module.def("solve", &solve_to_new, py::arg("puzzles").noconvert(), py::arg("unique"),
             py::arg("threads"));
  module.def("solve_to", &solve, py::arg("puzzles").noconvert(), py::arg("out").noconvert(),
             py::arg("unique"), py::arg("threads"));
  module.def("count", &count_solutions, py::arg("puzzles").noconvert(), py::arg("limit"), py::arg("threads"));
}

}  // namespace puzzled::python
