// How many threads the public calls take.
#pragma once

#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled {

/// From the argument of a public call: 0 and less mean all processors.
int worker_count(int threads);

}  // namespace puzzled
