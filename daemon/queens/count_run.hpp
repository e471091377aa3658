// A count, or a part of one, from its start or from a checkpoint to its end: counts the units on
// all threads, sums, writes the checkpoint, shows progress, handles Ctrl-C, and verifies a sample
// of the units.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/queens/count_plan.hpp"
#include "core/result.hpp"
#include "daemon/os/interrupt.hpp"
#include "daemon/queens/plan_choice.hpp"
#include "daemon/queens/request.hpp"
#include "daemon/units/checkpoint.hpp"
#include "daemon/units/unit_log.hpp"

namespace puzzled {

struct CountOptions {
  Part part;
  double verified_share = 0;         ///< of the units, to be counted a second time
  Checkpoint* checkpoint = nullptr;  ///< opened, not begun
  std::string checkpoint_path;       ///< for messages
  bool keep_records = false;         ///< see records()
  bool quiet = false;                ///< no progress line and no messages but warnings
};

/// The progress of a count.
struct CountState {
  std::uint64_t units_done = 0;
  std::uint64_t units_total = 0;
  double work_done = 0;  ///< expected work of the units done
  double work_total = 0;
  double work_loaded = 0;  ///< of those found in the checkpoint
  queens::UnitCount sum;
  bool verifying = false;

  /// Exactly 1 at the end, whatever the rounding of the sums.
  double share() const { return units_done == units_total ? 1 : work_done / work_total; }
};

/// `117 of 272 units (43.1 % of the work)`.
std::string done_text(const CountState& state);

/// ` 43 %  117/272 units  so far 12345678  ETA 0:12`: percent of the work, not of the units; the
/// time left from the rate in the `seconds` of this run.
std::string progress_text(const CountState& state, double seconds);

class CountRun {
 public:
  enum class End { kDone, kInterrupted };

  /// Everything referred to must outlive this.
  CountRun(const ChosenPlan& chosen, const CountOptions& options, Interrupt& interrupt);
  ~CountRun();
  CountRun(const CountRun&) = delete;
  CountRun& operator=(const CountRun&) = delete;

  /// Counts the remaining units. REQUIRES: called once.
  Result<End> run();

  /// The sum so far; the total after run().
  CountState state() const;

  /// Every unit of the part with its count, by number; empty unless `keep_records`.
  std::vector<UnitRecord> records() const;

  /// The numbers of the part's units, sorted.
  std::vector<std::uint64_t> units() const;

  UnitLogHeader header() const;
  double seconds() const;

  /// True once the program was asked to stop: for work of the same command after run().
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  /// A unit to be counted again, and where its count was read.
  struct Claim {
    UnitRecord record;
    std::optional<std::uint64_t> offset;  // in the checkpoint; nothing: counted just now
  };

  Result<> load_checkpoint();
  Result<> take(const UnitRecord& record, std::optional<std::uint64_t> offset);
  Result<> count_units();
  Result<> count_and_verify();
  Result<> verify(std::vector<Claim> claims);
  using MakeCounter = std::unique_ptr<queens::UnitCounter> (queens::CountPlan::*)() const;
  Result<> on_all_workers(const std::vector<std::uint64_t>& units, MakeCounter make,
                          const std::function<Result<>(const UnitRecord&)>& each);
  Error wrong_count(const Claim& claim, const queens::UnitCount& again) const;

  const ChosenPlan& chosen_;
  const CountOptions& options_;
  Interrupt& interrupt_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_ = false;

  std::vector<double> work_;          // of every unit of the count
  std::vector<std::uint64_t> units_;  // of the part, longest first
  std::vector<bool> pending_;         // by unit: of the part and not in the checkpoint
  std::vector<bool> verified_;        // by unit: to be counted again; empty: none
  std::uint64_t verified_units_ = 0;

  std::mutex append_mutex_;   // of the checkpoint
  mutable std::mutex mutex_;  // of all below, while workers run; held for a moment only
  CountState state_;
  std::vector<Claim> claims_;
  std::vector<UnitRecord> records_;
};

}  // namespace puzzled
