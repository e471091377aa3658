// Results of the engines as the public headers give them. The library for many threads links these
// sources, too, so no public function is defined here.
#pragma once

#include <cstdint>

#include "core/cover/best.hpp"
#include "core/cover/wide_count.hpp"
#include "core/queens/unit_count.hpp"
#include "puzzled/cover.hpp"
#include "puzzled/result.hpp"

namespace puzzled {

/// A search that was stopped before it had a result.
inline Error stopped_error() {
  return {"stopped"};
}

/// The count, or that it has too many bits.
Result<std::uint64_t> public_count(queens::Count count);

/// The count, or that it has too many bits.
Result<BigCount> checked_count(const cover::WideCount& count);

constexpr cover::Direction direction_of(Goal goal) {
  return goal == Goal::kMinimize ? cover::Direction::kMinimize : cover::Direction::kMaximize;
}

BestCover public_outcome(cover::BestOutcome outcome);

}  // namespace puzzled
