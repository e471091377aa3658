// Tells ThreadSanitizer in which order tasks touch memory. The system's oneTBB is not compiled with
// it, so it does not see the synchronisation inside oneTBB, and would report a data race for every
// block that oneTBB passes from thread to thread. What is said here is no more than oneTBB
// promises: stages that may overlap stay unordered, and a race between them is still found. In
// every other build all of this is empty.
#pragma once

#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

namespace puzzled::parallel {

/// An edge of the happens-before order: what was written before a release() is visible after an
/// acquire() of the same edge. Any thread may call both.
/// REQUIRES: static storage; a reference to a local edge would itself have to be passed on first.
class TsanEdge {
 public:
  void release() {
#ifdef __SANITIZE_THREAD__
    __tsan_release(this);
#endif
  }
  void acquire() {
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(this);
#endif
  }
};

/// For a task: acquires one edge at its begin and releases another, or the same, at its end.
class TsanScope {
 public:
  TsanScope(TsanEdge& from, TsanEdge& to) : to_(to) { from.acquire(); }
  explicit TsanScope(TsanEdge& edge) : TsanScope(edge, edge) {}
  ~TsanScope() { to_.release(); }
  TsanScope(const TsanScope&) = delete;
  TsanScope& operator=(const TsanScope&) = delete;

 private:
  TsanEdge& to_;
};

/// For the caller of tasks: releases one edge before them and acquires another behind them, whether
/// the call returns or throws.
class TsanCallerScope {
 public:
  TsanCallerScope(TsanEdge& to_tasks, TsanEdge& from_tasks) : from_tasks_(from_tasks) {
    to_tasks.release();
  }
  ~TsanCallerScope() { from_tasks_.acquire(); }
  TsanCallerScope(const TsanCallerScope&) = delete;
  TsanCallerScope& operator=(const TsanCallerScope&) = delete;

 private:
  TsanEdge& from_tasks_;
};

/// First member of a task: orders it behind the task that was in its memory before.
class TsanTaskMemory {
 public:
  TsanTaskMemory() { memory_.acquire(); }
  TsanTaskMemory(const TsanTaskMemory&) : TsanTaskMemory() {}
  TsanTaskMemory& operator=(const TsanTaskMemory&) = delete;
  ~TsanTaskMemory() { memory_.release(); }

 private:
  static inline TsanEdge memory_;
};

}  // namespace puzzled::parallel
