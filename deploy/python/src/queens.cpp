// The N queens problem: its number of solutions, and the first of them.
#include <pybind11/numpy.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/unit_count.hpp"
#include "interruptible.hpp"
#include "module.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_run.hpp"
#include "worker_threads.hpp"

namespace py = pybind11;

namespace puzzled::python {
namespace {

using Plan = std::shared_ptr<const queens::CountPlan>;

std::uint64_t free_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void check_queens(int n, int max) {
  if (n >= 1 && n <= max) return;
  throw py::value_error("n must be a number from 1 to " + std::to_string(max) + " (got " +
                        std::to_string(n) + ")");
}

py::int_ to_python(queens::Count count) {
  auto number = py::reinterpret_steal<py::int_>(
      PyLong_FromString(queens::to_text(count).c_str(), nullptr, 10));
  if (!number) throw py::error_already_set();
  return number;
}

Result<queens::Count> count_all(int n, int threads, StopFlag& stop) {
  const Result<Plan> plan = queens::plan_count(
      {.queens = n, .max_memory = free_memory() / static_cast<std::uint64_t>(threads)});
  if (!plan) return plan.error();
  queens::UnitCount total;
  std::mutex mutex;
  const auto make_worker = [&]() -> parallel::UnitWorker {
    const std::shared_ptr<queens::UnitCounter> counter = (*plan)->make_counter();
    return [&, counter](std::uint64_t unit) {
      const std::optional<queens::UnitCount> count = counter->count(unit, stop);
      const std::lock_guard lock(mutex);
      if (count) total += *count;
      return count.has_value();
    };
  };
  const std::vector<double> work = (*plan)->work_of_all();
  parallel::Workers workers(threads);
  parallel::run_units(workers, parallel::longest_first(work), make_worker, stop);
  if (const std::optional<Error> wrong = queens::disagreement(total)) return *wrong;
  return total.count;
}

py::int_ queens_count(int n, bool unique, int threads) {
  threads = thread_count(threads);
  check_queens(n, queens::kMaxQueens);
  std::optional<Result<queens::Count>> count;
  run_interruptibly([&](StopFlag& stop) {
    count = count_all(n, threads, stop);
    if (!unique || !*count || is_stopped(stop)) return;
    const std::optional<queens::FixedSolutions> fixed = queens::count_fixed(n, stop);
    if (fixed) count = queens::fundamental_solutions(n, **count, *fixed);
  });
  if (!*count) throw std::runtime_error(count->error().message);
  return to_python(**count);
}

/// The first solutions in lexicographic order, a row each: the column of each row's queen, from 1.
py::array_t<std::int64_t> queens_first(int n, std::int64_t solutions) {
  check_queens(n, queens::kMaxWalkQueens);
  if (solutions < 0) throw py::value_error("first must be at least 0");
  std::vector<std::int64_t> columns;
  py::ssize_t found = 0;
  run_interruptibly([&](StopFlag& stop) {
    queens::SolutionWalk walk(n);
    for (; found < solutions && walk.next(stop); ++found) {
      columns.insert(columns.end(), walk.columns().begin(), walk.columns().end());
    }
  });
  return py::array_t<std::int64_t>({found, static_cast<py::ssize_t>(n)}, columns.data());
}

}  // namespace

void bind_queens(py::module_& module) {
  module.attr("MAX_QUEENS") = int{queens::kMaxQueens};
  module.attr("MAX_LISTED_QUEENS") = int{queens::kMaxWalkQueens};
  module.def("queens_count", &queens_count, py::arg("n"), py::arg("unique"), py::arg("threads"));
  module.def("queens_first", &queens_first, py::arg("n"), py::arg("solutions"));
}

}  // namespace puzzled::python
