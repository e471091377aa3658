// A thread that looks after something every few milliseconds while there is something to look
// after, and sleeps for good while there is not.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "parallel/heartbeat.hpp"

namespace puzzled::serve {

class Ticker {
 public:
  /// `tick` is called on the ticker's thread until it returns false; then again after wake().
  Ticker(std::chrono::milliseconds interval, std::function<bool()> tick);
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

  /// There is something to look after. Any thread; costs nothing while the ticker is awake.
  void wake();

  /// How long the thread has shown no sign of life: a tick does not end.
  std::chrono::nanoseconds stalled() const { return heart_.age(); }

 private:
  void run();

  const std::chrono::milliseconds interval_;
  const std::function<bool()> tick_;
  std::atomic<bool> awake_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  parallel::Heartbeat heart_;
  std::thread thread_;
};

}  // namespace puzzled::serve
