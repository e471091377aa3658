// The engine `links`: dancing links, for every problem. It is the reference, and the best engine
// where there is little to search.
//
// The order with multiplicities. The need of an item is its lower bound less the options chosen for
// it. Of the items that need any, the search branches on the one with the fewest alternatives (the
// first of them in item order): with n live options and m needed these are the first n + 1 - m
// options, each without those before it. When no item needs any, it branches on the item with the
// fewest live options, on each of them and at last on none of them, until there are no live
// options. So every solution is found once; without multiplicities the order is that of every
// engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/units.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// In a prefix: the item that is branched on gets no further option. Only with multiplicities;
/// solution() leaves it out.
inline constexpr std::uint32_t kNoFurtherOption = std::numeric_limits<std::uint32_t>::max();

class LinksWalk : public SolutionWalk {
 public:
  virtual std::uint64_t nodes() const = 0;     ///< how often it chose
  virtual std::uint64_t branches() const = 0;  ///< items that had more than one alternative
};

/// See walk(). Memory is linear in the size of the problem, which need not outlive the walk. The
/// walk is empty if `prefix` is not the beginning of a path.
std::unique_ptr<LinksWalk> walk_by_links(const Problem& problem,
                                         std::span<const std::uint32_t> prefix = {});

/// See count(). Gives up after about `max_nodes`.
CountOutcome count_by_links(const Problem& problem, const StopFlag& stop = kNeverStop,
                            std::uint64_t max_nodes = UINT64_MAX);

/// See plan_count(). All solutions are in units, which come in the order of the walk.
/// Units are fewer once `stop` is set.
std::shared_ptr<const CountPlan> plan_by_links(const Problem& problem, std::size_t units,
                                               const StopFlag& stop = kNeverStop);

/// Cuts units that turn out to be long. For one thread at a time.
class UnitSplitter {
 public:
  virtual ~UnitSplitter() = default;

  /// About `units` units that together have the solutions of `unit`, in the same order; fewer,
  /// perhaps none, if there is little to search.
  virtual std::vector<Unit> split(const Unit& unit, std::size_t units) = 0;
};

/// For units of plan_by_links(). The problem must outlive it.
std::unique_ptr<UnitSplitter> split_by_links(const Problem& problem,
                                             const StopFlag& stop = kNeverStop);

}  // namespace puzzled::cover
