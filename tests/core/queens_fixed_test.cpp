// Solutions fixed by turns, against the known numbers and against all solutions of small boards.
#include "core/queens/fixed_solutions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/queens/solution_walk.hpp"
#include "tests/core/queens_known.hpp"

namespace puzzled::queens {
namespace {

TEST(QueensFixed, FundamentalSolutions) {
  for (int queens = 1; queens <= 22; ++queens) {
    const FixedSolutions fixed = *count_fixed(queens, kNeverStop);
    EXPECT_EQ(to_text(fundamental_solutions(queens, kKnownSolutions[queens], fixed)),
              std::to_string(kKnownFundamental[queens]))
        << queens;
  }
}

TEST(QueensFixed, EverySolutionTurned) {
  for (int queens = 1; queens <= 10; ++queens) {
    std::uint64_t half_turn = 0;
    std::uint64_t quarter_turn = 0;
    SolutionWalk walk(queens);
    while (walk.next()) {
      const std::vector<int> columns(walk.columns().begin(), walk.columns().end());
      const auto turned = [&](const std::vector<int>& from) {
        std::vector<int> to(from.size());
        for (int row = 0; row < queens; ++row) to[from[row] - 1] = queens - row;
        return to;
      };
      quarter_turn += static_cast<std::uint64_t>(turned(columns) == columns);
      half_turn += static_cast<std::uint64_t>(turned(turned(columns)) == columns);
    }
    const FixedSolutions fixed = *count_fixed(queens, kNeverStop);
    EXPECT_EQ(static_cast<std::uint64_t>(fixed.half_turn), half_turn) << queens;
    EXPECT_EQ(static_cast<std::uint64_t>(fixed.quarter_turn), quarter_turn) << queens;
  }
}

TEST(QueensFixed, StopsWhenAsked) {
  const std::atomic<bool> stop{true};
  EXPECT_FALSE(count_fixed(28, stop).has_value());
}

}  // namespace
}  // namespace puzzled::queens
