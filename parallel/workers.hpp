// The threads that share a job, and those of an arena: a oneTBB arena of a stated size, which the
// calling thread joins.
#pragma once

#include <functional>
#include <memory>

#include "core/stop.hpp"

namespace puzzled::parallel {

/// Does pieces of a job, one after another. Returns false when no piece is left to begin, true when
/// it finds `leave` set: the thread is needed elsewhere.
using SharedWork = std::function<bool(const StopFlag& leave)>;

/// The threads that do the pieces of one job together (the word is OpenMP's): those of an arena, or
/// in the daemon the thread of a search and those of its pool that are idle.
class Team {
 public:
  /// The most threads that work at once, with the calling one. For a pool, whose threads come and
  /// go: how many could begin now.
  virtual int threads() const = 0;

  /// Does `work` on the calling thread and on the others of the team that are free; returns when
  /// all of them have returned. REQUIRES: `work` may run on several threads at once.
  virtual void share(const SharedWork& work) = 0;

 protected:
  ~Team() = default;
};

/// Processors this process may run on (its affinity mask), at least 1.
int available_threads();

/// `threads` workers, the caller of run() among them; more than there are processors is allowed.
/// A program may hold several. Not copyable. oneTBB takes a millisecond to start, as long as many
/// a search takes, so it is started by the first run(), and by share() if there is more than one.
class Workers final : public Team {
 public:
  static constexpr int kMaxThreads = 1024;

  /// REQUIRES: 1 <= threads <= kMaxThreads.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const override { return threads_; }

  /// Inside run(): a number from 0 to threads() - 1 that no other thread has at the same time.
  /// Outside of run(): 0.
  static int current();

  /// Runs `body` inside the arena: parallel algorithms in it use these workers. An exception in
  /// `body` comes out here. One run() at a time, except for nested ones.
  void run(const std::function<void()>& body);

  /// Every worker calls `work`, at the same time as far as the system has threads; `leave` is never
  /// set. An exception in `work` is rethrown here when all have returned. May be called inside
  /// run().
  void share(const SharedWork& work) override;

 private:
  struct Arena;
  const int threads_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace puzzled::parallel
