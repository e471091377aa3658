// The public calls on many threads give what the same calls on one thread give.
#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "puzzled/parallel.hpp"

namespace puzzled {
namespace {

std::vector<Grid> generated(std::uint64_t count) {
  std::vector<Grid> puzzles;
  for (std::uint64_t i = 0; i < count; ++i) puzzles.push_back(*generate({.seed = 4}, i));
  return puzzles;
}

/// The ways to lay dominoes on such a board.
CoverProblem dominoes(int rows, int columns) {
  CoverBuilder builder;
  const auto square = [](int row, int column) {
    return std::to_string(row) + ',' + std::to_string(column);
  };
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      EXPECT_TRUE(builder.primary(square(row, column)));
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::string here = square(row, column);
      const std::string below = square(row + 1, column);
      const std::string right = square(row, column + 1);
      if (row + 1 < rows && !builder.option({here, below}, row)) ADD_FAILURE();
      if (column + 1 < columns && !builder.option({here, right}, column)) ADD_FAILURE();
    }
  }
  return builder.build();
}

class PublicCalls : public testing::TestWithParam<int> {
 protected:
  const RunOptions run_{.threads = GetParam()};
};

TEST_P(PublicCalls, Sudoku) {
  std::vector<Grid> puzzles = generated(3000);
  puzzles.emplace_back();
  EXPECT_EQ(*solve_all(puzzles, run_), solve_all(puzzles));
  EXPECT_TRUE(solve_all({}, run_)->empty());
}

TEST_P(PublicCalls, Queens) {
  EXPECT_EQ(*count_queens(13, run_), 73712U);
  EXPECT_EQ(*count_queens(1, run_), 1U);
  EXPECT_EQ(count_queens(29, run_).error().message, count_queens(29).error().message);
}

TEST_P(PublicCalls, QueensOnBoards) {
  std::string holes(144, '.');
  holes[3] = holes[70] = '#';
  EXPECT_EQ(*count_queens_on(holes, run_), *count_queens_on(holes));
  EXPECT_EQ(*count_queens_on(holes, run_, 9), 9U);
  const std::string eleven(121, '.');
  EXPECT_EQ(*count_queens_on(eleven, run_, 0, BoardEdges::kTorus), 88U);
  EXPECT_EQ(*list_queens_on(holes, run_, 5), *list_queens_on(holes, 5));
  EXPECT_EQ(*random_queens(30, run_, 4, 9), *random_queens(30, 4, 9));
  const std::vector<std::string> made = *generate_regions(7, run_, 300, 2);
  EXPECT_EQ(made, *generate_regions(7, 300, 2));
  std::vector<std::string_view> boards(made.begin(), made.end());
  boards.emplace_back("AAAA");
  boards.emplace_back("ABCDABCDABCDDDDD");
  boards.emplace_back("....");
  const auto solved = solve_regions(boards, run_);
  ASSERT_EQ(solved->size(), boards.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    EXPECT_EQ(*(*solved)[i], list_queens_on(made[i], 1)->at(0)) << made[i];
  }
  EXPECT_FALSE((*solved)[300]);
  EXPECT_EQ((*solved)[301]->empty(), *count_queens_on(boards[301]) == 0);
  EXPECT_FALSE((*solved)[302]);
  EXPECT_EQ(count_queens_on("...", run_).error().message, count_queens_on("...").error().message);
}

TEST_P(PublicCalls, Target) {
  EXPECT_EQ(*best_score(Grid(), run_), *best_score(Grid()));
  std::vector<Grid> puzzles = generated(100);
  puzzles.emplace_back();
  EXPECT_EQ(*best_scores(puzzles, run_), *best_scores(puzzles));
  Weights weights{};
  weights[0] = kMaxWeight + 1;
  EXPECT_FALSE(best_score(Grid(), run_, weights));
  EXPECT_FALSE(best_scores(puzzles, run_, weights));
}

