// Tells ThreadSanitizer in which order a pipeline's stages touch memory. The system's oneTBB is not
// compiled with it, so it does not see how oneTBB hands a block from thread to thread, and would
// take every such block for a data race. What is said here is no more than oneTBB promises: stages
// that may overlap stay unordered, and a race between them is still found. In every other build all
// of this is nothing.
#pragma once

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace puzzled::parallel {

/// A place where memory changes hands: what was written before a give() is seen after a take().
/// REQUIRES: static storage; a reference to a local one would itself have to change hands first.
class Handover {
 public:
  void give() {
#ifdef __SANITIZE_THREAD__
    __tsan_release(this);
#endif
  }
  void take() {
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(this);
#endif
  }
};

/// Spans work that takes memory over at one place and hands it on at another, or at the same.
class Turn {
 public:
  Turn(Handover& from, Handover& to) : to_(to) { from.take(); }
  explicit Turn(Handover& place) : Turn(place, place) {}
  ~Turn() { to_.give(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Handover& to_;
};

/// The other side: spans a call that lends the caller's memory to workers and gets it back, whether
/// the call returns or throws.
class Loan {
 public:
  Loan(Handover& out, Handover& back) : back_(back) { out.give(); }
  ~Loan() { back_.take(); }
  Loan(const Loan&) = delete;
  Loan& operator=(const Loan&) = delete;

 private:
  Handover& back_;
};

}  // namespace puzzled::parallel
