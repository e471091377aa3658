#include "parallel/cover_best.hpp"

#include <numeric>
#include <vector>

#include "parallel/unit_run.hpp"

namespace puzzled::parallel {
namespace {

// A worker that is done takes another unit, and units differ widely in what they need.
constexpr std::size_t kUnitsPerWorker = 32;

/// Smaller problems are done before other threads have begun.
constexpr std::size_t kMinOptionsForThreads = 64;

cover::BestOutcome best_by_all(Workers& workers, const cover::Problem& problem,
                               cover::Direction direction, StopFlag& stop,
                               std::uint64_t max_bytes) {
  const auto threads = static_cast<std::size_t>(workers.threads());
  const auto search = cover::BestSearch::prepare(problem, direction, stop, max_bytes, threads);
  const std::vector<cover::BestSearch::Unit> units = search.units(kUnitsPerWorker * threads, stop);
  std::vector<cover::BestSearch::UnitOutcome> outcomes(units.size(), search.not_run());
  std::vector<std::uint64_t> numbers(units.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  cover::SharedIncumbent incumbent;
  run_units(
      workers, numbers,
      [&]() -> UnitWorker {
        return [&](std::uint64_t unit) {
          outcomes[unit] = search.run(units[unit], incumbent, stop);
          return outcomes[unit].complete;
        };
      },
      stop);
  return search.settle(outcomes, stop);
}

}  // namespace

cover::BestOutcome best_cover(Workers& workers, const cover::Problem& problem,
                              cover::Direction direction, StopFlag& stop, std::uint64_t max_bytes) {
  const auto threads = static_cast<std::size_t>(workers.threads());
  return cover::best_of_parts(problem, direction, stop, max_bytes, [&](const cover::Problem& part) {
    // With less memory one thread may do.
    const bool is_alone = threads == 1 || part.options() < kMinOptionsForThreads ||
                          cover::BestSearch::bytes_needed(part, threads) > max_bytes;
    return is_alone ? cover::best(part, direction, stop, max_bytes)
                    : best_by_all(workers, part, direction, stop, max_bytes);
  });
}

}  // namespace puzzled::parallel
