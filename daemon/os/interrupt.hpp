// Ctrl-C and its kin: SIGINT, SIGTERM and SIGHUP ask the program to stop, which it must within a
// second, whatever it is blocked in.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>

#include "daemon/os/file_descriptor.hpp"

namespace puzzled {

/// From construction on, the signals are taken by a watching thread. It raises requested() and
/// makes wake_fd() readable; work is to stop at the next block. If this object still lives
/// kGracePeriod later (a stalled reader of our output, one endless search), the watcher runs the
/// cleanup and the last words and ends the process with exit_code().
///
/// REQUIRES: constructed before any other thread (threads inherit the signal mask), once.
class Interrupt {
 public:
  /// Throws std::system_error if the system gives no descriptor or no thread.
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  bool requested() const { return signal_.load(std::memory_order_relaxed) != 0; }

  /// Readable once requested() is true; for poll().
  int wake_fd() const { return wake_.get(); }

  /// 128 + the signal's number: 130 for Ctrl-C.
  int exit_code() const { return 128 + signal_.load(std::memory_order_relaxed); }

  /// Raises `stop` together with requested(), for work that looks at a flag of its own; at once if
  /// that has already happened. Null takes it back. One at a time.
  void set_stop_flag(std::atomic<bool>* stop);

  /// What to do before a forced end. Called on another thread while everything else may still run.
  /// An empty function takes it back; when this returns, the former one is neither running nor
  /// going to. One of each at a time: the words of the command say what was done, the cleanup ends
  /// its output.
  void set_last_words(std::function<void()> words);
  void set_cleanup(std::function<void()> cleanup);

  /// Runs the last words, if there are any, and ends the process at once. Any thread, at any time.
  [[noreturn]] static void end_process(int status);

 private:
  void watch();

  FileDescriptor signals_;
  FileDescriptor wake_;
  FileDescriptor stop_;
  std::atomic<int> signal_ = 0;
  std::mutex mutex_;  // of the next three
  std::function<void()> words_;
  std::function<void()> cleanup_;
  std::atomic<bool>* stop_flag_ = nullptr;
  std::thread watcher_;
};

}  // namespace puzzled
