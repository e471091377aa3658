// Calls that any thread adds without a lock, and one thread takes, all at once.
//
// Threads of low priority must not share a lock with those that serve connections: on a busy
// machine they may be preempted while they hold it, and all the others wait.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>

namespace puzzled {

class CallList {
 public:
  /// A call with its place in a list: made in time, it can be added when memory has run out.
  struct Call {
    explicit Call(std::function<void()> what) : run(std::move(what)) {}

    std::function<void()> run;
    Call* next = nullptr;
  };

  CallList() = default;
  ~CallList();  ///< what has not run by then never does
  CallList(const CallList&) = delete;
  CallList& operator=(const CallList&) = delete;

  /// True if there was none: then the taking thread has to be told. Any thread; never waits.
  bool add(std::unique_ptr<Call> call) noexcept;

  /// Runs all that have been added, those of each thread in order. One thread at a time. If one
  /// throws, so does this; called again, it goes on with those behind it.
  void run();

 private:
  void take();
  std::unique_ptr<Call> next();

  std::atomic<Call*> last_ = nullptr;  // and behind it those that were added before
  Call* taken_ = nullptr;              // by run(), the oldest first
};

}  // namespace puzzled
