// A problem for branch and bound: costs to be minimised, and weights, which are the costs scaled
// for bounds.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cover/best.hpp"
#include "core/cover/problem.hpp"

namespace puzzled::cover::cost {

/// Sums of weights cannot overflow (see choose_shift()). Weights are costs times a power of two, so
/// that prices have binary places; or, where costs are huge, costs divided by one, rounded down.
struct Instance {
  Instance(const Problem& the_problem, Direction the_direction);

  /// No solution of at most this cost weighs more.
  std::int64_t weight_of(std::int64_t cost) const {
    return shift >= 0 ? cost * (std::int64_t{1} << shift) : cost >> -shift;
  }
  /// Solutions that weigh at least `weight` cost at least this.
  std::int64_t cost_of(std::int64_t weight) const;

  const Problem& problem;
  Direction direction;
  std::vector<std::int64_t> costs;    ///< by option
  std::vector<std::int64_t> weights;  ///< by option
  int shift = 0;                      ///< weights are costs times 2^shift
  std::int64_t step = 1;              ///< divides all costs, so solutions differ by multiples of it
  std::int64_t max_cost = 0;          ///< no solution costs more
  std::int64_t max_weight = 0;        ///< of an option, without its sign
  /// By item, how many options a solution has of it; hi at most the number of all of them. 0 to 1
  /// for secondary items.
  std::vector<Bounds> bounds;
  std::vector<bool> is_coloured;  ///< by item: some option has a colour of it; it has no price
  bool is_feasible = true;        ///< false: some item has too few options
};

}  // namespace puzzled::cover::cost
