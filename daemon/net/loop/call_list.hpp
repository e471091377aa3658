// A lock-free list of calls: any thread adds, one thread takes all at once.
//
// Threads of low priority must not share a lock with those that serve connections: on a busy
// machine they may be preempted while they hold it, and the others wait.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace puzzled::net {

class CallList {
 public:
  CallList() = default;
  ~CallList();  ///< drops calls that have not run
  CallList(const CallList&) = delete;
  CallList& operator=(const CallList&) = delete;

  /// Returns whether the list was empty: then the taking thread has to be woken. Any thread; never
  /// waits.
  bool add(std::function<void()> call);

  /// Runs all calls, those of each thread in order. One thread at a time.
  void run();

 private:
  struct Call {
    std::function<void()> run;
    Call* next = nullptr;
  };

  void take();
  std::unique_ptr<Call> next();

  std::atomic<Call*> last_ = nullptr;  // head of a linked list, the newest first
  Call* taken_ = nullptr;              // by run(), the oldest first
};

}  // namespace puzzled::net
