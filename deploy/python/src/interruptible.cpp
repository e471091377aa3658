#include "interruptible.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace py = pybind11;

namespace puzzled::python {
namespace {

constexpr std::chrono::milliseconds kBetweenSignals{50};

/// The thread that works, and whether it is done.
class Worker {
 public:
  Worker(const std::function<void(StopFlag&)>& work, StopFlag& stop)
      : thread_([this, &work, &stop] { run(work, stop); }) {}
  ~Worker() { thread_.join(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool wait() {
    std::unique_lock lock(mutex_);
    return ended_.wait_for(lock, kBetweenSignals, [this] { return is_done_; });
  }

  /// REQUIRES: wait() returned true.
  std::exception_ptr failure() const { return failure_; }

 private:
  void run(const std::function<void(StopFlag&)>& work, StopFlag& stop) {
    try {
      work(stop);
    } catch (...) {
      failure_ = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    ended_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable ended_;
  bool is_done_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace

void run_interruptibly(const std::function<void(StopFlag& stop)>& work) {
  StopFlag stop{false};
  std::exception_ptr failure;
  std::optional<py::error_already_set> interruption;
  {
    const py::gil_scoped_release without_lock;
    Worker worker(work, stop);
    while (!worker.wait()) {
      const py::gil_scoped_acquire with_lock;
      if (interruption || PyErr_CheckSignals() == 0) continue;
      interruption.emplace();
      stop.store(true, std::memory_order_relaxed);
    }
    failure = worker.failure();
  }
  if (interruption) throw std::move(*interruption);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace puzzled::python
