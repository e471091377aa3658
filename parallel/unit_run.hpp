// Units of one search on many threads: each worker takes the next unit of a list when it is done
// with the last. Longest first, that is within one unit of the best schedule (Graham, 1969).
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// Completes a unit; false when it was stopped before the end. Called on one thread at a time.
using UnitWorker = std::function<bool(std::uint64_t unit)>;

/// Completes the units in the order given, as many at once as there are workers, until all are
/// done or `stop` is true. `make_worker` runs on the thread that is going to use its result, and
/// only when there is a unit for it. An exception raises `stop`, ends the run and comes out here.
void run_units(Workers& workers, std::span<const std::uint64_t> units,
               const std::function<UnitWorker()>& make_worker, StopFlag& stop);

}  // namespace puzzled::parallel
