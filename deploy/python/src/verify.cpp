// Verdicts on grids that are proposed as solutions: of arrays, and of strings, which may be
// anything.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cell_rows.hpp"
#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using Size = py::ssize_t;

/// `ok`, the reason or nothing, and the number of right cells.
using Answers = std::tuple<py::array_t<bool>, std::vector<std::string>, py::array_t<std::int64_t>>;

Answers verify_array(const CellArray& puzzles, const CellArray& grids, bool unique,
                     bool right_cells, int threads) {
  const Rows rows = rows_of(puzzles);
  const Rows of_grids = rows_of(grids);
  const VerifyOptions options{.unique = unique, .right_cells = right_cells};
  std::vector<Verdict> verdicts(row_count(rows));
  value_of(interruptible(threads, [&](const RunOptions& run) {
    return verify_rows(rows, of_grids, verdicts, options, run);
  }));
  Answers answers(static_cast<Size>(verdicts.size()), verdicts.size(),
                  static_cast<Size>(verdicts.size()));
  auto& [ok, reasons, cells] = answers;
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    ok.mutable_data()[i] = verdicts[i].is_ok();
    cells.mutable_data()[i] = verdicts[i].right_cells;
    if (!verdicts[i].is_ok()) reasons[i] = verdicts[i].to_string();
  }
  return answers;
}

Answers verify_strings(const std::vector<std::string>& puzzles,
                       const std::vector<std::string>& grids, bool unique, bool right_cells) {
  const VerifyOptions options{.unique = unique, .right_cells = right_cells};
  Answers answers(static_cast<Size>(grids.size()), grids.size(), static_cast<Size>(grids.size()));
  auto& [ok, reasons, cells] = answers;
  bool* const is_ok = ok.mutable_data();
  std::int64_t* const right = cells.mutable_data();
  std::size_t next = 0;
  const auto judge = [&](std::size_t end) {
    const py::gil_scoped_release without_lock;
    for (; next < end; ++next) {
      TextVerdict verdict = verify_text(puzzles[next], grids[next], options);
      is_ok[next] = verdict.is_ok();
      right[next] = verdict.right_cells;
      reasons[next] = (verdict.status == TextVerdict::Status::kInvalid ? "invalid " : "") +
                      std::move(verdict.reason);
    }
  };
  constexpr std::size_t kBetweenSignals = 1024;
  while (next < grids.size()) {
    judge(std::min(grids.size(), next + kBetweenSignals));
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }
  return answers;
}

}  // namespace

void bind_verify(py::module_& module) {
  module.def("verify", &verify_array, py::arg("puzzles").noconvert(), py::arg("grids").noconvert(),
             py::arg("unique"), py::arg("right_cells"), py::arg("threads"));
  module.def("verify_strings", &verify_strings, py::arg("puzzles"), py::arg("grids"),
             py::arg("unique"), py::arg("right_cells"));
}

}  // namespace puzzled::python
