// Pools with the housekeeping thread that they need.
#pragma once

#include <utility>

#include "daemon/net/loop/loop.hpp"
#include "daemon/net/serve/solver_pools.hpp"

namespace puzzled::net {

struct TestHousekeeping {
  LoopThread housekeeping;
};

struct RunningPools : TestHousekeeping, SolverPools {
  RunningPools(const ServeSettings& settings, Metrics& metrics, CoverProblems covers = {})
      : SolverPools(settings, metrics, housekeeping, nullptr, std::move(covers)) {
    housekeeping.start();
  }
};

}  // namespace puzzled::net
