// What puzzles are worth: ratings and minimality; and new puzzles.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cell_rows.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/minimal/redundancy.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "module.hpp"
#include "object_pool.hpp"
#include "row_blocks.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using sudoku::Grid;
using sudoku::Rating;

// A quarter of a second for the hardest puzzles; batches have some hundred lanes.
constexpr BlockRows kRatingBlock{.min = 512, .max = 2048};
// Of 25 sub-puzzles each.
constexpr BlockRows kMinimalBlock{.min = 64, .max = 512};
constexpr BlockRows kGeneratorBlock{.min = 1, .max = 64};

/// Level 0 for puzzles that do not have exactly one solution, contradictory clues among them.
py::array_t<Rating> rate(const CellArray& puzzles, int threads) {
  threads = thread_count(threads);
  const CellRows rows(puzzles);
  py::array_t<Rating> ratings(static_cast<py::ssize_t>(rows.size()));
  Rating* const to = ratings.mutable_data();
  for_each_block(
      rows.size(), kRatingBlock, threads, [&](RowRange block, const StopFlag&, FirstFault& fault) {
        std::vector<Grid> grids;
        if (!rows.read(block, grids, fault)) return;
        pool_of<sudoku::Rater>().borrow()->rate_unchecked(grids, {to + block.begin, grids.size()});
      });
  return ratings;
}

py::array_t<bool> is_minimal(const CellArray& puzzles, int threads) {
  threads = thread_count(threads);
  const CellRows rows(puzzles);
  py::array_t<bool> answers(static_cast<py::ssize_t>(rows.size()));
  bool* const to = answers.mutable_data();
  for_each_block(rows.size(), kMinimalBlock, threads,
                 [&](RowRange block, const StopFlag&, FirstFault& fault) {
                   std::vector<Grid> grids;
                   if (!rows.read(block, grids, fault)) return;
                   std::vector<sudoku::Redundancy> found(grids.size());
                   pool_of<sudoku::RedundancyFinder>().borrow()->find(grids, found);
                   for (std::size_t i = 0; i < found.size(); ++i) {
                     to[block.begin + i] = found[i].solutions == 1 && found[i].redundant.none();
                   }
                 });
  return answers;
}

CellArray generate(std::int64_t count, std::optional<int> clues, bool minimal, std::uint64_t seed,
                   int threads) {
  threads = thread_count(threads);
  if (count < 0) throw py::value_error("n must be at least 0");
  const sudoku::GeneratorSettings settings{.seed = seed, .clues = clues, .minimal = minimal};
  if (!supports(settings)) {
    throw py::value_error("clues must be a number from " +
                          std::to_string(sudoku::kMinGeneratedClues) + " to " +
                          std::to_string(minimal ? sudoku::kMaxMinimalClues : sudoku::kCells) +
                          " (got " + std::to_string(*clues) + ")");
  }
  CellArray puzzles = make_cell_array(static_cast<std::size_t>(count));
  std::uint8_t* const to = puzzles.mutable_data();
  for_each_block(static_cast<std::size_t>(count), kGeneratorBlock, threads,
                 [&](RowRange block, const StopFlag& stop, FirstFault&) {
                   for (std::size_t row = block.begin; row < block.end; ++row) {
                     if (is_stopped(stop)) return;
                     write_row(generate_puzzle(settings, row), to, row);
                   }
                 });
  return puzzles;
}

}  // namespace

void bind_judging(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(Rating, level, depth, phases);
  module.def("rate", &rate, py::arg("puzzles").noconvert(), py::arg("threads"));
  module.def("is_minimal", &is_minimal, py::arg("puzzles").noconvert(), py::arg("threads"));
  module.attr("MIN_CLUES") = int{sudoku::kMinGeneratedClues};
  module.attr("MAX_CLUES") = int{sudoku::kCells};
  module.attr("MAX_MINIMAL_CLUES") = int{sudoku::kMaxMinimalClues};
  module.def("generate", &generate, py::arg("n"), py::arg("clues"), py::arg("minimal"),
             py::arg("seed"), py::arg("threads"));
}

}  // namespace puzzled::python
