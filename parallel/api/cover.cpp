#include <memory>
#include <mutex>
#include <numeric>
#include <optional>

#include "core/api/cover_access.hpp"
#include "core/api/search_result.hpp"
#include "core/cover/engines.hpp"
#include "core/cover/frontier.hpp"
#include "core/cover/units.hpp"
#include "parallel/api/threads.hpp"
#include "parallel/cover_best.hpp"
#include "parallel/cover_count.hpp"
#include "puzzled/parallel.hpp"

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

Result<BigCount> count_covers(const CoverProblem& problem, int threads, const StopFlag* stop) {
  const int workers = worker_count(threads);
  if (workers == 1) return count_covers(problem, stop);
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::refusal(cover::Engine::kAuto, inner, false)) return *refused;
  StopLink link(stop);
  const cover::CountSettings settings{.counters = static_cast<unsigned>(workers),
                                      .min_work_to_cut = kMinWorkToCut};
  const auto plan = cover::plan_count(
      inner, settings, kUnitsPerThread * static_cast<std::size_t>(workers), link.flag());
  if (is_stopped(link.flag())) return stopped_error();

  cover::WideCount total = plan->counted();
  std::mutex mutex;  // of `total`
  std::optional<cover::WideCount> by_frontier;
  parallel::CoverCountHooks hooks{.done = [&](std::uint64_t, const cover::WideCount& count) {
    const std::lock_guard lock(mutex);
    total += count;
  }};
  double work = 0;
  for (const cover::Unit& unit : plan->units()) work += unit.work;
  if (work >= kMinWorkForFrontier) {
    hooks.rival = [&](const StopFlag& stopped, const StopFlag& units_done) {
      by_frontier = frontier_count(inner, settings.memory / 4, stopped, units_done);
      return by_frontier.has_value();
    };
  }
  std::vector<std::uint64_t> units(plan->units().size());
  std::iota(units.begin(), units.end(), 0);
  parallel::Workers pool(workers);
  parallel::count_cover_units(pool, *plan, units, hooks, link.flag());
  if (by_frontier) return checked_count(*by_frontier);
  if (is_stopped(link.flag())) return stopped_error();
  return checked_count(total);
}

Result<BestCover> best_cover(const CoverProblem& problem, int threads, Goal goal,
                             const StopFlag* stop) {
  const cover::Problem& inner = CoverAccess::problem_of(problem);
  if (const auto refused = cover::best_refusal(inner)) return *refused;
  parallel::Workers workers(worker_count(threads));
  StopLink link(stop);
  return public_outcome(parallel::best_cover(workers, inner, direction_of(goal), link.flag()));
}

}  // namespace puzzled
