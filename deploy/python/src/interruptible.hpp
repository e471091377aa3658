// Work without Python's lock (the GIL) that Ctrl-C ends.
#pragma once

#include <functional>

#include "core/stop.hpp"

namespace puzzled::python {

/// Runs `work` on a thread of its own and waits for it without the GIL, so that other Python
/// threads go on. Every 50 ms Python's signal handlers get their turn; if one of them raises, as
/// Ctrl-C does, the flag is set, and once `work` has returned the exception comes out here. So does
/// what `work` throws.
///
/// REQUIRES: the caller holds the GIL. `work` touches no Python object, and returns soon after the
/// flag is set.
void run_interruptibly(const std::function<void(StopFlag& stop)>& work);

}  // namespace puzzled::python
