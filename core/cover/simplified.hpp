// Simplifies a problem in time that is linear in its size: chooses forced options, removes the
// options that they exclude, merges equal options, and separates independent parts.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/wide_count.hpp"
#include "core/stop.hpp"

namespace puzzled::cover {

/// How equal options are merged.
enum class Merge {
  kCounted,   ///< the first represents all of them, with their number as its weight
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
  /// The number of ways to choose the forced options: the count of the whole is this times the
  /// product of the parts' counts.
  WideCount factor = 1;
  /// The smallest first. Each has at least two primary items, and each of these two options.
  std::vector<SimplePart> parts;
};

/// REQUIRES: `problem` has no multiplicities.
Simplified simplify(const Problem& problem, Merge merge, const StopFlag& stop = kNeverStop);

/// The problem of the part with each option repeated by its weight.
Problem expanded(const SimplePart& part);

using PartCounter = std::function<CountOutcome(const Problem& part)>;

/// The count of the whole. Each part is counted by `count_part`, unless few options stand for many.
CountOutcome count_parts(const Simplified& simplified, const StopFlag& stop,
                         const PartCounter& count_part);

/// The approximate temporary memory of simplify(), without its result.
std::uint64_t bytes_to_simplify(const Problem& problem);

}  // namespace puzzled::cover
