// Tests of one kernel, run once for every instruction-set level that this build has: those that the
// machine cannot run are reported as skipped. Where what all levels are compared with is expensive
// to make, one case loops over available_levels() and calls print_missing_levels().
//
//   class BatchTest : public EachLevel {};
//   TEST_P(BatchTest, AnswersRight) { BatchSolver solver(isa()); … }
//   PUZZLED_EACH_LEVEL(BatchTest);
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/simd/levels.hpp"

namespace puzzled {

class EachLevel : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    if (!simd::has_isa(isa())) GTEST_SKIP() << "this processor has no " << isa();
  }

  static std::string_view isa() { return GetParam(); }
};

/// The names of all levels of this build, which this machine may have or not.
inline std::vector<std::string_view> level_names() {
  std::vector<std::string_view> names;
  for (const simd::Level& level : simd::kLevels) names.push_back(level.name);
  return names;
}

/// Those that this machine has, for tests in which they are compared with each other.
inline std::vector<std::string_view> available_levels() {
  std::vector<std::string_view> names = level_names();
  names.resize(simd::best_level() + 1);
  return names;
}

/// For a test that loops over available_levels(): says which levels it does not try.
inline void print_missing_levels() {
  const std::vector<std::string_view> names = level_names();
  for (std::size_t i = simd::best_level() + 1; i < names.size(); ++i) {
    std::cout << "this processor has no " << names[i] << '\n';
  }
}

}  // namespace puzzled

#define PUZZLED_EACH_LEVEL(Suite)                                                      \
  INSTANTIATE_TEST_SUITE_P(Levels, Suite, testing::ValuesIn(::puzzled::level_names()), \
                           [](const auto& level) { return std::string(level.param); })
