// A count cut into units of work: self-contained, deterministic, done in any order, on any thread
// or machine. The weighted counts of the units add up to the number of solutions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/wide_count.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// The solutions that contain the options of a prefix (as the engine's walk would find them below
/// it), and how often each of them counts.
struct Unit {
  std::vector<std::uint32_t> prefix;  ///< options of the problem, in the order of the walk
  std::uint64_t weight = 1;           ///< symmetric prefixes, of which only this one is counted
  double work = 1;                    ///< expected nodes, more than 0
};

/// Lets a counter give away parts that it has not begun, when other threads are idle.
struct Sharing {
  const std::atomic<bool>* wanted = nullptr;  ///< set while others wait for work
  /// Receives these parts: units whose counts, times their own weights, belong to the unit's count.
  std::vector<Unit>* given = nullptr;
  /// Asked every 30 ms at most: true if the thread is needed elsewhere. It then gives away all that
  /// it has not begun, and is done soon. May be null.
  std::function<bool()> is_called_away{};

  bool is_wanted() const { return wanted != nullptr && wanted->load(std::memory_order_relaxed); }
  bool is_all_wanted() const { return is_called_away && is_called_away(); }
};

/// Counts units one after another and owns the memory that this takes. For one thread at a time.
class UnitCounter {
 public:
  virtual ~UnitCounter() = default;

  /// The number of solutions that the unit contributes: with its weight, without the parts it gave
  /// away.
  virtual CountOutcome count(const Unit& unit, const StopFlag& stop, const Sharing& sharing) = 0;

  /// One random probe of the nodes that counting the unit visits (Knuth, Estimating the efficiency
  /// of backtrack programs, 1975): its mean over all `seed`s is their number without a cache.
  virtual double probe(const Unit& unit, std::uint64_t seed) = 0;
};

/// The result of plan_count(). Immutable; any number of threads may share it. Equal problems and
/// settings (but for isa, memory and counters) give equal units on every machine.
class CountPlan {
 public:
  using MakeCounter = std::function<std::unique_ptr<UnitCounter>()>;

  CountPlan(std::vector<Unit> units, const WideCount& counted, MakeCounter make_counter)
      : units_(std::move(units)), counted_(counted), make_counter_(std::move(make_counter)) {}

  const std::vector<Unit>& units() const { return units_; }  ///< may be none
  const WideCount& counted() const { return counted_; }  ///< counted while cutting, and in no unit

  /// The problem must outlive the counter, and so must the plan. Counters of one plan may share a
  /// cache of at most the memory of the settings. REQUIRES: there are units.
  std::unique_ptr<UnitCounter> make_counter() const { return make_counter_(); }

 private:
  std::vector<Unit> units_;
  WideCount counted_;
  MakeCounter make_counter_;
};

/// Goes up when the same problem gives other units than before.
inline constexpr std::uint32_t kUnitsRevision = 1;

/// Searches for up to about a second; parts that are counted by then are not cut. Cuts the rest
/// into about `units` units of similar expected work (fewer if the search is small; prefixes that
/// turn out harder are cut further). `units` = 1: one unit, the whole. Once `stop` is set it
/// returns soon, and the plan must not be used.
/// REQUIRES: no refusal(), and the engine has parts (kAuto chooses one).
std::shared_ptr<const CountPlan> plan_count(const Problem& problem, const CountSettings& settings,
                                            std::size_t units, const StopFlag& stop = kNeverStop);

}  // namespace puzzled::cover
