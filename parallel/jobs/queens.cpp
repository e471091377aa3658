#include "parallel/jobs/queens.hpp"

#include <cstdlib>
#include <optional>
#include <vector>

#include "core/queens/solution_walk.hpp"
#include "core/queens/symmetry_class.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled::parallel {

using queens::UnitCount;

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

Result<std::optional<queens::Count>> count_terms(Team& team,
                                                 std::span<const queens::CountTerm> terms,
                                                 const StopFlag& stop,
                                                 const std::function<void()>& unit_done) {
  // What is subtracted comes last, and 128 bits hold the positive terms.
  queens::Count total = 0;
  for (const queens::CountTerm& term : terms) {
    const std::vector<std::uint64_t> units = longest_first(term.plan->work_of_all());
    const auto done = [&](std::uint64_t, const UnitCount&) -> Result<> {
      if (unit_done) unit_done();
      return {};
    };
    const auto counted = count_queens(team, *term.plan, {.units = units, .done = done}, stop);
    if (!counted) return counted.error();
    if (!counted->is_complete) return std::optional<queens::Count>();
    const queens::Count times = counted->sum.count * static_cast<unsigned>(std::abs(term.factor));
    total = term.factor < 0 ? total - times : total + times;
  }
  return std::optional(total);
}

Listed list_queens(const queens::Board& board, const QueensListing& listing, const StopFlag& stop,
                   QueensListed kind) {
  using Output = ListOutput<std::span<const int>>;
  Output output(listing);
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
    output.show_due(found, Output::Clock::now());
  }
  output.show(found);
  return output.result(walk.ended());
}

}  // namespace puzzled::parallel
