// Target Sudoku: the best-scoring solution of a weighted Sudoku.
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstdint>
#include <puzzled/bulk.hpp>
#include <span>

#include "cell_rows.hpp"
#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using WeightArray = py::array_t<std::int64_t, py::array::c_style>;

Weights weights_of(const WeightArray& array) {
  if (array.size() != Grid::kCells) throw py::value_error("weights must be 81 numbers");
  Weights weights;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    weights[cell] = static_cast<std::int32_t>(array.data()[cell]);
  }
  return weights;
}

/// The best scores and the grids that attain them; 0 and zeros where a board has no solution.
py::tuple target_scores(const CellArray& puzzles, const WeightArray& weights, bool minimize,
                        int threads) {
  const Rows rows = rows_of(puzzles);
  const Weights checked = weights_of(weights);
  py::array_t<std::int64_t> scores(static_cast<py::ssize_t>(row_count(rows)));
  CellArray grids = make_cell_array(row_count(rows));
  const std::span<std::int64_t> scores_to(scores.mutable_data(), row_count(rows));
  const MutableRows grids_to = mutable_rows_of(grids);
  value_of(interruptible(threads, [&](const RunOptions& run) {
    return best_score_rows(rows, scores_to, grids_to, checked,
                           minimize ? Goal::kMinimize : Goal::kMaximize, run);
  }));
  return py::make_tuple(scores, grids);
}

py::array_t<std::int64_t> usual_weights() {
  py::array_t<std::int64_t> weights({Grid::kSide, Grid::kSide});
  std::copy(kTargetWeights.begin(), kTargetWeights.end(), weights.mutable_data());
  return weights;
}

}  // namespace

void bind_target(py::module_& module) {
  module.def("target", &target_scores, py::arg("puzzles").noconvert(), py::arg("weights"),
             py::arg("minimize"), py::arg("threads"));
  module.attr("MAX_WEIGHT") = int{kMaxWeight};
  module.def("usual_weights", &usual_weights);
}

}  // namespace puzzled::python
