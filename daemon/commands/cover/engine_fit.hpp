// Which engine counts or lists a problem within the available memory, and how much of it is left
// for caches and frontiers.
#pragma once

#include <cstdint>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/result.hpp"

namespace puzzled::commands {

struct EngineFit {
  cover::Engine engine = cover::Engine::kAuto;
  std::uint64_t memory = 0;  ///< for caches and frontiers
};

/// kAuto becomes kLinks where only links fit. The error says how much `threads` need.
Result<EngineFit> fit_engine(const cover::Problem& problem, cover::Engine engine, int threads,
                             std::uint64_t memory);

}  // namespace puzzled::commands
