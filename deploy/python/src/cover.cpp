// Exact covers: problems whose items and options are numbers; puzzled/_cover.py gives them names.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/cover/best.hpp"
#include "core/cover/engines.hpp"
#include "core/cover/frontier.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/units.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parallel/cover_best.hpp"
#include "parallel/cover_count.hpp"
#include "worker_threads.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using Numbers = py::array_t<std::int64_t, py::array::c_style>;
using ProblemPointer = std::shared_ptr<cover::Problem>;

void check(const Result<>& result, const std::string& what) {
  if (!result) throw py::value_error(what + ": " + result.error().message);
}

/// `bounds`: lo and hi by primary item, or nothing. Option i has the elements `starts[i]` to
/// `starts[i + 1]` - 1 of `items` and `colours`.
ProblemPointer make_problem(std::size_t primary, std::size_t secondary, const Numbers& bounds,
                            const Numbers& starts, const Numbers& items, const Numbers& colours,
                            const Numbers& costs) {
  auto problem = std::make_shared<cover::Problem>(primary, secondary);
  for (py::ssize_t item = 0; item < bounds.size() / 2; ++item) {
    const cover::Bounds wanted{static_cast<std::uint32_t>(bounds.data()[2 * item]),
                               static_cast<std::uint32_t>(bounds.data()[2 * item + 1])};
    check(problem->set_bounds(static_cast<std::size_t>(item), wanted),
          "item " + std::to_string(item));
  }
  const py::ssize_t options = starts.size() - 1;
  problem->reserve(static_cast<std::size_t>(options), static_cast<std::size_t>(items.size()));
  std::vector<cover::Element> elements;
  for (py::ssize_t option = 0; option < options; ++option) {
    elements.clear();
    for (std::int64_t i = starts.data()[option]; i < starts.data()[option + 1]; ++i) {
      elements.push_back({static_cast<std::uint32_t>(items.data()[i]),
                          static_cast<cover::Colour>(colours.data()[i])});
    }
    const std::int64_t cost = costs.size() > 0 ? costs.data()[option] : 0;
    check(problem->add_option(elements, cost), "option " + std::to_string(option));
  }
  return problem;
}

/// Counts on several threads. While they count units, one tries the frontier if the search is long:
/// tilings of long boards are hopeless otherwise.
class ParallelCount {
 public:
  ParallelCount(const cover::Problem& problem, int threads, StopFlag& stop)
      : problem_(problem), workers_(threads), stop_(stop) {}

  cover::WideCount run() {
    const auto threads = static_cast<unsigned>(workers_.threads());
    const cover::CountSettings settings{.counters = threads, .min_work_to_cut = 30'000'000};
    const auto plan = cover::plan_count(problem_, settings, 16 * threads, stop_);
    if (is_stopped(stop_)) return {};
    std::vector<std::uint64_t> units(plan->units().size());
    std::iota(units.begin(), units.end(), 0);
    double work = 0;
    for (const cover::Unit& unit : plan->units()) work += unit.work;
    total_ = plan->counted();
    parallel::CoverCountHooks hooks{.done = [this](std::uint64_t, const cover::WideCount& count) {
      const std::lock_guard lock(mutex_);
      total_ += count;
    }};
    constexpr double kMinWorkForFrontier = 1e7;
    if (work >= kMinWorkForFrontier) {
      hooks.rival = [this, memory = settings.memory / 4](const StopFlag& stop,
                                                         const StopFlag& units_done) {
        return try_frontier(memory, stop, units_done);
      };
    }
    const bool rival_won = parallel::count_cover_units(workers_, *plan, units, hooks, stop_);
    return rival_won ? *frontier_count_ : total_;
  }

 private:
  bool try_frontier(std::uint64_t memory, const StopFlag& stop, const StopFlag& units_done) {
    constexpr std::uint64_t kSteps = 1 << 20;  // between looks at the flags
    const auto frontier = cover::FrontierCount::make(problem_, memory);
    if (!frontier || !frontier->is_narrow()) return false;
    while (!frontier->run(kSteps, stop)) {
      if (is_stopped(stop) || is_stopped(units_done)) return false;
    }
    if (frontier->gave_up()) return false;
    frontier_count_ = frontier->count();
    return true;
  }

