// Counts exact covers on all threads of a team. A long unit is split further once threads have
// nothing left to do.
#pragma once

#include <cstdint>
#include <functional>

#include "core/cover/engines.hpp"
#include "core/cover/units.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "parallel/jobs/unit_count.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// Counts the units of the job until all are done or `stop` is set; the error is that of
/// `job.done`, and ends the job soon. An exception of a thread comes out here.
Result<CountedUnits<cover::WideCount>> count_cover_units(Team& team, const cover::CountPlan& plan,
                                                         const UnitsToCount<cover::WideCount>& job,
                                                         const StopFlag& stop);

/// Callbacks for watching the count of a whole problem. All may be null.
struct CoverCountWatch {
  /// A part of the problem has been cut into units, to which `unit_done` refers from now on.
  std::function<void(const cover::CountPlan& plan)> part_cut{};
  /// As UnitsToCount::done.
  std::function<void(std::uint64_t unit, const cover::WideCount& count)> unit_done{};
  ShareDone progress{};
};

/// The number of solutions, as cover::count(): with engine kAuto, what needs no search first, then
/// the parts that are left, each in units, while one of several threads tries the frontier if the
/// search is long. A team of one thread does what cover::count() does.
/// REQUIRES: no cover::refusal(). (`settings.counters` and `min_work_to_cut` do not matter.)
cover::CountOutcome count_covers(Team& team, const cover::Problem& problem,
                                 const cover::CountSettings& settings, const CoverCountWatch& watch,
                                 const StopFlag& stop);

}  // namespace puzzled::parallel
