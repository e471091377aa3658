// Boards with holes, queens that stand there, and a torus, against a plain program that tries every
// permutation.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "core/queens/boards/board_count.hpp"
#include "core/queens/solution_walk.hpp"
#include "core/split_mix.hpp"

namespace puzzled::queens {
namespace {

using Solution = std::vector<int>;

/// `.`, `#` and `Q` by square.
struct PlainBoard {
  int queens = 0;
  std::string squares;
  bool is_torus = false;

  char at(int row, int column) const {
    return squares[static_cast<std::size_t>(row * queens + column)];
  }
};

bool attack(const PlainBoard& board, int distance, int a, int b) {
  const int apart = std::abs(a - b);
  return apart == distance || (board.is_torus && (apart + distance) % board.queens == 0);
}

std::vector<Solution> plain_solutions(const PlainBoard& board) {
  std::vector<Solution> solutions;
  Solution columns(static_cast<std::size_t>(board.queens));
  std::iota(columns.begin(), columns.end(), 1);
  do {
    bool fits = true;
    for (int row = 0; row < board.queens && fits; ++row) {
      const int column = columns[static_cast<std::size_t>(row)];
      fits = board.at(row, column - 1) != '#';
      for (int other = 0; other < board.queens && fits; ++other) {
        if (board.at(row, other) == 'Q') fits = other == column - 1;
      }
      for (int above = 0; above < row && fits; ++above) {
        fits = !attack(board, row - above, columns[static_cast<std::size_t>(above)], column);
      }
    }
    if (fits) solutions.push_back(columns);
  } while (std::ranges::next_permutation(columns).found);
  return solutions;
}

Board board_of(const PlainBoard& plain) {
  Board board = empty_board(plain.queens, plain.is_torus);
  for (int row = 0; row < plain.queens; ++row) {
    for (int column = 0; column < plain.queens; ++column) {
      if (plain.at(row, column) == '#') make_hole(board, {row, column});
      if (plain.at(row, column) == 'Q') place_queen(board, {row, column});
    }
  }
  return board;
}

Count total(const Board& board) {
  const auto plan = plan_board_count(board, {.queens = board.queens});
  EXPECT_TRUE(plan.has_value());
  const auto count = count_all(**plan, kNeverStop);
  EXPECT_TRUE(count && *count);
  return **count;
}

std::vector<Solution> walked(const Board& board) {
  SolutionWalk walk(board);
  std::vector<Solution> solutions;
  while (walk.next()) solutions.emplace_back(walk.columns().begin(), walk.columns().end());
  return solutions;
}

TEST(QueensBoards, WithHolesAndQueensAsAPlainProgram) {
  SplitMix64 random(1);
  for (int queens = 1; queens <= 8; ++queens) {
    for (int round = 0; round < 24; ++round) {
      PlainBoard plain{.queens = queens, .squares = {}, .is_torus = round % 3 == 2};
      const std::uint64_t holes = round % 4;
      for (int square = 0; square < queens * queens; ++square) {
        const std::uint64_t drawn = random.below(16);
        plain.squares += drawn < holes                                           ? '#'
                         : drawn == 15 && round % 2 == 0 && random.below(3) == 0 ? 'Q'
                                                                                 : '.';
      }
      const Board board = board_of(plain);
      const std::vector<Solution> expected = plain_solutions(plain);
      EXPECT_EQ(walked(board), expected) << plain.squares;
      EXPECT_EQ(total(board), expected.size()) << plain.squares;
    }
  }
}

TEST(QueensBoards, KnownCounts) {
  Board eight = empty_board(8);
  for (const Square hole : {Square{0, 3}, Square{5, 4}, Square{3, 7}}) make_hole(eight, hole);
  EXPECT_EQ(total(eight), 50u);
  EXPECT_EQ(walked(eight).size(), 50u);
}

// From 11 queens on, solutions with a queen on one of few holes are subtracted.
TEST(QueensBoards, FewHolesAreCountedLikeMany) {
  SplitMix64 random(2);
  for (int queens = 11; queens <= 13; ++queens) {
    for (int holes = 1; holes <= 5; ++holes) {
      Board board = empty_board(queens);
      for (int i = 0; i < holes; ++i) {
        const auto line = [&] {
          return static_cast<int>(random.below(static_cast<std::uint64_t>(queens)));
        };
        const int row = line();
        make_hole(board, {row, line()});
      }
      std::uint64_t expected = 0;
      for (SolutionWalk walk(board); walk.next();) ++expected;
      EXPECT_EQ(total(board), expected);
    }
  }
}

// Whatever the order of units, and however they are counted again.
TEST(QueensBoards, UnitsAddUpInAnyOrder) {
  Board holes = empty_board(12);
  for (const Square hole : {Square{0, 3}, Square{5, 4}, Square{11, 7}}) make_hole(holes, hole);
  Board crowded = empty_board(9);
  place_queen(crowded, {4, 4});
  for (const Board& board : {holes, crowded, empty_board(11, true), empty_board(6, true)}) {
    std::uint64_t expected = 0;
    for (SolutionWalk walk(board); walk.next();) ++expected;
    const auto made = plan_board_count(board, {.queens = board.queens});
    ASSERT_TRUE(made);
    const CountPlan& plan = **made;
    EXPECT_EQ(plan.subtracts(), board.rows == holes.rows);
    const auto counter = plan.make_counter();
    const auto checker = plan.make_checker();
    UnitCount sum;
    for (std::uint64_t unit = plan.units(); unit-- > 0;) {
      const auto count = count_checked(*counter, unit, kNeverStop);
      ASSERT_TRUE(count && *count);
      EXPECT_EQ(**count, *checker->count(unit, kNeverStop)) << unit;
      EXPECT_GT(plan.work(unit), 0);
      sum += **count;
    }
    EXPECT_EQ(sum.count, expected);
    EXPECT_FALSE(disagreement(sum));
  }
}

TEST(QueensBoards, PlansNameWhatTheyCannotDo) {
  const Board torus = empty_board(13, true);
  EXPECT_FALSE(plan_board_count(torus, {.queens = 13, .engine = "one-sided"}));
  EXPECT_FALSE(plan_board_count(torus, {.queens = 13, .split = 9}));
  EXPECT_TRUE(plan_board_count(torus, {.queens = 13, .engine = "bitmask", .split = 3}));
  EXPECT_EQ(plan_board_count(empty_board(29), {.queens = 29}).error().message,
            "at most 28 queens are counted (got 29)");
  for (const std::string_view engine : kEngineNames) {
    EXPECT_TRUE(board_units_revision(engine));
    EXPECT_NE(board_units_revision(engine), std::nullopt);
  }
  EXPECT_FALSE(board_units_revision("other"));
}

TEST(QueensBoards, Torus) {
  constexpr std::uint64_t kKnown[] = {0,  1, 0, 0, 0,  10, 0,
                                      28, 0, 0, 0, 88, 0,  4524};  // OEIS A007705
  for (int queens = 1; queens <= 13; ++queens) {
    EXPECT_EQ(total(empty_board(queens, true)), kKnown[queens]) << queens;
    if (queens <= 11) {
      EXPECT_EQ(walked(empty_board(queens, true)).size(), kKnown[queens]) << queens;
    }
  }
}

TEST(QueensBoards, QueensThatAttackEachOtherLeaveNoSolution) {
  Board board = empty_board(6);
  place_queen(board, {0, 1});
  place_queen(board, {2, 3});
  EXPECT_TRUE(walked(board).empty());
  EXPECT_EQ(total(board), 0u);
}

}  // namespace
}  // namespace puzzled::queens
