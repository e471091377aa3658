// Calls that any thread adds without a lock, and one thread takes, all at once.
//
// Threads of low priority must not share a lock with those that serve connections: on a busy
// machine they may be held up with the lock in hand, and then so is everybody.
#pragma once

#include <atomic>
#include <functional>

namespace puzzled::serve {

class CallList {
 public:
  CallList() = default;
  ~CallList();  ///< what has not run by then never does
  CallList(const CallList&) = delete;
  CallList& operator=(const CallList&) = delete;

  /// True if there was none: then nobody has told the taker yet. Any thread; never waits.
  bool add(std::function<void()> call);

  /// Runs all that have been added, those of each thread in order. One thread at a time.
  void run();

 private:
  struct Node {
    std::function<void()> call;
    Node* next;
  };

  Node* take();

  std::atomic<Node*> last_ = nullptr;  // and behind it those that were added before
};

}  // namespace puzzled::serve
