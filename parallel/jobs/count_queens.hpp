// Counts the solutions of N queens in units, on all threads of a team. A count that disagrees with
// its residues (core/queens/unit_count.hpp) is an error, of a unit as of the sum.
#pragma once

#include "core/queens/count_plan.hpp"
#include "core/queens/unit_count.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "parallel/jobs/unit_count.hpp"
#include "parallel/team.hpp"

namespace puzzled::parallel {

/// CountPlan::make_counter() or, to count units a second time, make_checker().
enum class QueensCounter { kFirst, kChecker };

/// Counts until all units of the job are done or `stop` is set. After an error, units in flight are
/// finished. An exception of a thread comes out here.
Result<CountedUnits<queens::UnitCount>> count_queens(Team& team, const queens::CountPlan& plan,
                                                     const UnitsToCount<queens::UnitCount>& job,
                                                     const StopFlag& stop,
                                                     QueensCounter kind = QueensCounter::kFirst);

}  // namespace puzzled::parallel
