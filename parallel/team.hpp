// The threads that do the pieces of one job together (the word is OpenMP's): those of an arena, or
// in the daemon the thread of a search and those of its pool that are idle.
#pragma once

#include <functional>

#include "core/stop.hpp"

namespace puzzled::parallel {

/// Does pieces of a job, one after another. Returns false when no piece is left to begin, true when
/// it finds `leave` set: the thread is needed elsewhere.
using SharedWork = std::function<bool(const StopFlag& leave)>;

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

}  // namespace puzzled::parallel
