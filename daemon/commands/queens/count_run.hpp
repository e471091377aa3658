// A count, or a part of one, from its start or from a checkpoint to its end: gives the units to the
// job that counts them, writes the checkpoint, shows progress, handles Ctrl-C, and verifies a
// sample of the units.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/queens/count_plan.hpp"
#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/queens/plan_choice.hpp"
#include "daemon/commands/units/unit_log.hpp"
#include "daemon/commands/units/unit_tally.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

struct CountOptions {
  UnitOptions units{};
  double verified_share = 0;  ///< of the units, to be counted a second time
};

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

  /// Of all units of the part. REQUIRES: run() was kDone.
  queens::Count total() const { return total_; }

  /// The units, their sum so far and their records.
  const UnitTally<queens::UnitCount>& tally() const { return tally_; }

  UnitLogHeader header() const { return tally_.header(chosen_.identity()); }
  double seconds() const;

  /// True once the program was asked to stop: for work of the same command after run().
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  /// A unit to be counted again, and where its count was read.
  struct Claim {
    UnitRecord record;
    std::optional<std::uint64_t> offset;  // in the checkpoint; nothing: counted just now
  };

  void claim(const UnitRecord& record, std::optional<std::uint64_t> offset);
  Result<> count_units();
  Result<> count_and_verify();
  Result<> verify(std::vector<Claim> claims);
  std::string progress_line() const;
  Error wrong_count(const Claim& claim, const queens::UnitCount& again) const;

  const ChosenPlan& chosen_;
  const CountOptions& options_;
  Interrupt& interrupt_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<bool> stop_ = false;

  parallel::Workers workers_;
  UnitTally<queens::UnitCount> tally_;
  queens::Count total_ = 0;
  std::vector<bool> verified_;  // by unit: to be counted again; empty: none
  std::uint64_t verified_units_ = 0;
  std::atomic<bool> is_verifying_ = false;

  std::mutex claims_mutex_;
  std::vector<Claim> claims_;
};

}  // namespace puzzled::commands
