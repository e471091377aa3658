#include "parallel/cover_best.hpp"

#include <numeric>
#include <vector>

#include "parallel/unit_run.hpp"

namespace puzzled::parallel {
namespace {

// A worker that is done takes another unit, and units differ widely in what they need.
constexpr std::size_t kUnitsPerWorker = 32;

}  // namespace

cover::BestOutcome best_cover(Workers& workers, const cover::Problem& problem,
                              cover::Direction direction, StopFlag& stop) {
  if (workers.threads() == 1) return cover::best(problem, direction, stop);
  const cover::BestSearch search(problem, direction);
  const std::vector<cover::BestSearch::Unit> units =
      search.units(kUnitsPerWorker * static_cast<std::size_t>(workers.threads()));
  std::vector<cover::BestSearch::UnitOutcome> outcomes(units.size());
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

}  // namespace puzzled::parallel
