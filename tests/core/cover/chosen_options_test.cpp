// Options chosen beforehand: what is left has as many solutions as there are with them.
#include "core/cover/chosen_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/core/cover/brute_force.hpp"

namespace puzzled::cover {
namespace {

std::size_t solutions_with(const std::vector<brute_force::OptionSet>& solutions,
                           const std::vector<std::uint32_t>& chosen) {
  return static_cast<std::size_t>(std::ranges::count_if(solutions, [&](const auto& solution) {
    return std::ranges::all_of(chosen, [&](std::uint32_t option) {
      return std::ranges::find(solution, option) != solution.end();
    });
  }));
}

TEST(ChosenOptions, LeaveTheSolutionsThatContainThem) {
  std::mt19937_64 random(7);
  std::size_t with_solutions = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const bool is_plain = seed % 3 == 0;
    const Problem problem = brute_force::random_problem({.secondary = 3,
                                                         .options = 12,
                                                         .colours = 2,
                                                         .most = is_plain ? 1U : 3U,
                                                         .optional_items = !is_plain},
                                                        seed);
    const std::vector<brute_force::OptionSet> solutions = brute_force::solutions(problem);
    for (const std::size_t size : {0, 1, 2}) {
      if (problem.options() < size) continue;
      std::vector<std::uint32_t> chosen;
      for (std::size_t i = 0; i < size; ++i) {
        chosen.push_back(static_cast<std::uint32_t>(random() % problem.options()));
      }
      const std::optional<Problem> left = with_chosen(problem, chosen);
      const bool twice = size == 2 && chosen[0] == chosen[1];
      const std::size_t expected = twice ? 0 : solutions_with(solutions, chosen);
      EXPECT_EQ(left ? brute_force::solutions(*left).size() : 0, expected);
      with_solutions += expected > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(with_solutions, 100U) << "else nothing was compared";
}

TEST(ChosenOptions, ThatDisagreeLeaveNothing) {
  Problem problem(2, 1);
  ASSERT_TRUE(problem.add_option(std::vector<Element>{{0}, {2, 1}}));
  ASSERT_TRUE(problem.add_option(std::vector<Element>{{1}, {2, 2}}));
  const std::uint32_t both[] = {0, 1};
  EXPECT_FALSE(with_chosen(problem, both));
}

}  // namespace
}  // namespace puzzled::cover
