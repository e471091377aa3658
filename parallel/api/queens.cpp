#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/api/search_result.hpp"
#include "core/queens/boards/board_count.hpp"
#include "core/queens/engines.hpp"
#include "core/queens/fixed_solutions.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/text/board_reader.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/jobs/queens.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_queue.hpp"

namespace puzzled {

namespace {

using MakePlan =
    std::function<Result<std::shared_ptr<const queens::CountPlan>>(std::uint64_t max_memory)>;

/// Counts on all threads; `make_plan` is given what a thread may use of `max_memory`.
Result<std::uint64_t> count_plan(const MakePlan& make_plan, const RunOptions& run,
                                 std::uint64_t max_memory) {
  const int threads = worker_count(run.threads);
  Result<std::uint64_t> count = stopped_error();
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    const auto plan = make_plan(max_memory / static_cast<std::uint64_t>(threads));
    if (!plan) {
      count = plan.error();
      return;
    }
    const std::vector<std::uint64_t> units = parallel::longest_first((*plan)->work_of_all());
    parallel::Workers workers(threads);
    const auto counted = parallel::count_queens(
        workers, **plan, {.units = units, .progress = state.progress()}, state.stop);
    if (!counted) {
      count = counted.error();
    } else if (counted->is_complete) {
      count = public_count(counted->sum.count);
    }
  });
  return count;
}

}  // namespace

Result<std::uint64_t> count_queens(int queens, const RunOptions& run, std::uint64_t max_memory) {
  return count_plan(
      [&](std::uint64_t of_thread) {
        return queens::plan_count({.queens = queens, .max_memory = of_thread});
      },
      run, max_memory);
}

Result<std::uint64_t> count_fundamental_queens(int queens, const RunOptions& run,
                                               std::uint64_t max_memory) {
  const Result<std::uint64_t> total = count_queens(queens, run, max_memory);
  if (!total) return total.error();
  std::optional<queens::FixedSolutions> fixed;
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    state.done = 1;
    fixed = queens::count_fixed(queens, state.stop);
  });
  if (!fixed) return stopped_error();
  return static_cast<std::uint64_t>(queens::fundamental_solutions(queens, *total, *fixed));
}

namespace {

/// `call(stop)` on one thread, while the calling one watches.
template <class Value, class Call>
Result<Value> watched(const RunOptions& run, const Call& call) {
  Result<Value> result = stopped_error();
  run_watched(run, Pieces::kLong, [&](RunState& state) { result = call(&state.stop); });
  return result;
}

/// Empty: there is none.
Result<QueenColumns> first_of_regions(std::string_view board, const StopFlag& stop) {
  const Result<queens::AnyBoard> any = queens::read_board(board);
  if (!any) return any.error();
  const auto* const regions = std::get_if<queens::RegionBoard>(&*any);
  if (regions == nullptr) return Error{"this board has no regions"};
  QueenColumns columns;
  const queens::RegionSolutions found =
      queens::for_each_region_solution(*regions,
                                       [&](std::span<const int> solution) {
                                         for (const int column : solution)
                                           columns.push_back(column - 1);
                                         return false;
                                       },
                                       {.solutions = 1, .stop = &stop});
  if (!found.is_complete) return stopped_error();
  return columns;
}

}  // namespace

Result<std::uint64_t> count_queens_on(std::string_view board, const RunOptions& run,
                                      std::uint64_t limit, BoardEdges edges,
                                      std::uint64_t max_memory) {
  const Result<queens::AnyBoard> any = queens::read_board(board, edges == BoardEdges::kTorus);
  const auto* const plain = any ? std::get_if<queens::Board>(&*any) : nullptr;
  if (plain == nullptr || limit > 0 || plain->queens > kMaxCountedQueens) {
    return watched<std::uint64_t>(
        run, [&](const StopFlag* stop) { return count_queens_on(board, limit, edges, stop); });
  }
  return count_plan(
      [&](std::uint64_t of_thread) {
        return queens::plan_board_count(*plain, {.queens = plain->queens, .max_memory = of_thread});
      },
      run, max_memory);
}

Result<std::vector<QueenColumns>> list_queens_on(std::string_view board, const RunOptions& run,
                                                 std::size_t limit, BoardEdges edges) {
  return watched<std::vector<QueenColumns>>(
      run, [&](const StopFlag* stop) { return list_queens_on(board, limit, edges, stop); });
}

Result<std::vector<QueenColumns>> random_queens(int queens, const RunOptions& run,
                                                std::size_t count, std::uint64_t seed) {
  return watched<std::vector<QueenColumns>>(
      run, [&](const StopFlag* stop) { return random_queens(queens, count, seed, stop); });
}

Result<std::vector<std::string>> generate_regions(int rows, const RunOptions& run,
                                                  std::size_t count, std::uint64_t seed) {
  return watched<std::vector<std::string>>(
      run, [&](const StopFlag* stop) { return generate_regions(rows, count, seed, stop); });
}

Result<std::vector<Result<QueenColumns>>> solve_regions(std::span<const std::string_view> boards,
                                                        const RunOptions& run) {
  std::vector<Result<QueenColumns>> solutions(boards.size(), stopped_error());
  const bool is_complete = run_watched(run, Pieces::kLong, [&](RunState& state) {
    parallel::Workers workers(worker_count(run.threads));
    std::atomic<std::size_t> done = 0;
    parallel::for_each_unit(workers, boards.size(), [&] {
      return [&](std::size_t place) {
        solutions[place] = first_of_regions(boards[place], state.stop);
        state.done = static_cast<double>(++done) / static_cast<double>(boards.size());
        return !is_stopped(state.stop);
      };
    });
  });
  if (!is_complete) return stopped_error();
  return solutions;
}

}  // namespace puzzled
