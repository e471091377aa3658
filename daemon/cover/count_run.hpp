// A count of exact covers, or a part of one, on all threads: a short search on one thread first,
// then units of work, with a checkpoint if there is one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/cover/units.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "daemon/units/checkpoint.hpp"
#include "daemon/units/part.hpp"
#include "daemon/units/unit_log.hpp"
#include "parallel/workers.hpp"

namespace puzzled {

/// Into how many units a count is cut: enough for parts of a cluster and a progress line, few
/// enough that cutting takes milliseconds.
inline constexpr std::size_t kCoverUnits = 512;

struct CoverCountOptions {
  cover::CountSettings settings;
  Part part;
  Checkpoint* checkpoint = nullptr;  ///< opened, not begun
  std::string checkpoint_path;       ///< for messages
  bool is_part = false;              ///< count units even if there is only one part
  bool quiet = false;                ///< no progress line and no messages but warnings
};

/// The progress of a count.
struct CoverCountState {
  std::uint64_t units_done = 0;
  std::uint64_t units_total = 0;
  double work_done = 0;  ///< expected work of the units done
  double work_total = 0;
  double work_loaded = 0;  ///< of those found in the checkpoint
  cover::WideCount sum;    ///< of the units done
};

struct CoverCountResult {
  cover::WideCount count;    ///< at least so many, if not complete
  bool is_complete = false;  ///< false: `stop` was set
};

class CoverCountRun {
 public:
  /// Everything referred to must outlive this. `stop` ends the run early, and the run sets it
  /// itself when it is over.
  CoverCountRun(const cover::Problem& problem, const CoverCountOptions& options,
                parallel::Workers& workers, StopFlag& stop);

  /// Counts. An error if the engine gave up for want of memory, a count has more than 512 bits, or
  /// the checkpoint cannot be read or written. REQUIRES: called once; the engine takes the problem.
  Result<CoverCountResult> run();

  CoverCountState state() const;
  double seconds() const;

  // Of a part, and of what has a checkpoint. Unit 0 stands for what was counted while the search
  // was cut into units; the others follow in the order of the plan.

  std::vector<std::uint64_t> units();      ///< of the part, sorted
  std::vector<CoverUnitRecord> records();  ///< of the part, by unit
  UnitLogHeader header();

 private:
  /// Not a part, and nothing is kept: then it need not be done in units.
  bool counts_whole() const { return !options_.is_part && options_.checkpoint == nullptr; }
  void cut();
  std::vector<std::uint64_t> units_of(const Part& part) const;
  Result<> load_checkpoint();
  Result<> take(const CoverUnitRecord& record, bool is_loaded);
  Result<> count_units();
  Result<CoverCountResult> count_alone();
  bool try_frontier(const StopFlag& stop, const StopFlag& units_done);
  Result<CoverCountResult> outcome() const;

  const cover::Problem& problem_;
  const CoverCountOptions& options_;
  parallel::Workers& workers_;
  StopFlag& stop_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();

  std::shared_ptr<const cover::CountPlan> plan_;
  std::vector<double> work_;          // of every unit, unit 0 included
  std::vector<std::uint64_t> units_;  // of the part, longest first
  std::vector<bool> pending_;         // by unit: of the part and not yet counted

  std::mutex append_mutex_;   // of the checkpoint
  mutable std::mutex mutex_;  // of all below, while workers run; held for a moment only
  CoverCountState state_;
  std::vector<CoverUnitRecord> records_;
  cover::WideCount unfinished_;  // found in units that were stopped
  std::optional<Error> failure_;
  std::optional<cover::WideCount> frontier_count_;
};

/// A check value of a problem and of how it is cut: FNV-1a of 64 bits over its items, bounds,
/// options and colours, and `symmetry`.
std::uint64_t problem_check(const cover::Problem& problem, bool symmetry);

/// ` 43 %  117/272 units  so far 12345678  ETA 0:12`.
std::string progress_text(const CoverCountState& state, double seconds);

}  // namespace puzzled
