#include "parallel/jobs/queens.hpp"

#include <optional>
#include <vector>

#include "core/queens/regions/region_solver.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/queens/symmetry_class.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled::parallel {

using queens::UnitCount;
using QueensOutput = ListOutput<std::span<const int>>;

Result<CountedUnits<UnitCount>> count_queens(Team& team, const queens::CountPlan& plan,
                                             const UnitsToCount<UnitCount>& job,
                                             const StopFlag& stop, QueensCounter kind) {
  double work = 0;
  if (job.progress) {
    for (const std::uint64_t unit : job.units) work += plan.work(unit);
  }
  UnitQueue queue(job.units.size());
  const auto make_counter = [&](const StopFlag&) {
    return [&, counter = kind == QueensCounter::kFirst ? plan.make_counter() : plan.make_checker()](
               std::size_t place, auto& counted) {
      if (is_stopped(stop)) return false;
      const std::uint64_t unit = job.units[place];
      const Result<std::optional<UnitCount>> count = queens::count_checked(*counter, unit, stop);
      if (!count) return counted.fail(count.error());
      if (!*count) return false;
      return counted.add_unit(unit, **count, job.progress ? plan.work(unit) : 0);
    };
  };
  Result<CountedUnits<UnitCount>> result = count_in_units(team, queue, job, work, make_counter);
  if (result) {
    if (const std::optional<Error> wrong = queens::fault_of_sum(result->sum)) return *wrong;
  }
  return result;
}

Listed list_queens(const queens::Board& board, const QueensListing& listing, const StopFlag& stop,
                   QueensListed kind) {
  QueensOutput output(listing);
  queens::Board walked = board;
  const bool skips_images = kind == QueensListed::kFirstOfEachClass;
  if (skips_images) {
    walked.rows[0] &= (std::uint64_t{1} << queens::last_first_column(board.queens)) - 1;
  }
  queens::SolutionWalk walk(walked);
  FoundText found;
  while (output.goes_on() && found.solutions < output.left() && !is_stopped(stop) &&
         walk.next(stop)) {
    if (skips_images && !queens::is_first_of_class(walk.columns())) continue;
    listing.format(found.text, walk.columns());
    ++found.solutions;
    output.show_due(found, QueensOutput::Clock::now());
  }
  output.show(found);
  return output.result(walk.ended());
}

Listed list_queens(const queens::RegionBoard& board, const QueensListing& listing,
                   const StopFlag& stop) {
  QueensOutput output(listing);
  FoundText found;
  const queens::RegionSolutions solutions =
      queens::for_each_region_solution(board,
                                       [&](std::span<const int> columns) {
                                         listing.format(found.text, columns);
                                         ++found.solutions;
                                         output.show_due(found, QueensOutput::Clock::now());
                                         return output.goes_on();
                                       },
                                       {.solutions = listing.limit, .stop = &stop});
  output.show(found);
  return output.result(solutions.is_complete);
}

}  // namespace puzzled::parallel
