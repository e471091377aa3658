// A thread that does for others what may have to wait: whoever gives it an errand goes on at once.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>

#include "daemon/os/file_descriptor.hpp"
#include "daemon/serve/call_list.hpp"
#include "parallel/heartbeat.hpp"

namespace puzzled::serve {

class Errands {
 public:
  /// `failed` is told why an errand threw; the next ones are done all the same. Throws
  /// std::system_error if the system gives no descriptor or no thread.
  explicit Errands(std::function<void(std::string_view)> failed = {});
  ~Errands() { end(); }
  Errands(const Errands&) = delete;
  Errands& operator=(const Errands&) = delete;

  /// Calls it soon; what one thread puts, in that order. Any thread; never waits.
  void put(std::unique_ptr<CallList::Call> errand) noexcept;
  void put(std::function<void()> errand);

  /// Returns when all is done. Nothing may be put then.
  void end();

  /// How long the thread has shown no sign of life: an errand does not end.
  std::chrono::nanoseconds stalled() const { return heart_.age(); }

 private:
  void work();
  void do_all();

  const std::function<void(std::string_view)> failed_;
  CallList errands_;
  FileDescriptor bell_;  // rung when the first of them comes, and at the end
  std::atomic<bool> ending_ = false;
  parallel::Heartbeat heart_;
  std::thread thread_;
};

}  // namespace puzzled::serve
