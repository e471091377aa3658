// What the public problem of exact cover holds, for the sources of both libraries.
#pragma once

#include <memory>

#include "core/cover/best.hpp"
#include "core/cover/problem.hpp"
#include "puzzled/cover.hpp"

namespace puzzled {

struct CoverProblem::State {
  cover::Problem problem{0};
};

struct CoverAccess {
  static const cover::Problem& problem_of(const CoverProblem& problem) {
    return problem.state_->problem;
  }
  static CoverProblem make(cover::Problem problem);
};

constexpr cover::Direction direction_of(Goal goal) {
  return goal == Goal::kMinimize ? cover::Direction::kMinimize : cover::Direction::kMaximize;
}

}  // namespace puzzled
