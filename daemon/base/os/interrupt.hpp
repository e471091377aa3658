// SIGINT (Ctrl-C), SIGTERM and SIGHUP ask the program to stop. It must do so within a second, even
// if it is blocked.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>

#include "daemon/base/os/file_descriptor.hpp"

namespace puzzled {

/// From construction on, a thread of its own takes the signals. It sets requested() and makes
/// poll_fd() readable; work stops at the next block. If this object still exists `grace` later
/// (a stalled reader of our output, an endless search), the thread runs the cleanup, gives the exit
/// message, and ends the process with exit_code().
///
/// REQUIRES: constructed before any other thread (threads inherit the signal mask), once.
class Interrupt {
 public:
  static constexpr std::chrono::milliseconds kGrace{600};

  /// Throws std::system_error if the system gives no descriptor or no thread.
  explicit Interrupt(std::chrono::milliseconds grace = kGrace);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const { return signal_.load(std::memory_order_relaxed) != 0; }

  /// Readable once requested() is true; for poll().
  int poll_fd() const { return requested_event_.get(); }

  /// 128 + the signal's number: 130 for Ctrl-C.
  int exit_code() const { return 128 + signal_.load(std::memory_order_relaxed); }

  /// Sets `stop` together with requested(), for work that checks a flag of its own; at once if
  /// requested() is already true. Null removes the flag. One flag at a time.
  void set_stop_flag(std::atomic<bool>* stop);

  /// Sets what runs before a forced end: the exit message reports what was done, the cleanup ends
  /// the output. Another thread calls them while everything else may still run. An empty function
  /// removes one; when this returns, the former one neither runs nor will. One of each at a time.
  void set_exit_message(std::function<void()> message);
  void set_cleanup(std::function<void()> cleanup);

  /// Runs the cleanup, if there is one, and ends the process at once. Any thread, at any time.
  [[noreturn]] static void end_process(int status);

 private:
  void watch();
  [[noreturn]] void end_interrupted();

  const std::chrono::milliseconds grace_;
  FileDescriptor signals_;
  FileDescriptor requested_event_;
  FileDescriptor stop_;
  std::atomic<int> signal_ = 0;
  std::mutex mutex_;  // of the next three
  std::function<void()> message_;
  std::function<void()> cleanup_;
  std::atomic<bool>* stop_flag_ = nullptr;
  pthread_t watcher_;
};

}  // namespace puzzled
