// The threads that do the pieces of one job together (the word is OpenMP's): those of an arena, or
// in the daemon the thread of a search and those of its pool that are idle.
#pragma once

#include <functional>

#include "core/stop.hpp"

namespace puzzled::parallel {

/// Does pieces of a job, one after another, until none are left to begin (false), or until it finds
/// `leave` set: the thread is wanted elsewhere (true).
using SharedWork = std::function<bool(const StopFlag& leave)>;

class Team {
 public:
  /// At most so many threads work at once, the calling one among them. Threads of a pool come and
  /// go: so many could begin now.
  virtual int threads() const = 0;

  /// Does `work` on the calling thread and on the others of the team that are free; returns when
  /// all of them have returned. REQUIRES: `work` may run on several threads at once.
  virtual void share(const SharedWork& work) = 0;

 protected:
  ~Team() = default;
};

}  // namespace puzzled::parallel
