// The cheapest or dearest solution, proven: branch and bound with prices from the linear
// relaxation.
//
// Every item has a price (a dual value); the reduced cost of an option is its cost less the prices
// of its items. If no reduced cost is negative, the sum of the prices of the uncovered items is a
// lower bound of the cost of covering them, and an option whose reduced cost exceeds the gap to the
// best known solution can be removed. (Fisher, The Lagrangian relaxation method for solving integer
// programming problems, Management Science 27, 1981; Balas and Carrera, A dynamic subgradient-based
// branch-and-bound procedure for set covering, Operations Research 44, 1996. They cover sets with
// floating-point prices; ours are integers, so that every machine prunes alike, and items may have
// bounds and colours.)
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/cover/problem.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

enum class Direction { kMinimize, kMaximize };

struct BestOutcome {
  enum class Status {
    kOptimal,  ///< nothing is better, and it is the first of its equals
    kNoCover,  ///< there is no solution at all
    kStopped,
    kNoMemory,  ///< the search would need more than the memory allowed
  };
  Status status = Status::kNoCover;
  bool found = false;  ///< cost and options are those of a solution: the best so far
  std::int64_t cost = 0;
  std::vector<std::uint32_t> options;  ///< in ascending order
  std::int64_t bound = 0;              ///< nothing is better than this
  std::uint64_t nodes = 0;             ///< how often an option was chosen
};

/// Why best() cannot take `problem`; nothing if it can. The sum of the absolute costs must fit in
/// 63 bits.
std::optional<Error> best_refusal(const Problem& problem);

/// The best solution by the sum of its options' costs; of equal ones that whose ascending list of
/// options comes first in lexicographic order. It takes at most `max_bytes`.
/// REQUIRES: no best_refusal().
BestOutcome best(const Problem& problem, Direction direction, const StopFlag& stop = kNeverStop,
                 std::uint64_t max_bytes = UINT64_MAX);

/// Finds the best solution of a part of a problem.
using PartBest = std::function<BestOutcome(const Problem& part)>;

/// The same, with `best_part` for the parts that need a search. Of options with the same elements
/// only the best is searched, and independent parts are searched separately.
BestOutcome best_of_parts(const Problem& problem, Direction direction, const StopFlag& stop,
                          std::uint64_t max_bytes, const PartBest& best_part);

/// The cost of the best solution that any thread has found; smaller is better, the costs of
/// maximisation are negated.
class SharedIncumbent {
 public:
  static constexpr std::int64_t kNone = INT64_MAX;

  std::int64_t cost() const { return cost_.load(std::memory_order_relaxed); }

  /// False if one as good is known.
  bool improve(std::int64_t cost) {
    std::int64_t known = this->cost();
    while (cost < known) {
      if (cost_.compare_exchange_weak(known, cost, std::memory_order_relaxed)) return true;
    }
    return false;
  }

 private:
  std::atomic<std::int64_t> cost_{kNone};
};

/// Disjoint parts of one search, for several threads: units(), run() each of them, settle().
/// Immutable; any number of threads may use it. The problem must outlive it.
class BestSearch {
 public:
  /// The solutions that contain all of `chosen` and none of `excluded`.
  struct Unit {
    std::vector<std::uint32_t> chosen;
    std::vector<std::uint32_t> excluded;
  };

  struct UnitOutcome {
    bool complete = false;  ///< false: stopped, or out of memory
    bool lacks_memory = false;
    bool found = false;     ///< a solution better than any that was known when it was found
    std::int64_t cost = 0;  ///< as in SharedIncumbent
    std::vector<std::uint32_t> options;
    std::int64_t bound = 0;  ///< if not complete: as in SharedIncumbent, nothing in it is better
    std::uint64_t nodes = 0;
  };

  /// The least memory of a search.
  static std::uint64_t bytes_needed(const Problem& problem, std::size_t threads);

  /// Finds the prices: about 300 passes over all options, unless `stop` is set. Threads that run
  /// units, at most `threads` at a time, take no more than `max_bytes` together with this.
  /// REQUIRES: no best_refusal(); max_bytes >= bytes_needed(problem, threads).
  static BestSearch prepare(const Problem& problem, Direction direction,
                            const StopFlag& stop = kNeverStop, std::uint64_t max_bytes = UINT64_MAX,
                            std::size_t threads = 1);
  BestSearch(BestSearch&&) noexcept;
  ~BestSearch();

  /// At least `count` units, if the search has so many, the most promising first; none if prices
  /// prove that there is no solution.
  std::vector<Unit> units(std::size_t count, const StopFlag& stop = kNeverStop) const;

  UnitOutcome run(const Unit& unit, SharedIncumbent& incumbent,
                  const StopFlag& stop = kNeverStop) const;

  /// The outcome of a unit that was not run.
  UnitOutcome not_run() const;

  /// The outcome of the search, from the outcomes of all units, which were run with one incumbent.
  /// It does not depend on their order or timing, unless it was stopped. It searches on for the
  /// first of equal solutions.
  BestOutcome settle(std::span<const UnitOutcome> units, const StopFlag& stop = kNeverStop) const;

 private:
  struct Root;

  explicit BestSearch(std::unique_ptr<const Root> root);

  std::unique_ptr<const Root> root_;
};

}  // namespace puzzled::cover
