// Canonical forms, classes of equivalent puzzles, and random equivalent copies.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "cell_rows.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/tools/form_key.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "object_pool.hpp"
#include "row_blocks.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using sudoku::Canonicalizer;
using sudoku::FormKey;
using sudoku::Grid;

// A form takes half a microsecond; of some symmetric boards, milliseconds.
constexpr BlockRows kFormBlock{.min = 64, .max = 1024};
constexpr BlockRows kShuffleBlock{.min = 256, .max = 4096};

/// Calls `take(row, form)` for every row, on any thread.
template <class Take>
void for_each_form(const CellRows& rows, int threads, Take take) {
  for_each_block(rows.size(), kFormBlock, threads,
                 [&](RowRange block, const StopFlag& stop, FirstFault& fault) {
                   std::vector<Grid> grids;
                   if (!rows.read_consistent(block, grids, fault)) return;
                   const auto canonicalizer = pool_of<Canonicalizer>().borrow();
                   for (std::size_t i = 0; i < grids.size() && !is_stopped(stop); ++i) {
                     take(block.begin + i, canonicalizer->find(grids[i]).grid);
                   }
                 });
}

CellArray canonical(const CellArray& puzzles, int threads) {
  threads = thread_count(threads);
  const CellRows rows(puzzles);
  CellArray forms = make_cell_array(rows.size());
  std::uint8_t* const to = forms.mutable_data();
  for_each_form(rows, threads,
                [&](std::size_t row, const Grid& form) { write_row(form, to, row); });
  return forms;
}

/// The rows whose form no row before has, rising.
py::array_t<std::int64_t> distinct(const CellArray& puzzles, int threads) {
  threads = thread_count(threads);
  const CellRows rows(puzzles);
  std::vector<FormKey> keys(rows.size());
  for_each_form(rows, threads,
                [&](std::size_t row, const Grid& form) { keys[row] = sudoku::key_of(form); });
  std::vector<std::int64_t> firsts;
  run_interruptibly([&](StopFlag& stop) {
    sudoku::FormSet known(std::numeric_limits<std::uint64_t>::max());
    for (std::size_t row = 0; row < keys.size() && !is_stopped(stop); ++row) {
      if (known.insert(keys[row]) == sudoku::FormSet::Inserted::kNew) {
        firsts.push_back(static_cast<std::int64_t>(row));
      }
    }
  });
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(firsts.size()), firsts.data());
}

/// Copy number c of puzzle i is row i * copies + c, the same as the line that `puzzled shuffle`
/// prints. The solutions, if any, go the same ways.
py::tuple shuffle(const CellArray& puzzles, const std::optional<CellArray>& solutions,
                  std::uint64_t seed, std::int64_t copies, int threads) {
  threads = thread_count(threads);
  if (copies < 1) throw py::value_error("copies must be at least 1");
  const CellRows rows(puzzles);
  const CellRows other_rows(solutions.value_or(puzzles));
  if (other_rows.size() != rows.size()) {
    throw py::value_error("there are " + std::to_string(rows.size()) + " puzzles, but " +
                          std::to_string(other_rows.size()) + " solutions");
  }
  const auto count = static_cast<std::size_t>(copies);
  CellArray copied = make_cell_array(rows.size() * count);
  CellArray other_copied = make_cell_array(solutions ? rows.size() * count : 0);
  std::uint8_t* const to = copied.mutable_data();
  std::uint8_t* const other_to = solutions ? other_copied.mutable_data() : nullptr;
  const BlockRows size{.min = kShuffleBlock.min, .max = kShuffleBlock.max / count + 1};
  for_each_block(rows.size(), {.min = std::min(size.min, size.max), .max = size.max}, threads,
                 [&](RowRange block, const StopFlag& stop, FirstFault& fault) {
                   std::vector<Grid> grids;
                   std::vector<Grid> others;
                   if (!rows.read(block, grids, fault)) return;
                   if (solutions && !other_rows.read(block, others, fault)) return;
                   for (std::size_t i = 0; i < grids.size() && !is_stopped(stop); ++i) {
                     const std::size_t row = block.begin + i;
                     for (std::size_t copy = 0; copy < count; ++copy) {
                       const auto way = sudoku::random_transformation(seed, row, copy);
                       write_row(transformed(grids[i], way), to, row * count + copy);
                       if (!solutions) continue;
                       write_row(transformed(others[i], way), other_to, row * count + copy);
                     }
                   }
                 });
  if (!solutions) return py::make_tuple(copied, py::none());
  return py::make_tuple(copied, other_copied);
}

}  // namespace

void bind_equivalents(py::module_& module) {
  module.def("canonical", &canonical, py::arg("puzzles").noconvert(), py::arg("threads"));
  module.def("distinct", &distinct, py::arg("puzzles").noconvert(), py::arg("threads"));
  module.def("shuffle", &shuffle, py::arg("puzzles").noconvert(), py::arg("solutions").noconvert(),
             py::arg("seed"), py::arg("copies"), py::arg("threads"));
}

}  // namespace puzzled::python
