// Target Sudoku: the best score of boards whose cells have weights.
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "cell_rows.hpp"
#include "core/target_sudoku/solver.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parallel/task_executor.hpp"
#include "row_blocks.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using WeightArray = py::array_t<std::int64_t, py::array::c_style>;

// A board takes 50 µs or more, and some take seconds.
constexpr BlockRows kBoardBlock{.min = 1, .max = 16};

target::Weights weights_of(const WeightArray& array) {
  if (array.size() != target::kCells) throw py::value_error("weights must be 81 numbers");
  target::Weights weights;
  for (int cell = 0; cell < target::kCells; ++cell) {
    const std::int64_t weight = array.data()[cell];
    if (weight < -target::kMaxWeight || weight > target::kMaxWeight) {
      throw py::value_error("weights must be numbers from -" + std::to_string(target::kMaxWeight) +
                            " to " + std::to_string(target::kMaxWeight) + " (got " +
                            std::to_string(weight) + ")");
    }
    weights[cell] = static_cast<std::int32_t>(weight);
  }
  return weights;
}

/// The best scores and the grids that attain them; 0 and zeros where a board has no solution.
class Boards {
 public:
  Boards(const CellArray& boards, const WeightArray& weights, bool minimize)
      : rows_(boards),
        solver_(weights_of(weights),
                minimize ? target::Direction::kMinimize : target::Direction::kMaximize),
        scores_(static_cast<py::ssize_t>(rows_.size())),
        grids_(make_cell_array(rows_.size())),
        score_data_(scores_.mutable_data()),
        grid_data_(grids_.mutable_data()) {}

  /// Few boards: all threads search each of them.
  void solve_together(int threads) {
    FirstFault fault;
    if (!rows_.are_digits({0, rows_.size()}, fault)) fault.raise();
    run_interruptibly([&](StopFlag& stop) {
      parallel::Workers workers(threads);
      for (std::size_t row = 0; row < rows_.size() && !is_stopped(stop); ++row) {
        parallel::TaskExecutor executor(workers);
        solve(row, executor, stop);
      }
    });
  }

  /// Many boards: each is searched by one thread.
  void solve_apart(int threads) {
    for_each_block(rows_.size(), kBoardBlock, threads,
                   [&](RowRange block, const StopFlag& stop, FirstFault& fault) {
                     if (!rows_.are_digits(block, fault)) return;
                     target::SerialExecutor executor;
                     for (std::size_t row = block.begin; row < block.end; ++row) {
                       if (!is_stopped(stop)) solve(row, executor, stop);
                     }
                   });
  }

  std::size_t size() const { return rows_.size(); }
  py::tuple result() const { return py::make_tuple(scores_, grids_); }

 private:
  void solve(std::size_t row, target::Executor& executor, const StopFlag& stop) {
    const target::Answer answer = solver_.solve(rows_.grid(row), 1, executor, stop);
    const bool is_solved = answer.status == target::Status::kProven && !answer.grids.empty();
    score_data_[row] = is_solved ? answer.score : 0;
    write_row(is_solved ? answer.grids.front() : sudoku::Grid{}, grid_data_, row);
  }

  const CellRows rows_;
  const target::Solver solver_;
  py::array_t<std::int64_t> scores_;
  CellArray grids_;
  std::int64_t* const score_data_;
  std::uint8_t* const grid_data_;
};

py::tuple target_scores(const CellArray& puzzles, const WeightArray& weights, bool minimize,
                        int threads) {
  threads = thread_count(threads);
  Boards boards(puzzles, weights, minimize);
  if (boards.size() < 4 * static_cast<std::size_t>(threads)) {
    boards.solve_together(threads);
  } else {
    boards.solve_apart(threads);
  }
  return boards.result();
}

py::array_t<std::int64_t> usual_weights() {
  py::array_t<std::int64_t> weights({sudoku::kSide, sudoku::kSide});
  std::copy(target::kTargetWeights.cells.begin(), target::kTargetWeights.cells.end(),
            weights.mutable_data());
  return weights;
}

}  // namespace

void bind_target(py::module_& module) {
  module.def("target", &target_scores, py::arg("puzzles").noconvert(), py::arg("weights"),
             py::arg("minimize"), py::arg("threads"));
  module.attr("MAX_WEIGHT") = int{target::kMaxWeight};
  module.def("usual_weights", &usual_weights);
}

}  // namespace puzzled::python
