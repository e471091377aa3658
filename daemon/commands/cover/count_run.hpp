// A count of exact covers, or a part of one, on all threads: a short search on one thread first,
// then units of work, with a checkpoint if there is one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/cover/units.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "daemon/commands/units/unit_log.hpp"
#include "daemon/commands/units/unit_tally.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

/// Into how many units a count is cut: enough for parts of a cluster and a progress line, few
/// enough that cutting takes milliseconds.
inline constexpr std::size_t kCoverUnits = 512;

struct CoverCountOptions {
  cover::CountSettings settings;
  UnitOptions units;  ///< its records are kept exactly if it is a part for a file
};

struct CoverCountResult {
  cover::WideCount count;                 ///< at least so many, if not complete
  bool is_complete = false;               ///< false: `stop` was set, or there is an overflow
  std::optional<std::string> overflow{};  ///< why there is no count: its size, or memory
  std::uint64_t nodes = 0;                ///< of the search, as far as they were counted
};

class CoverCountRun {
 public:
  /// Everything referred to must outlive this. `stop` ends the run early, and the run sets it
  /// itself when it is over.
  CoverCountRun(const cover::Problem& problem, const CoverCountOptions& options,
                parallel::Workers& workers, StopFlag& stop);

  /// Counts. An error if the checkpoint cannot be read or written. REQUIRES: called once; the
  /// engine takes the problem.
  Result<CoverCountResult> run();

  // Of a part, and of what has a checkpoint. Unit 0 stands for what was counted while the search
  // was cut into units; the others follow in the order of the plan.

  const UnitTally<cover::WideCount>& tally();
  UnitLogHeader header();

 private:
  /// Not a part, and nothing is kept: then it need not be done in units.
  bool counts_whole() const {
    return !options_.units.keep_records && options_.units.checkpoint == nullptr;
  }
  Result<CoverCountResult> count();
  void cut();
  std::string progress_line() const;
  Result<> count_units();
  CoverCountResult count_alone();
  bool try_frontier(const StopFlag& stop, const StopFlag& units_done);
  CoverCountResult outcome() const;

  const cover::Problem& problem_;
  const CoverCountOptions& options_;
  parallel::Workers& workers_;
  StopFlag& stop_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

  std::shared_ptr<const cover::CountPlan> plan_;
  mutable std::mutex mutex_;  // of all below, while workers run; held for a moment only
  std::optional<UnitTally<cover::WideCount>> tally_;  // nothing: not yet cut into units
  cover::WideCount unfinished_;                       // found in units that were stopped
  std::optional<Error> failure_;
  std::optional<cover::WideCount> frontier_count_;

  std::atomic<std::uint64_t> nodes_ = 0;
};

/// A count, or that it is too large.
CoverCountResult count_result(const cover::WideCount& count, bool is_complete);

/// A check value of a problem and of how it is cut: FNV-1a of 64 bits over its items, bounds,
/// options and colours, and `symmetry`.
std::uint64_t problem_check(const cover::Problem& problem, bool symmetry);

}  // namespace puzzled::commands
