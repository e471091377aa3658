// The threads that solve for all connections: one pool for the stream of Sudoku lines, one of
// lower priority for searches, so that a search never delays the stream.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "daemon/base/log/log.hpp"
#include "daemon/base/settings/serve_settings.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/metrics/search_list.hpp"
#include "daemon/net/serve/cover_problems.hpp"
#include "daemon/net/serve/request_batch.hpp"

namespace puzzled::net {

/// Any thread may call any of this. The queues have no bound of their own: what is
/// submitted is bounded by the caller (requests in flight, searches in flight).
class SolverPools {
 public:
  /// `housekeeping` hands searches over to their pool, whose lock no other thread than the pool's
  /// own shall wait for, and looks after limits every few milliseconds; it is to run from before
  /// the first search. REQUIRES: settings.isa is "auto" or simd::has_isa(). `log` may be null.
  /// `covers` are the problems of the verb `cover`.
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

  /// How long a search may take from when it begins; 0: no limit. For those that begin from now on.
  void set_search_timeout(std::chrono::nanoseconds limit);

  /// The searches that run, up to SearchList::kMaxListed of them, and how many wait. Waits for a
  /// lock of low-priority threads: not for a thread that owns connections.
  SearchList searches() const;

  /// For the watchdog: what has hung for `limit`, by name, once for each thread without a sign of
  /// life, and for a search that does not stop when told. A few seconds are a busy machine; half a
  /// minute is a defect. Takes no lock.
  std::vector<std::string_view> hung(std::chrono::nanoseconds limit) const;

 private:
  struct Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace puzzled::net
