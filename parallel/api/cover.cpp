#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include "core/api/search_result.hpp"
#include "core/cover/engines.hpp"
#include "core/cover/frontier.hpp"
#include "core/cover/units.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/cover_best.hpp"
#include "parallel/cover_count.hpp"

namespace puzzled {
namespace {

// As `puzzled cover` does (daemon/commands/cover/count_run.cpp gives the reasons).
constexpr std::size_t kUnitsPerThread = 16;
constexpr std::uint64_t kMinWorkToCut = 30'000'000;
constexpr double kMinWorkForFrontier = 1e7;
constexpr std::uint64_t kFrontierSteps = 1 << 20;

/// The number of solutions by a frontier, if it is narrow and nothing else comes first.
std::optional<cover::WideCount> frontier_count(const cover::Problem& problem, std::uint64_t memory,
                                               const StopFlag& stop, const StopFlag& units_done) {
  const std::unique_ptr<cover::FrontierCount> frontier =
      cover::FrontierCount::make(problem, memory);
  if (!frontier || !frontier->is_narrow()) return std::nullopt;
  while (!frontier->run(kFrontierSteps, stop)) {
    if (is_stopped(stop) || is_stopped(units_done)) return std::nullopt;
  }
  if (frontier->gave_up()) return std::nullopt;
  return frontier->count();
}

}  // namespace

Result<BigCount> count_covers(const CoverProblem& problem, const RunOptions& run) {
  const int threads = worker_count(run.threads);
  const cover::Problem& inner = problem.inner();
  Result<cover::WideCount> counted = stopped_error();
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    if (threads == 1) {
      const cover::CountOutcome outcome = cover::count(inner, {}, state.stop);
      if (outcome.status == cover::CountStatus::kComplete) counted = outcome.count;
      return;
    }
    const cover::CountSettings settings{.counters = static_cast<unsigned>(threads),
                                        .min_work_to_cut = kMinWorkToCut};
    const auto plan = cover::plan_count(
        inner, settings, kUnitsPerThread * static_cast<std::size_t>(threads), state.stop);
    if (is_stopped(state.stop)) return;

    double work = 0;
    for (const cover::Unit& unit : plan->units()) work += unit.work;
    cover::WideCount total = plan->counted();
    std::mutex mutex;  // of `total`
    std::optional<cover::WideCount> by_frontier;
    parallel::CoverCountHooks hooks{.done = [&](std::uint64_t unit, const cover::WideCount& count) {
      state.done.fetch_add(plan->units()[unit].work / work, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      total += count;
    }};
    if (work >= kMinWorkForFrontier) {
      hooks.rival = [&](const StopFlag& stopped, const StopFlag& units_done) {
        by_frontier = frontier_count(inner, settings.memory / 4, stopped, units_done);
        return by_frontier.has_value();
      };
    }
    std::vector<std::uint64_t> units(plan->units().size());
    std::iota(units.begin(), units.end(), 0);
    parallel::Workers workers(threads);
    parallel::count_cover_units(workers, *plan, units, hooks, state.stop);
    if (by_frontier) {
      counted = *by_frontier;
    } else if (!is_stopped(state.stop)) {
      counted = total;
    }
  });
  if (!counted) return counted.error();
  return checked_count(*counted);
}

Result<BestCover> best_cover(const CoverProblem& problem, const RunOptions& run, Goal goal) {
  if (const auto refused = cover::best_refusal(problem.inner())) return *refused;
  cover::BestOutcome outcome;
  run_watched(run, Pieces::kLong, [&](RunState& state) {
    parallel::Workers workers(worker_count(run.threads));
    outcome = parallel::best_cover(workers, problem.inner(), direction_of(goal), state.stop);
  });
  return public_outcome(std::move(outcome));
}

}  // namespace puzzled
