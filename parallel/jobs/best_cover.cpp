#include "parallel/jobs/best_cover.hpp"

#include <vector>

#include "parallel/unit_queue.hpp"

namespace puzzled::parallel {
namespace {

// A worker that is done takes another unit, and units differ widely in what they need.
constexpr std::size_t kUnitsPerWorker = 32;

/// Smaller problems are done before other threads have begun.
constexpr std::size_t kMinOptionsForThreads = 64;

cover::BestOutcome best_by_all(Team& team, const cover::Problem& problem,
                               cover::Direction direction, const ShareDone& progress,
                               const StopFlag& stop, std::uint64_t max_bytes) {
  const auto threads = static_cast<std::size_t>(team.threads());
  const auto search = cover::BestSearch::prepare(problem, direction, stop, max_bytes, threads);
  const std::vector<cover::BestSearch::Unit> units = search.units(kUnitsPerWorker * threads, stop);
  std::vector<cover::BestSearch::UnitOutcome> outcomes(units.size(), search.not_run());
  cover::SharedIncumbent incumbent;
  ShareReport report(progress, static_cast<double>(units.size()));
  for_each_unit(team, units.size(), [&] {
    return [&](std::size_t unit) {
      outcomes[unit] = search.run(units[unit], incumbent, stop);
      report.add(1);
      return outcomes[unit].complete;
    };
  });
  return search.settle(outcomes, stop);
}

}  // namespace

cover::BestOutcome best_cover(Team& team, const cover::Problem& problem, cover::Direction direction,
                              const ShareDone& progress, const StopFlag& stop,
                              std::uint64_t max_bytes) {
  const auto threads = static_cast<std::size_t>(team.threads());
  const auto options = static_cast<double>(problem.options());
  double options_done = 0;  // of the parts that are done
  return cover::best_of_parts(problem, direction, stop, max_bytes, [&](const cover::Problem& part) {
    // With less memory one thread may do.
    const bool is_alone = threads == 1 || part.options() < kMinOptionsForThreads ||
                          cover::BestSearch::bytes_needed(part, threads) > max_bytes;
    const auto of_part = static_cast<double>(part.options());
    ShareDone of_whole;
    if (progress) {
      of_whole = [&](double share) { progress((options_done + share * of_part) / options); };
    }
    cover::BestOutcome outcome =
        is_alone ? cover::best(part, direction, stop, max_bytes)
                 : best_by_all(team, part, direction, of_whole, stop, max_bytes);
    options_done += of_part;
    return outcome;
  });
}

}  // namespace puzzled::parallel
