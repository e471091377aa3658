#include "parallel/api/threads.hpp"

#include <algorithm>
#include <chrono>

namespace puzzled {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{10};

}  // namespace

int worker_count(int threads) {
  if (threads <= 0) threads = parallel::available_threads();
  return std::min(threads, parallel::Workers::kMaxThreads);
}

StopLink::StopLink(const StopFlag* from) : from_(from) {
  if (asked()) flag_.store(true, std::memory_order_relaxed);
  if (from == nullptr || asked()) return;
  watcher_ = std::jthread([this](const std::stop_token& over) {
    std::unique_lock lock(mutex_);
    while (!ended_.wait_for(lock, over, kBetweenLooks, [&] { return asked(); })) {
      if (over.stop_requested()) return;
    }
    flag_.store(true, std::memory_order_relaxed);
  });
}

}  // namespace puzzled
