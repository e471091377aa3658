// Pools with the housekeeping thread that they need.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "daemon/loop/loop.hpp"
#include "daemon/serve/solver_pools.hpp"

namespace puzzled::serve {

struct TestHousekeeping {
  LoopThread housekeeping{
      [](std::string_view reason) { ADD_FAILURE() << "exception: " << reason; }};
};

struct RunningPools : TestHousekeeping, SolverPools {
  RunningPools(const ServeSettings& settings, Metrics& metrics)
      : SolverPools(settings, metrics, housekeeping) {
    housekeeping.start();
  }
};

}  // namespace puzzled::serve
