// The public calls for boards of other sizes and with other rules.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "puzzled/variants.hpp"

namespace puzzled::variants {
namespace {

Puzzle board_of(const std::string& line) {
  Result<Puzzle> puzzle = parse(line);
  EXPECT_TRUE(puzzle) << puzzle.error().message;
  return puzzle ? *puzzle : plain_puzzle(4);
}

TEST(PublicVariantBoards, CountsPlainBoards) {
  const Solved all = solve(plain_puzzle(4), 0).value();
  EXPECT_EQ(all.count, 288U);
  EXPECT_TRUE(all.is_complete);
  EXPECT_EQ(all.first.size(), 16U);
  EXPECT_EQ(solve(plain_puzzle(4), 7).value().count, 7U);
  // 5 is a prime: there are no boxes, so these are Latin squares.
  EXPECT_TRUE(plain_puzzle(5).regions.empty());
  EXPECT_EQ(solve(plain_puzzle(5), 0).value().count, 161280U);
}

TEST(PublicVariantBoards, ReadsPlainBoardsAndBoardsWithRules) {
  const Puzzle plain = board_of("12..3...........");
  EXPECT_EQ(plain.size, 4);
  EXPECT_EQ(plain.allowed[0], set_of(1));
  EXPECT_EQ(plain.allowed[2], all_values(4));
  // It begins as constraint strings do.
  EXPECT_EQ(board_of("..12............").allowed[2], set_of(1));
  const Puzzle nine =
      board_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
  EXPECT_EQ(nine.size, 9);
  EXPECT_EQ(solve(nine, 2).value().count, 1U);

  const Puzzle ruled = board_of(".Shape~4x4.Diagonal~1.~R1C1_1");
  EXPECT_EQ(ruled.rules, (std::vector<Rule>{{.kind = RuleKind::kRisingDiagonal}}));
  EXPECT_EQ(parse(to_constraint_string(ruled).value()).value(), ruled);
  EXPECT_EQ(board_of("  .Shape~4x4.Diagonal~1.~R1C1_1 \r"), ruled);
}

TEST(PublicVariantBoards, RefusesByName) {
  const auto unknown = parse(".Shape~4x4.Sausage~R1C1~R1C2");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("Sausage"), std::string::npos);
  EXPECT_FALSE(parse(""));
  EXPECT_FALSE(parse("12345"));
  EXPECT_FALSE(parse("12..3..........z"));

  Puzzle wrong = plain_puzzle(4);
  wrong.rules.push_back({.kind = RuleKind::kCage, .cells = {0, 1, 2, 3, 4}, .numbers = {10}});
  Solver solver;
  for (const std::string& message :
       {solver.solve(wrong).error().message, solver.list(wrong, 1).error().message,
        solver.true_candidates(wrong).error().message, solver.estimate(wrong).error().message,
        to_constraint_string(wrong).error().message}) {
    EXPECT_NE(message.find("killer cage"), std::string::npos) << message;
  }
}

TEST(PublicVariantBoards, ListsInOrder) {
  Solver solver;
  const auto all = solver.list(plain_puzzle(4), 0).value();
  EXPECT_EQ(all.size(), 288U);
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1], all[i]);
  EXPECT_EQ(solver.list(plain_puzzle(4), 3).value(),
            (std::vector<std::vector<std::uint8_t>>(all.begin(), all.begin() + 3)));
}

TEST(PublicVariantBoards, ListsSomeAtATime) {
  Solver solver;
  Puzzle puzzle = plain_puzzle(4);
  puzzle.rules.push_back({.kind = RuleKind::kThermo, .cells = {0, 5, 10}});
  const auto all = solver.list(puzzle, 0).value();
  ASSERT_GT(all.size(), 20U);
  for (const std::uint64_t most : {1U, 7U, 1000U}) {
    std::vector<std::vector<std::uint8_t>> listed;
    std::vector<std::uint8_t> last;
    for (;;) {
      const SolutionPage page = solver.page(puzzle, last, most).value();
      EXPECT_TRUE(page.is_complete);
      listed.insert(listed.end(), page.solutions.begin(), page.solutions.end());
      if (page.solutions.size() < most) break;
      last = listed.back();
    }
    EXPECT_EQ(listed, all) << most;
  }
  // What they come after need be no solution.
  const std::vector<std::uint8_t> threes(16, 3);
  const auto behind = solver.page(puzzle, threes, 1).value().solutions;
  EXPECT_EQ(behind.empty(), all.back() < threes);
  EXPECT_FALSE(solver.page(puzzle, std::vector<std::uint8_t>(15, 1), 1));
  EXPECT_FALSE(solver.page(puzzle, std::vector<std::uint8_t>(16, 5), 1));
  EXPECT_FALSE(solver.page(plain_puzzle(9), {}, 0, nullptr, std::chrono::milliseconds(5))
                   .value()
                   .is_complete);
}

