// The order in which frontier dynamic programming branches on the primary items. A state needs only
// the items that are open: those that an earlier option may have covered and that a later option
// may still name. The fewer are open at a time, the fewer states there are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover {

/// An option starts at the step of the first of its primary items. An item is open behind the steps
/// from `first` to before `last`: `first` is where the first of its options starts; `last` is a
/// primary item's own step, and where the last option of a secondary item starts.
struct OpenSteps {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  bool ever() const { return first < last; }
};

/// By item. `order` has every primary item once: that of step 0 first.
std::vector<OpenSteps> open_steps(const Problem& problem, std::span<const std::uint32_t> order);

struct FrontierOrder {
  std::vector<std::uint32_t> items;  ///< the primary items
  /// The logarithm of the number of sets of open items, over all steps: an upper bound of the
  /// states, of which mostly far fewer occur.
  double log2_width = 0;
};

/// The best of the given order and of greedy ones: a heuristic, deterministic, of bounded effort.
FrontierOrder frontier_order(const Problem& problem);

}  // namespace puzzled::cover
