// Counting in units, as all problems do it: threads take unit after unit, their counts are added
// up, and each finished unit is reported to the caller, who may keep it in a checkpoint.
// queens.hpp and count_covers.hpp say what a unit is and how it is counted.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "core/result.hpp"
#include "parallel/jobs/share_report.hpp"
#include "parallel/unit_queue.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// `Count` is queens::UnitCount or cover::WideCount.
template <class Count>
struct UnitsToCount {
  std::span<const std::uint64_t> units;  ///< numbers in the plan, begun in this order
  Count so_far{};                        ///< of units that are counted already: added to the sum
  /// A unit is counted. Called on any thread, several at a time; an error ends the job. May be
  /// null.
  std::function<Result<>(std::uint64_t unit, const Count& count)> done{};
  ShareDone progress{};  ///< of the work of `units`; may be null
};

template <class Count>
struct CountedUnits {
  Count sum{};  ///< a lower bound if not complete
  bool is_complete = false;
};

/// What all threads of a job have counted.
template <class Count>
class UnitTotal {
 public:
  /// `job` must outlive this. `work`: expected, of all its units.
  UnitTotal(const UnitsToCount<Count>& job, double work)
      : job_(job), report_(job.progress, work), sum_(job.so_far) {}

  /// What one thread has counted. Units of 14 queens take 30 us: if threads added each to one sum,
  /// they would wait for each other.
  class OfThread {
   public:
    explicit OfThread(UnitTotal& all) : all_(all) {}
    ~OfThread() { all_.add(sum_, units_); }
    OfThread(const OfThread&) = delete;
    OfThread& operator=(const OfThread&) = delete;

    /// A unit with this expected work is finished. False: the job is over.
    bool add_unit(std::uint64_t unit, const Count& count, double work) {
      sum_ += count;
      ++units_;
      if (all_.job_.done) {
        if (const Result<> taken = all_.job_.done(unit, count); !taken) return fail(taken.error());
      }
      all_.report_.add(work);
      return !all_.has_failed_.load(std::memory_order_relaxed);
    }

    /// Part of a unit is counted, and the unit will stay unfinished.
    void add_part(const Count& count) { sum_ += count; }

    /// The first failure is the job's. False: the job is over.
    bool fail(Error error) {
      all_.fail(std::move(error));
      return false;
    }

   private:
    UnitTotal& all_;
    Count sum_{};
    std::uint64_t units_ = 0;
  };

  /// REQUIRES: no thread counts any more.
  Result<CountedUnits<Count>> result() const {
    if (failure_) return *failure_;
    return CountedUnits<Count>{.sum = sum_, .is_complete = units_ == job_.units.size()};
  }

 private:
  void add(const Count& sum, std::uint64_t units) {
    const std::lock_guard lock(mutex_);
    sum_ += sum;
    units_ += units;
  }

  void fail(Error error) {
    has_failed_.store(true, std::memory_order_relaxed);
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(error);
  }

  const UnitsToCount<Count>& job_;
  ShareReport report_;
  std::atomic<bool> has_failed_ = false;  // relaxed: a hint to end
  std::mutex mutex_;                      // of all below; held for a moment only
  Count sum_;
  std::uint64_t units_ = 0;
  std::optional<Error> failure_;
};

/// Works `queue` off: `make_counter(leave)` makes what counts pieces of it on one thread, called
/// with a piece and the thread's UnitTotal::OfThread, and returns whether the job goes on.
template <class Count, class Queue, class MakeCounter>
Result<CountedUnits<Count>> count_in_units(Team& team, Queue& queue, const UnitsToCount<Count>& job,
                                           double work, const MakeCounter& make_counter) {
  UnitTotal<Count> total(job, work);
  if (job.units.empty()) return total.result();
  share_queue(team, queue, [&](const StopFlag& leave) {
    return [counter = make_counter(leave), counted = typename UnitTotal<Count>::OfThread(total)](
               const auto& piece) mutable { return counter(piece, counted); };
  });
  return total.result();
}

}  // namespace puzzled::parallel
