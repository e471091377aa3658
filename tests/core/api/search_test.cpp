// The public calls for queens, target Sudoku and exact covers: ranges, errors, known results.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "puzzled/cover.hpp"
#include "puzzled/queens.hpp"
#include "puzzled/target.hpp"

namespace puzzled {
namespace {

TEST(PublicQueens, CountsAndLists) {
  EXPECT_EQ(*count_queens(1), 1U);
  EXPECT_EQ(*count_queens(3), 0U);
  EXPECT_EQ(*count_queens(8), 92U);
  EXPECT_EQ(*count_queens(13), 73712U);
  EXPECT_EQ(*count_fundamental_queens(8), 12U);
  const auto first = list_queens(6, 100);
  ASSERT_TRUE(first);
  EXPECT_EQ(*first,
            (std::vector<QueenColumns>{
                {1, 3, 5, 0, 2, 4}, {2, 5, 1, 4, 0, 3}, {3, 0, 4, 1, 5, 2}, {4, 2, 0, 5, 3, 1}}));
  EXPECT_EQ(list_queens(6, 2)->size(), 2U);
  EXPECT_TRUE(list_queens(6, 0)->empty());
  EXPECT_TRUE(list_queens(2, 5)->empty());
}

TEST(PublicQueens, RefusesWhatIsOutOfRange) {
  for (const int queens : {-1, 0, kMaxCountedQueens + 1}) {
    const auto count = count_queens(queens);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().message,
              "the number of queens must be from 1 to 28 (got " + std::to_string(queens) + ')');
    EXPECT_FALSE(count_fundamental_queens(queens));
  }
  EXPECT_FALSE(list_queens(0, 1));
  EXPECT_FALSE(list_queens(kMaxListedQueens + 1, 1));
}

TEST(PublicQueens, ShowsSolutionsOneByOne) {
  int shown = 0;
  EXPECT_TRUE(*for_each_queens(6, [&](std::span<const int> columns) {
    EXPECT_EQ(columns.size(), 6U);
    return ++shown > 0;
  }));
  EXPECT_EQ(shown, 4);
  EXPECT_FALSE(*for_each_queens(6, [](std::span<const int>) { return false; }));
  EXPECT_FALSE(for_each_queens(0, [](std::span<const int>) { return true; }));
}

TEST(PublicQueens, OnBoardsWithHolesAndRegions) {
  constexpr const char* kHoles =
      "...#....\n........\n........\n.......#\n........\n....#...\n........\n........\n";
  EXPECT_EQ(*count_queens_on(kHoles), 50U);
  EXPECT_EQ(list_queens_on(kHoles, 60)->size(), 50U);
  EXPECT_EQ(*list_queens_on("...... .Q.... ...... ...... ...... ......", 9),
            (std::vector<QueenColumns>{}));
  EXPECT_EQ(*list_queens_on("...... ...Q.. ...... ...... ...... ......", 9),
            (std::vector<QueenColumns>{{1, 3, 5, 0, 2, 4}}));
  EXPECT_EQ(*count_queens_on("AABBAABBCCDDCCDD"), 2U);
  EXPECT_EQ(*list_queens_on("AABB\nAABB\nCCDD\nCCDD\n", 1),
            (std::vector<QueenColumns>{{1, 3, 0, 2}}));
  EXPECT_FALSE(count_queens_on(""));
  EXPECT_FALSE(count_queens_on("...\n..\n"));
  EXPECT_FALSE(list_queens_on("AB?B", 1));
  EXPECT_FALSE(count_queens_on(std::string(29 * 29, '.')));
  EXPECT_EQ(list_queens_on(std::string(29 * 29, '.'), 1)->size(), 1U);
  const StopFlag stop{true};
  EXPECT_FALSE(count_queens_on(kHoles, 0, BoardEdges::kOpen, &stop));
  EXPECT_FALSE(generate_regions(8, 1, 1, &stop));
  EXPECT_FALSE(random_queens(8, 1, 1, &stop));
}

TEST(PublicQueens, OnBoardsUpToALimitAndOnATorus) {
  const std::string seven(49, '.');
  EXPECT_EQ(*count_queens_on(seven), 40U);
  EXPECT_EQ(*count_queens_on(seven, 7), 7U);
  EXPECT_EQ(*count_queens_on(seven, 100), 40U);
  EXPECT_EQ(*count_queens_on(seven, 0, BoardEdges::kTorus), 28U);
  EXPECT_EQ(list_queens_on(seven, 100, BoardEdges::kTorus)->size(), 28U);
  EXPECT_EQ(*count_queens_on("AABBAABBCCDDCCDD", 1), 1U);
  EXPECT_TRUE(*has_queens_on("AABBAABBCCDDCCDD"));
  EXPECT_FALSE(*has_queens_on("...###..."));
  EXPECT_FALSE(*has_queens_on(std::string(36, '.'), BoardEdges::kTorus));
  EXPECT_FALSE(has_queens_on("AABBAABBCCDDCCDD", BoardEdges::kTorus));
  EXPECT_EQ(*count_queens_on(R"({"board": ["..", ".#"]})"), 0U);
  EXPECT_TRUE(*has_queens_on(std::string(29 * 29, '.')));
}

TEST(PublicQueens, OneOfManyAndBoardsAreTheSameForTheSameSeed) {
  EXPECT_FALSE(*has_queens(3));
  EXPECT_TRUE(*has_queens(kMaxConstructedQueens));
  EXPECT_FALSE(has_queens(0));
  const auto drawn = random_queens(20, 3, 7);
  EXPECT_EQ(drawn->size(), 3U);
  EXPECT_EQ(*drawn, *random_queens(20, 3, 7));
  EXPECT_NE(*drawn, *random_queens(20, 3, 8));
  EXPECT_TRUE(random_queens(2, 3)->empty());
  EXPECT_FALSE(random_queens(0, 3));
  const auto boards = generate_regions(6, 5, 3);
  EXPECT_EQ(*boards, *generate_regions(6, 5, 3));
  for (const std::string& board : *boards) EXPECT_EQ(*count_queens_on(board), 1U) << board;
  EXPECT_EQ(generate_regions(17, 1).error().message,
            "the number of rows must be from 4 to 16 (got 17)");
}

TEST(PublicQueens, ConstructsSolutionsOfAnySize) {
  EXPECT_EQ(*construct_queens(8), (QueenColumns{1, 3, 5, 7, 2, 0, 6, 4}));
  EXPECT_TRUE(construct_queens(3)->empty());
  EXPECT_EQ(construct_queens(kMaxConstructedQueens)->size(), 100'000U);
  EXPECT_FALSE(construct_queens(0));
  EXPECT_FALSE(construct_queens(kMaxConstructedQueens + 1));
}

TEST(PublicQueens, StopsWhenAsked) {
  const StopFlag stop{true};
  EXPECT_EQ(count_queens(18, &stop).error().message, "stopped");
  EXPECT_FALSE(count_fundamental_queens(18, &stop));
  EXPECT_FALSE(list_queens(32, 1'000'000, &stop));
}

TEST(PublicTarget, FindsBestScores) {
  const Result<BestScore> best = best_score(Grid());
  ASSERT_TRUE(best);
  EXPECT_EQ(best->status, BestStatus::kProven);
  EXPECT_EQ(best->score, 2906);
  EXPECT_EQ(best->bound, 2906);
  EXPECT_EQ(score_of(best->grid), 2906);
  const Result<BestScore> least = best_score(Grid(), kTargetWeights, Goal::kMinimize);
  ASSERT_TRUE(least);
  EXPECT_EQ(score_of(least->grid), least->score);
  EXPECT_LT(least->score, 2906);

  Grid unsolvable;
  ASSERT_TRUE(unsolvable.set(0, 0, 5));
  ASSERT_TRUE(unsolvable.set(0, 1, 5));
  const auto both = best_scores(std::vector<Grid>{Grid(), unsolvable});
  ASSERT_TRUE(both);
  EXPECT_EQ((*both)[0], *best);
  EXPECT_EQ((*both)[1], BestScore{});
}

TEST(PublicTarget, RefusesLargeWeights) {
  Weights weights{};
  weights[80] = -kMaxWeight;
  EXPECT_TRUE(best_score(Grid(), weights));
  weights[80] = -kMaxWeight - 1;
  EXPECT_EQ(best_score(Grid(), weights).error().message,
            "the weight of r9c9 must be from -1000000 to 1000000 (got -1000001)");
}

/// Knuth's example: one solution, options 0, 3 and 4.
CoverBuilder small_example() {
  CoverBuilder builder;
  for (const char* item : {"a", "b", "c", "d", "e", "f", "g"}) EXPECT_TRUE(builder.primary(item));
  EXPECT_EQ(*builder.option({"c", "e"}), 0U);
  EXPECT_TRUE(builder.option({"a", "d", "g"}));
  EXPECT_TRUE(builder.option({"b", "c", "f"}));
  EXPECT_TRUE(builder.option({"a", "d", "f"}));
  EXPECT_TRUE(builder.option({"b", "g"}));
  EXPECT_TRUE(builder.option({"d", "e", "g"}));
  return builder;
}

TEST(PublicCover, CountsListsAndOptimises) {
  const CoverProblem problem = small_example().build();
  EXPECT_EQ(problem.items(), 7U);
  EXPECT_EQ(problem.options(), 6U);
  EXPECT_EQ(*count_covers(problem), BigCount(1));
  const auto listed = list_covers(problem, 10);
  ASSERT_TRUE(listed);
  ASSERT_EQ(listed->size(), 1U);
  CoverOptions options = listed->front();
  std::sort(options.begin(), options.end());
  EXPECT_EQ(options, (CoverOptions{0, 3, 4}));
  EXPECT_TRUE(list_covers(problem, 0)->empty());
  const auto best = best_cover(problem);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->status, BestStatus::kProven);
  EXPECT_EQ(to_string(best->status), "proven");
  EXPECT_EQ(to_string(BestStatus::kUnproven), "unproven");
  EXPECT_EQ(to_string(BestStatus::kUnknown), "unknown");
  EXPECT_EQ(to_string(BestStatus::kUnsolvable), "unsolvable");
  EXPECT_EQ(BigCount(17).to_string(), "17");
  EXPECT_EQ(best->options, (CoverOptions{0, 3, 4}));
  EXPECT_EQ(*count_covers(CoverProblem()), BigCount(1));
}

TEST(PublicCover, GoesOnAsLongAsAsked) {
  CoverBuilder builder;
  ASSERT_TRUE(builder.primary("a"));
  for (std::int64_t cost = 0; cost < 10; ++cost) ASSERT_TRUE(builder.option({"a"}, cost));
  const CoverProblem problem = builder.build();
  int shown = 0;
  EXPECT_TRUE(
      *for_each_cover(problem, [&](std::span<const std::uint32_t>) { return ++shown > 0; }));
  EXPECT_EQ(shown, 10);
  EXPECT_FALSE(
      *for_each_cover(problem, [&](std::span<const std::uint32_t>) { return ++shown < 13; }));
  EXPECT_EQ(shown, 13);
  EXPECT_EQ(best_cover(problem, Goal::kMaximize)->cost, 9);
  EXPECT_EQ(best_cover(problem, Goal::kMinimize)->cost, 0);
}

TEST(PublicCover, ItemsAreNumbers) {
  NumberedCoverBuilder builder(2, 1);
  builder.reserve(3, 6);
  EXPECT_TRUE(builder.bounds(0, 1, 2));
  EXPECT_FALSE(builder.bounds(2, 1, 1));
  EXPECT_FALSE(builder.bounds(0, 2, 1));
  const CoverElement first[] = {{0}, {2, 1}};
  const CoverElement second[] = {{0}, {1}, {2, 1}};
  const CoverElement other_colour[] = {{1}, {2, 2}};
  const CoverElement only_secondary[] = {{2}};
  const CoverElement coloured_primary[] = {{0, 1}};
  EXPECT_TRUE(builder.option(first, 5));
  EXPECT_TRUE(builder.option(second, 7));
  EXPECT_TRUE(builder.option(other_colour, 1));
  EXPECT_FALSE(builder.option(only_secondary));
  EXPECT_FALSE(builder.option(coloured_primary));
  const CoverProblem problem = std::move(builder).build();
  EXPECT_EQ(problem.options(), 3U);
  EXPECT_EQ(*count_covers(problem), BigCount(2));
  EXPECT_EQ(best_cover(problem)->options, (CoverOptions{1}));
}

TEST(PublicCover, WalksAreLeftAndContinued) {
  const CoverProblem problem = small_example().build();
  CoverWalk walk(problem);
  const StopFlag stop{true};
  EXPECT_EQ(walk.next(UINT64_MAX, &stop), CoverWalk::Step::kPaused);
  CoverWalk moved = std::move(walk);
  CoverWalk::Step step = CoverWalk::Step::kPaused;
  while (step == CoverWalk::Step::kPaused) step = moved.next(1);
  ASSERT_EQ(step, CoverWalk::Step::kSolution);
  EXPECT_EQ(CoverOptions(moved.options().begin(), moved.options().end()),
            list_covers(problem, 1)->front());
  EXPECT_EQ(moved.next(), CoverWalk::Step::kEnd);
}

TEST(PublicCover, ColoursAndBounds) {
  CoverBuilder builder;
  ASSERT_TRUE(builder.primary("two", 2, 2));
  ASSERT_TRUE(builder.secondary("x"));
  const std::vector<std::string> elements{"two", "x:red"};
  ASSERT_TRUE(builder.option(elements));
  ASSERT_TRUE(builder.option({"two", "x:red"}));
  ASSERT_TRUE(builder.option({"two", "x:blue"}));
  EXPECT_EQ(*count_covers(builder.build()), BigCount(1));
}

TEST(PublicCover, RefusesWhatIsNoProblem) {
  CoverBuilder builder = small_example();
  EXPECT_FALSE(builder.primary("a"));
  EXPECT_FALSE(builder.primary(""));
  EXPECT_FALSE(builder.primary("x:y"));
  EXPECT_FALSE(builder.secondary("x:y"));
  EXPECT_FALSE(builder.primary("h", 2, 1));
  EXPECT_FALSE(builder.primary("h", 0, 0));
  EXPECT_EQ(builder.option({"a", "z"}).error().message, "there is no item 'z'");
  EXPECT_FALSE(builder.option({"a", "a"}));
  EXPECT_FALSE(builder.option({"a:red"}));
  EXPECT_FALSE(builder.option({}));
  EXPECT_EQ(*count_covers(builder.build()), BigCount(1));

  ASSERT_TRUE(builder.option({"a"}, std::numeric_limits<std::int64_t>::max()));
  ASSERT_TRUE(builder.option({"b"}, std::numeric_limits<std::int64_t>::max()));
  EXPECT_FALSE(best_cover(builder.build()));
}

TEST(PublicCover, StopsWhenAsked) {
  const StopFlag stop{true};
  CoverBuilder builder;
  for (int item = 0; item < 40; ++item) {
    ASSERT_TRUE(builder.primary(std::to_string(item)));
    for (int option = 0; option < 3; ++option) ASSERT_TRUE(builder.option({std::to_string(item)}));
  }
  const CoverProblem problem = builder.build();
  EXPECT_EQ(for_each_cover(
                problem, [](auto) { return true; }, &stop)
                .error()
                .message,
            "stopped");
  EXPECT_EQ(to_string(*count_covers(problem)), "12157665459056928801");  // 3^40
  EXPECT_EQ(count_covers(problem)->to_uint64(), 12157665459056928801U);
}

TEST(PublicCover, NumbersAreWide) {
  const BigCount large({0, 1});
  EXPECT_EQ(to_string(large), "18446744073709551616");
  EXPECT_EQ(large.to_uint64(), std::nullopt);
  EXPECT_GT(large, BigCount(std::numeric_limits<std::uint64_t>::max()));
}

}  // namespace
}  // namespace puzzled
