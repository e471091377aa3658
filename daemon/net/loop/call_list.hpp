// Calls that any thread adds without a lock, and one thread takes, all at once.
//
// Threads of low priority must not share a lock with those that serve connections: on a busy
// machine they may be preempted while they hold it, and all the others wait.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace puzzled::net {

class CallList {
 public:
  CallList() = default;
  ~CallList();  ///< what has not run by then never does
  CallList(const CallList&) = delete;
  CallList& operator=(const CallList&) = delete;

  /// True if there was none: then the taking thread has to be told. Any thread; never waits.
  bool add(std::function<void()> call);

  /// Runs all that have been added, those of each thread in order. One thread at a time.
  void run();

 private:
  struct Call {
    std::function<void()> run;
    Call* next = nullptr;
  };

  void take();
  std::unique_ptr<Call> next();

  std::atomic<Call*> last_ = nullptr;  // and behind it those that were added before
  Call* taken_ = nullptr;              // by run(), the oldest first
};

}  // namespace puzzled::net