  const cover::Problem& problem_;
  parallel::Workers workers_;
  StopFlag& stop_;
  std::mutex mutex_;
  cover::WideCount total_;
  std::optional<cover::WideCount> frontier_count_;
};

py::int_ count(const ProblemPointer& problem, int threads) {
  threads = thread_count(threads);
  cover::WideCount count;
  run_interruptibly([&](StopFlag& stop) {
    count = threads == 1 ? cover::count(*problem, {}, stop).count
                         : ParallelCount(*problem, threads, stop).run();
  });
  if (count.has_overflowed()) throw std::overflow_error("the count has more than 512 bits");
  auto number = py::reinterpret_steal<py::int_>(
      PyLong_FromString(cover::to_text(count).c_str(), nullptr, 10));
  if (!number) throw py::error_already_set();
  return number;
}

/// Cost and options of the best cover, or None.
py::object best(const ProblemPointer& problem, bool maximize, int threads) {
  threads = thread_count(threads);
  if (const std::optional<Error> refused = cover::best_refusal(*problem)) {
    throw py::value_error(refused->message);
  }
  cover::BestOutcome found;
  run_interruptibly([&](StopFlag& stop) {
    parallel::Workers workers(threads);
    found = parallel::best_cover(
        workers, *problem, maximize ? cover::Direction::kMaximize : cover::Direction::kMinimize,
        stop);
  });
  if (!found.found) return py::none();
  return py::make_tuple(found.cost, found.options);
}

/// An iterator over the solutions, each a list of options in rising order.
class Walk {
 public:
  explicit Walk(ProblemPointer problem)
      : problem_(std::move(problem)), walk_(cover::walk(*problem_, cover::Engine::kAuto)) {}

  std::vector<std::uint32_t> next() {
    constexpr std::uint64_t kNodesBetweenSignals = 20'000;  // some milliseconds
    if (is_busy_) throw py::value_error("another thread is using this iterator");
    for (;;) {
      switch (step(kNodesBetweenSignals)) {
        case cover::SolutionWalk::Step::kSolution: {
          const std::span<const std::uint32_t> options = walk_->solution();
          std::vector<std::uint32_t> sorted(options.begin(), options.end());
          std::sort(sorted.begin(), sorted.end());
          return sorted;
        }
        case cover::SolutionWalk::Step::kEnd:
          throw py::stop_iteration();
        case cover::SolutionWalk::Step::kPaused:
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      }
    }
  }

 private:
  cover::SolutionWalk::Step step(std::uint64_t max_nodes) {
    struct Busy {
      explicit Busy(bool& flag) : is_busy(flag) { is_busy = true; }
      ~Busy() { is_busy = false; }
      bool& is_busy;
    } const busy(is_busy_);
    const py::gil_scoped_release without_lock;
    return walk_->next(max_nodes);
  }

  ProblemPointer problem_;
  std::unique_ptr<cover::SolutionWalk> walk_;
  bool is_busy_ = false;  // guarded by the GIL
};

}  // namespace

void bind_cover(py::module_& module) {
  py::class_<cover::Problem, ProblemPointer>(module, "CoverProblem");
  py::class_<Walk>(module, "CoverWalk")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Walk::next);
  module.def("cover_problem", &make_problem, py::arg("primary"), py::arg("secondary"),
             py::arg("bounds"), py::arg("starts"), py::arg("items"), py::arg("colours"),
             py::arg("costs"));
  module.def("cover_count", &count, py::arg("problem"), py::arg("threads"));
  module.def("cover_best", &best, py::arg("problem"), py::arg("maximize"), py::arg("threads"));
  module.def("cover_walk",
             [](const ProblemPointer& problem) { return std::make_unique<Walk>(problem); });
}

}  // namespace puzzled::python
