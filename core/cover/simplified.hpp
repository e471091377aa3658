// A problem without what needs no search: options that are forced, options that these exclude,
// equal options but for one, and the parts that have nothing to do with each other, apart. All in
// time that is linear in the size of the problem.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/wide_count.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// What becomes of equal options.
enum class Merge {
  kCounted,   ///< the first stands for all of them, and counts as often
  kCheapest,  ///< the first of the cheapest stays
  kDearest,
};

struct SimplePart {
  Problem problem{0};
  std::vector<std::uint32_t> options;  ///< by option, the option of the whole
  std::vector<std::uint64_t> weights;  ///< by option; empty if all are 1
};

struct Simplified {
  enum class Status {
    kOpen,
    kNoSolution,
    kStopped,
  };

  Status status = Status::kOpen;
  /// In every solution (of kCheapest and kDearest: in the first of the best ones).
  std::vector<std::uint32_t> forced;
  /// Solutions that the forced options stand for: the whole has so many times the product of the
  /// parts' counts.
  WideCount factor = 1;
  /// The smallest first. Each has at least two primary items, and each of these two options.
  std::vector<SimplePart> parts;
};

/// REQUIRES: `problem` has no multiplicities.
Simplified simplify(const Problem& problem, Merge merge, const StopFlag& stop = kNeverStop);

/// The problem of the part with each option as often as it counts.
Problem expanded(const SimplePart& part);

using PartCounter = std::function<CountOutcome(const Problem& part)>;

/// The count of the whole. Each part is counted by `count_part`, unless few options stand for many.
CountOutcome count_parts(const Simplified& simplified, const StopFlag& stop,
                         const PartCounter& count_part);

/// About what simplify() takes for a while, beside its result.
std::uint64_t bytes_to_simplify(const Problem& problem);

}  // namespace puzzled::cover