TEST_P(PublicCalls, Cover) {
  const CoverProblem board = dominoes(6, 6);
  EXPECT_EQ(*count_covers(board, run_), BigCount(6728));
  for (const Goal goal : {Goal::kMinimize, Goal::kMaximize}) {
    EXPECT_EQ(*best_cover(board, run_, goal), *best_cover(board, goal));
  }
  EXPECT_EQ(*count_covers(CoverProblem(), run_), BigCount(1));
}

TEST_P(PublicCalls, CoverByFrontier) {
  EXPECT_EQ(to_string(*count_covers(dominoes(12, 12), run_)), "53060477521960000");
}

INSTANTIATE_TEST_SUITE_P(Threads, PublicCalls, testing::Values(0, 1, 2, 5));

TEST(PublicCallsStop, WhenTheCallersFlagIsSet) {
  StopFlag stop{false};
  std::thread setter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.store(true);
  });
  // It would take hours.
  EXPECT_EQ(count_queens(24, {.threads = 2, .stop = &stop}).error().message, "stopped");
  setter.join();
  EXPECT_EQ(count_queens(20, {.threads = 2, .stop = &stop}).error().message, "stopped");
  EXPECT_EQ(count_covers(dominoes(20, 20), {.threads = 2, .stop = &stop}).error().message,
            "stopped");
}

TEST(PublicCallsStop, LeavesTheCallersFlagAlone) {
  const StopFlag stop{false};
  EXPECT_EQ(to_string(*count_covers(dominoes(12, 12), {.threads = 2, .stop = &stop})),
            "53060477521960000");
  EXPECT_FALSE(stop.load());
}

// As `taskset` and clusters restrict a process.
TEST(PublicThreads, AreTheProcessorsThatTheProcessMayRunOn) {
  cpu_set_t all;
  ASSERT_EQ(::sched_getaffinity(0, sizeof all, &all), 0);
  EXPECT_EQ(available_threads(), CPU_COUNT(&all));
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int processor = 0; CPU_COUNT(&one) == 0; ++processor) {
    if (CPU_ISSET(processor, &all)) CPU_SET(processor, &one);
  }
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(available_threads(), 1);
  ASSERT_EQ(::sched_setaffinity(0, sizeof all, &all), 0);
}

TEST(PublicThreads, SolvesVariantBoards) {
  using variants::Puzzle;
  std::vector<Puzzle> puzzles(40, variants::plain_puzzle(4));
  puzzles[7].rules = variants::parse_rules("diagonal").value();
  puzzles[8].rules.push_back({.kind = variants::RuleKind::kCage});
  const std::vector<std::string_view> texts(33, "1...............");
  for (const int threads : {1, 2, 8}) {
    const auto answers = variants::solve_all(puzzles, {.threads = threads}, 0).value();
    EXPECT_EQ(answers[6]->count, 288U);
    EXPECT_EQ(answers[7]->count, 48U);
    EXPECT_FALSE(answers[8]);
    EXPECT_EQ(answers[39]->count, 288U);
    const auto of_texts =
        variants::solve_all(texts, {.rules = puzzles[7].rules}, {.threads = threads}, 0).value();
    for (const auto& answer : of_texts) EXPECT_EQ(answer->count, 12U);
  }
  const StopFlag stop = true;
  EXPECT_FALSE(variants::solve_all(puzzles, {.stop = &stop}, 0));
  EXPECT_FALSE(variants::page(puzzles[0], {.stop = &stop}, {}, 0));
  EXPECT_EQ(variants::page(puzzles[7], {}, {}, 0)->solutions.size(), 48U);
  EXPECT_EQ(variants::true_candidates(puzzles[0], {}, 100)->count(0, 1), 72U);
  EXPECT_EQ(variants::estimate(puzzles[7], {})->solutions, 48.0);
}

}  // namespace
}  // namespace puzzled
