// Counts of exact covers: the progress line, and a checkpoint if there is one, around the jobs that
// count on all threads.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/units.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "daemon/commands/units/unit_log.hpp"
#include "daemon/commands/units/unit_tally.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

/// Into how many units a count is cut for parts and checkpoints: enough for parts of a cluster and
/// a progress line, few enough that cutting takes milliseconds.
inline constexpr std::size_t kCoverUnits = 512;

/// Which engine counts or lists a problem within the available memory.
struct EngineFit {
  cover::Engine engine = cover::Engine::kAuto;
  std::uint64_t memory = 0;  ///< for caches and frontiers
};

/// kAuto becomes kLinks where only links fit. The error says how much `threads` need.
Result<EngineFit> fit_engine(const cover::Problem& problem, cover::Engine engine, int threads,
                             std::uint64_t memory);

struct CoverCountResult {
  cover::WideCount count;                 ///< a lower bound if not complete
  bool is_complete = false;               ///< false: `stop` was set, or there is an overflow
  std::optional<std::string> overflow{};  ///< why there is no count: its size, or memory
};

/// Counts a problem. REQUIRES: the engine takes it.
CoverCountResult count_whole(const cover::Problem& problem, const cover::CountSettings& settings,
                             bool quiet, parallel::Workers& workers, const StopFlag& stop);

/// The units of a count that is going on, for its progress line. Unit 0 stands for what was counted
/// while the search was cut into units; the others follow in the order of the plan.
class CoverTally {
 public:
  /// May be called again, for the next part of a problem.
  void begin(const cover::CountPlan& plan, const UnitOptions& options);

  /// REQUIRES: begin() was called.
  UnitTally<cover::WideCount>* operator->() { return &*tally_; }
  UnitTally<cover::WideCount>& operator*() { return *tally_; }

  /// Any thread may call it.
  std::string line() const;

 private:
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  mutable std::mutex mutex_;  // of whether there is a tally
  std::optional<UnitTally<cover::WideCount>> tally_;
};

struct CoverCountOptions {
  cover::CountSettings settings;
  UnitOptions units;  ///< its records are kept exactly if it is a part for a file
};

/// A part of a count, or one with a checkpoint.
class CoverCountRun {
 public:
  /// Everything referred to must outlive this. `stop` ends the run early.
  CoverCountRun(const cover::Problem& problem, const CoverCountOptions& options,
                parallel::Workers& workers, const StopFlag& stop);

  /// Counts. An error if the checkpoint cannot be read or written. REQUIRES: called once; the
  /// engine takes the problem, and has parts.
  Result<CoverCountResult> run();

  const UnitTally<cover::WideCount>& tally();
  UnitLogHeader header();

 private:
  void cut();

  const cover::Problem& problem_;
  const CoverCountOptions& options_;
  parallel::Workers& workers_;
  const StopFlag& stop_;
  std::shared_ptr<const cover::CountPlan> plan_;  // null: not yet cut into units
  CoverTally tally_;
};

/// A check value of a problem and of how it is cut: FNV-1a of 64 bits over its items, bounds,
/// options and colours, and `symmetry`.
std::uint64_t problem_check(const cover::Problem& problem, bool symmetry);

}  // namespace puzzled::commands
