// Exact covers: problems whose items and options are numbers; puzzled/_cover.py gives them names.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <puzzled/parallel.hpp>
#include <string>
#include <utility>
#include <vector>

#include "interruptible.hpp"
#include "module.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using Numbers = py::array_t<std::int64_t, py::array::c_style>;

void check(const Result<>& result, const std::string& what) {
  if (!result) throw py::value_error(what + ": " + result.error().message);
}

/// `bounds`: lo and hi by primary item, or nothing. Option i has the elements `starts[i]` to
/// `starts[i + 1]` - 1 of `items` and `colours`.
CoverProblem make_problem(std::size_t primary, std::size_t secondary, const Numbers& bounds,
                          const Numbers& starts, const Numbers& items, const Numbers& colours,
                          const Numbers& costs) {
  NumberedCoverBuilder builder(primary, secondary);
  for (py::ssize_t item = 0; item < bounds.size() / 2; ++item) {
    check(builder.bounds(static_cast<std::size_t>(item),
                         static_cast<std::uint32_t>(bounds.data()[2 * item]),
                         static_cast<std::uint32_t>(bounds.data()[2 * item + 1])),
          "item " + std::to_string(item));
  }
  const py::ssize_t options = starts.size() - 1;
  builder.reserve(static_cast<std::size_t>(options), static_cast<std::size_t>(items.size()));
  std::vector<CoverElement> elements;
  for (py::ssize_t option = 0; option < options; ++option) {
    elements.clear();
    for (std::int64_t i = starts.data()[option]; i < starts.data()[option + 1]; ++i) {
      elements.push_back({static_cast<std::uint32_t>(items.data()[i]),
                          static_cast<std::uint32_t>(colours.data()[i])});
    }
    const std::int64_t cost = costs.size() > 0 ? costs.data()[option] : 0;
    check(builder.option(elements, cost), "option " + std::to_string(option));
  }
  return std::move(builder).build();
}

py::int_ count(const CoverProblem& problem, int threads) {
  const Result<BigCount> count =
      interruptible(threads, [&](const RunOptions& run) { return count_covers(problem, run); });
  if (!count) throw std::overflow_error(count.error().message);
  auto number =
      py::reinterpret_steal<py::int_>(PyLong_FromString(to_string(*count).c_str(), nullptr, 10));
  if (!number) throw py::error_already_set();
  return number;
}

/// Cost and options of the best cover, or None.
py::object best(const CoverProblem& problem, bool maximize, int threads) {
  const BestCover found = value_of(interruptible(threads, [&](const RunOptions& run) {
    return best_cover(problem, run, maximize ? Goal::kMaximize : Goal::kMinimize);
  }));
  if (found.status == BestStatus::kUnsolvable || found.status == BestStatus::kUnknown) {
    return py::none();
  }
  return py::make_tuple(found.cost, found.options);
}

/// An iterator over the solutions, each a list of options in rising order.
class Walk {
 public:
  explicit Walk(const CoverProblem& problem) : walk_(problem) {}

  std::vector<std::uint32_t> next() {
    constexpr std::uint64_t kNodesBetweenSignals = 20'000;  // some milliseconds
    if (is_busy_) throw py::value_error("another thread is using this iterator");
    for (;;) {
      switch (step(kNodesBetweenSignals)) {
        case CoverWalk::Step::kSolution: {
          std::vector<std::uint32_t> sorted(walk_.options().begin(), walk_.options().end());
          std::sort(sorted.begin(), sorted.end());
          return sorted;
        }
        case CoverWalk::Step::kEnd:
          throw py::stop_iteration();
        case CoverWalk::Step::kPaused:
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      }
    }
  }

 private:
  CoverWalk::Step step(std::uint64_t max_nodes) {
    struct Busy {
      explicit Busy(bool& flag) : is_busy(flag) { is_busy = true; }
      ~Busy() { is_busy = false; }
      bool& is_busy;
    } const busy(is_busy_);
    const py::gil_scoped_release without_lock;
    return walk_.next(max_nodes);
  }

  CoverWalk walk_;
  bool is_busy_ = false;  // guarded by the GIL
};

}  // namespace

void bind_cover(py::module_& module) {
  py::class_<CoverProblem>(module, "CoverProblem")
      .def_property_readonly("items", &CoverProblem::items)
      .def_property_readonly("options", &CoverProblem::options);
  py::class_<Walk>(module, "CoverWalk")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Walk::next);
  module.def("cover_problem", &make_problem, py::arg("primary"), py::arg("secondary"),
             py::arg("bounds"), py::arg("starts"), py::arg("items"), py::arg("colours"),
             py::arg("costs"));
  module.def("cover_count", &count, py::arg("problem"), py::arg("threads"));
  module.def("cover_best", &best, py::arg("problem"), py::arg("maximize"), py::arg("threads"));
  module.def("cover_walk",
             [](const CoverProblem& problem) { return std::make_unique<Walk>(problem); });
}

}  // namespace puzzled::python
