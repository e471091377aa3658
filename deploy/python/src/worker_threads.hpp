// The threads that share the work of one call.
#pragma once

#include <cstddef>
#include <functional>

#include "core/stop.hpp"

namespace puzzled::python {

/// `threads` as Python states it, 0 for one per processor. Throws a ValueError for what is none.
int thread_count(int threads);

/// Runs `work` on so many threads at once, this one among them. What one of them throws sets `stop`
/// and comes out when all have returned. They are plain threads, not oneTBB's: a process that
/// forks, as Python's multiprocessing does, is left without those.
void run_on_threads(std::size_t threads, StopFlag& stop, const std::function<void()>& work);

}  // namespace puzzled::python
