// The units of one part of a count while they are counted: which are done, what they add up to, and
// the checkpoint that keeps them. The same for every engine whose counts are cut into units.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "daemon/commands/units/checkpoint.hpp"
#include "daemon/commands/units/part.hpp"
#include "daemon/commands/units/unit_log.hpp"

namespace puzzled::commands {

/// Which units are counted, and where they are kept.
struct UnitOptions {
  Part part{};
  Checkpoint* checkpoint = nullptr;  ///< opened, not begun
  std::string checkpoint_path{};     ///< for messages
  bool keep_records = false;         ///< see UnitTally::records()
  bool quiet = false;                ///< no progress line and no messages but warnings
};

/// The progress of a count.
struct UnitProgress {
  std::uint64_t units_done = 0;
  std::uint64_t units_total = 0;
  double work_done = 0;  ///< expected work of the units done
  double work_total = 0;
  double work_loaded = 0;  ///< of those found in the checkpoint

  /// Exactly 1 at the end, whatever the rounding of the sums.
  double share() const { return units_done == units_total ? 1 : work_done / work_total; }
};

/// `117 of 272 units (43.1 % of the work)`.
std::string done_text(const UnitProgress& progress);

/// ` 43 %  117/272 units  so far 12345678  ETA 0:12`: percent of the work, not of the units; the
/// time left from the rate in the `seconds` of this run. An empty sum is left out.
std::string progress_text(const UnitProgress& progress, const std::string& sum, double seconds);

/// `Count` is queens::UnitCount or cover::WideCount.
template <class Count>
class UnitTally {
 public:
  using Record = UnitRecordOf<Count>;

  struct State {
    UnitProgress progress;
    Count sum{};  ///< of the units done
  };

  /// `work`: the expected work of every unit of the count, more than 0. Parts beyond the last unit
  /// are empty. `options` must outlive this.
  UnitTally(std::vector<double> work, const UnitOptions& options);

  /// The numbers of the part's units, sorted.
  std::vector<std::uint64_t> units() const;

  /// The units not yet counted, longest first. Not while take() may run.
  std::vector<std::uint64_t> units_left() const;

  /// The header of the part's files.
  UnitLogHeader header(const CountIdentity& count) const;

  /// Takes the units that the checkpoint has, if there is one, and passes each, with its offset
  /// there, to `each`. Prints on stderr where the count resumes.
  /// REQUIRES: called before take() and at most once; `header` is from header().
  Result<> load(const UnitLogHeader& header,
                const std::function<void(const Record&, std::uint64_t offset)>& each = {});

  /// Adds a finished unit to the sum, the records and the checkpoint. Any thread may call it.
  Result<> take(const Record& record);

  /// Waits until the checkpoint, if there is one, is on disk.
  Result<> sync();

  /// The total, after the last unit. Any thread may call it.
  State state() const;

  /// Every finished unit of the part, by number; empty unless `keep_records`.
  std::vector<Record> records() const;

 private:
  void add(const Record& record, bool is_loaded);

  const UnitOptions& options_;
  const std::vector<double> work_;          // of every unit of the count
  const std::vector<std::uint64_t> units_;  // of the part, longest first
  std::vector<bool> pending_;               // by unit: of the part and not in the checkpoint

  std::mutex append_mutex_;   // of the checkpoint
  mutable std::mutex mutex_;  // of all below; held for a moment only
  State state_;
  std::vector<Record> records_;
};

}  // namespace puzzled::commands
