#include "worker_threads.hpp"

#include <pybind11/pybind11.h>

#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "parallel/workers.hpp"

namespace py = pybind11;

namespace puzzled::python {

int thread_count(int threads) {
  if (threads < 0 || threads > parallel::Workers::kMaxThreads) {
    throw py::value_error("threads must be a number from 0 to " +
                          std::to_string(parallel::Workers::kMaxThreads) + " (got " +
                          std::to_string(threads) + ")");
  }
  return threads > 0 ? threads : parallel::available_threads();
}

void run_on_threads(std::size_t threads, StopFlag& stop, const std::function<void()>& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      stop.store(true, std::memory_order_relaxed);
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    while (others.size() + 1 < threads) others.emplace_back(guarded);
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace puzzled::python