TEST(PublicVariantBoards, FindsRulesByName) {
  for (int number = 0; number <= static_cast<int>(RuleKind::kGreater); ++number) {
    const auto kind = static_cast<RuleKind>(number);
    EXPECT_EQ(find_rule_kind(name_of(kind)).value(), kind);
  }
  EXPECT_EQ(find_rule_kind("Killer-Cage").value(), RuleKind::kCage);
  EXPECT_NE(find_rule_kind("magic").error().message.find("killer cage"), std::string::npos);
  EXPECT_EQ(parse_rules("diagonal, anti-king").value().size(), 3U);
  for (const std::string& name : rule_names()) EXPECT_TRUE(parse_rules(name)) << name;
}

TEST(PublicVariantBoards, ReadsRowsAndSizes) {
  const std::string line = "1..4............";
  const Puzzle puzzle = parse("1 . . 4\n. . . .\n. . . .\n. . . .\n").value();
  EXPECT_EQ(puzzle, parse(line).value());
  EXPECT_EQ(puzzle, parse(line, "4").value());
  EXPECT_FALSE(parse(line, "6"));
  EXPECT_FALSE(parse(".Shape~4x4.~R1C1_2", "6"));
  EXPECT_NE(parse(line, "7").error().message.find("size 7: the sizes are 4"), std::string::npos);
  EXPECT_FALSE(parse(line + '\n' + line));
  EXPECT_FALSE(parse(""));
  EXPECT_EQ(parse('F' + std::string(255, '.'), "16:A-P").value().allowed[0], set_of(6));
  EXPECT_EQ(parse('F' + std::string(255, '.'), "16:0-F").value().allowed[0], set_of(16));
}

TEST(PublicVariantBoards, FindsTrueCandidates) {
  Solver solver;
  Puzzle puzzle = plain_puzzle(4);
  EXPECT_EQ(solver.true_candidates(puzzle, 1000).value().count(0, 1), 72U);  // 288 / 4
  EXPECT_EQ(solver.true_candidates(puzzle, 5).value().count(0, 1), 5U);
  puzzle.allowed[0] = set_of(1);
  puzzle.allowed[1] = set_of(2);
  const TrueCandidates known = solver.true_candidates(puzzle).value();
  EXPECT_EQ(known.values(0), set_of(1));
  EXPECT_EQ(known.values(4), set_of(3) | set_of(4));
}

TEST(PublicVariantBoards, AnswersBoardsThatHaveNoSolution) {
  Puzzle puzzle = plain_puzzle(4);
  puzzle.rules.push_back({.kind = RuleKind::kOdd, .cells = {0}});
  puzzle.allowed[0] = set_of(2);
  Solver solver;
  EXPECT_EQ(solver.solve(puzzle, 0).value(), Solved{});
  EXPECT_TRUE(solver.list(puzzle, 0).value().empty());
  EXPECT_EQ(solver.true_candidates(puzzle).value().values(5), 0U);
  EXPECT_EQ(solver.estimate(puzzle).value().solutions, 0.0);
}

TEST(PublicVariantBoards, EstimatesAndSaysWhenItCounted) {
  Solver solver;
  const CountEstimate exact = solver.estimate(plain_puzzle(4)).value();
  EXPECT_EQ(exact.solutions, 288.0);
  EXPECT_EQ(exact.error, 0.0);
  // 28 200 960 / 6! boards have this first row.
  Puzzle puzzle = plain_puzzle(6);
  for (int value = 1; value <= 6; ++value)
    puzzle.allowed[puzzle.cell(0, value - 1)] = set_of(value);
  const CountEstimate estimate = solver.estimate(puzzle).value();
  EXPECT_GT(estimate.probes, 0U);
  EXPECT_NEAR(estimate.solutions, 39'168.0, 2'000.0);
  EXPECT_EQ(solver.estimate(puzzle).value().solutions, estimate.solutions);
}

TEST(PublicVariantBoards, StopsWhenTold) {
  const StopFlag stop = true;
  const Solved stopped = solve(plain_puzzle(9), 0, &stop).value();
  EXPECT_FALSE(stopped.is_complete);
}

TEST(PublicVariantBoards, MovesSolvers) {
  Solver solver;
  EXPECT_EQ(solver.solve(plain_puzzle(4), 0).value().count, 288U);
  Solver other = std::move(solver);
  EXPECT_EQ(other.solve(plain_puzzle(4), 0).value().count, 288U);
}

}  // namespace
}  // namespace puzzled::variants
