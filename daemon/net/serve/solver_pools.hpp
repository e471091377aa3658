// The threads that solve for all connections: one pool for the stream of Sudoku lines, one of
// lower priority for searches, so that a search never delays the stream.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "daemon/base/log/log.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/metrics/search_list.hpp"
#include "daemon/net/serve/job.hpp"
#include "daemon/net/verbs/cover_problems.hpp"

namespace puzzled::net {

/// Thread-safe. The queues are not bounded here: the caller bounds requests and searches in flight.
class SolverPools {
 public:
  /// `housekeeping` passes searches to their pool, for whose lock no other thread may wait, and
  /// enforces limits every few milliseconds; it must run before the first search. REQUIRES:
  /// settings.isa is "auto" or simd::has_isa(). `log` may be null. `covers` are the problems of the
  /// verb `cover`.
  SolverPools(const ServeSettings& settings, Metrics& metrics, LoopThread& housekeeping,
              Log* log = nullptr, CoverProblems covers = {});
  ~SolverPools();  ///< ends `housekeeping`, and returns when all that was submitted is done
  SolverPools(const SolverPools&) = delete;
  SolverPools& operator=(const SolverPools&) = delete;

  /// Answers the batch and counts it in the metrics, then calls `done` on the worker's thread,
  /// exactly once; `done` must be quick and not throw. The batch is the pool's until then. A search
  /// ends within 100 ms of `batch.cancelled`.
  /// REQUIRES: kind is kStream or kSearch.
  void submit(RequestBatch& batch, std::function<void()> done);

  /// The same for many of kind kStream: fewer threads are woken for them, and they are solved
  /// together more often.
  void submit_together(std::span<Job> jobs);

  /// Sets the time limit of searches that begin from now on, from their start; 0: none.
  void set_search_timeout(std::chrono::nanoseconds limit);

  /// The searches that run, up to SearchList::kMaxListed of them, and how many wait. Waits for a
  /// lock of low-priority threads: not for a thread that owns connections.
  SearchList searches() const;

  /// Cancels the running search with that id of the list: it is answered `error cancelled`, with
  /// what it has found so far, and the log tells whose it was. False if none runs. Waits as
  /// searches() does.
  bool cancel_search(std::uint64_t id);

  /// For the watchdog: the name of each thread without a sign of life for `limit`, and of a search
  /// that has ignored its stop flag as long. A few seconds are normal on a busy machine; half a
  /// minute is a defect. Takes no lock.
  std::vector<std::string_view> hung(std::chrono::nanoseconds limit) const;

 private:
  struct Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace puzzled::net
