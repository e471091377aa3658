// The threads that work: a oneTBB arena of a stated size, which the calling thread joins.
#pragma once

#include <functional>
#include <memory>

namespace puzzled::parallel {

/// Processors this process may run on (its affinity mask), at least 1.
int available_threads();

/// `threads` workers, the caller of run() among them; more than there are processors is allowed.
/// A program may hold several. Not copyable; one run() at a time.
class Workers {
 public:
  static constexpr int kMaxThreads = 1024;

  /// REQUIRES: 1 <= threads <= kMaxThreads.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const;

  /// Inside run(): a number from 0 to threads() - 1 that no other thread has at the same time.
  static int current();

  /// Runs `body` inside the arena: parallel algorithms in it use these workers. An exception in
  /// `body` comes out here.
  void run(const std::function<void()>& body);

 private:
  struct Arena;
  std::unique_ptr<Arena> arena_;
};

}  // namespace puzzled::parallel
