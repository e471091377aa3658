// Counts exact covers on many threads: each takes the next unit when it is done with the last, and
// a unit that takes long gives parts of itself away once threads have nothing left to do.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "core/cover/units.hpp"
#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

struct CoverCountHooks {
  /// All of a unit is counted: its number in plan.units() and its count, weight included. Called on
  /// any worker, several at a time.
  std::function<void(std::uint64_t unit, const cover::WideCount& count)> done;
  /// What was found in a unit, or a part of one, that was stopped. As above. May be null.
  std::function<void(const cover::WideCount& count)> unfinished{};
  /// Another way to the same total, which one worker tries while the others count units, if there
  /// are others. True: it has succeeded; the run then ends and `stop` is set. It gives up, with
  /// false, when it cannot go on, or one of the flags is set. Null: there is none.
  std::function<bool(const StopFlag& stop, const StopFlag& units_done)> rival{};
  /// Grows by the nodes of each finished unit or part of one. May be null.
  std::atomic<std::uint64_t>* nodes = nullptr;
};

/// Counts the units of `plan` that are named, in that order, until all are done, `rival` has
/// succeeded, or `stop` is set. True if `rival` has. An exception raises `stop`, ends the run and
/// comes out here.
bool count_cover_units(Workers& workers, const cover::CountPlan& plan,
                       std::span<const std::uint64_t> units, const CoverCountHooks& hooks,
                       StopFlag& stop);

}  // namespace puzzled::parallel
