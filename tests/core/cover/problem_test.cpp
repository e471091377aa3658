// What a problem accepts, and what it refuses with which reason.
#include "core/cover/problem.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace puzzled::cover {
namespace {

using Option = std::vector<Element>;

TEST(CoverProblem, KeepsOptionsAsTheyWereAdded) {
  Problem problem(2, 1);
  ASSERT_TRUE(problem.add_option(Option{{1}, {2, 7}}));
  ASSERT_TRUE(problem.add_option(Option{{0}}, -3));
  EXPECT_EQ(problem.options(), 2U);
  EXPECT_EQ(problem.elements(), 3U);
  EXPECT_EQ(Option(problem.option(0).begin(), problem.option(0).end()), (Option{{1}, {2, 7}}));
  EXPECT_EQ(problem.cost(0), 0);
  EXPECT_EQ(problem.cost(1), -3);
  EXPECT_TRUE(problem.has_colours());
  EXPECT_TRUE(problem.has_costs());
  EXPECT_TRUE(problem.has_secondary_items());
  EXPECT_FALSE(problem.has_multiplicities());
}

TEST(CoverProblem, RefusesFaultyOptionsAndStaysAsItWas) {
  Problem problem(2, 1);
  EXPECT_EQ(problem.add_option(Option{}).error().message, "an option has no primary item");
  EXPECT_EQ(problem.add_option(Option{{2}}).error().message, "an option has no primary item");
  EXPECT_EQ(problem.add_option(Option{{3}}).error().message, "there is no item 3");
  EXPECT_EQ(problem.add_option(Option{{1}, {1}}).error().message, "item 1 is twice in an option");
  EXPECT_EQ(problem.add_option(Option{{1, 4}}).error().message, "primary item 1 has a colour");
  EXPECT_EQ(problem.options(), 0U);
  EXPECT_FALSE(problem.has_colours());
  EXPECT_TRUE(problem.add_option(Option{{1}}));
}

TEST(CoverProblem, BoundsAreIntervalsOfPrimaryItems) {
  Problem problem(1, 1);
  EXPECT_TRUE(problem.set_bounds(0, {0, 3}));
  EXPECT_TRUE(problem.has_multiplicities());
  EXPECT_FALSE(problem.set_bounds(0, {2, 1}));
  EXPECT_FALSE(problem.set_bounds(0, {0, 0}));
  EXPECT_FALSE(problem.set_bounds(1, {1, 1}));
  EXPECT_EQ(problem.bounds(0), (Bounds{0, 3}));
}

}  // namespace
}  // namespace puzzled::cover
