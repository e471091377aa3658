// Rules of every kind, drawn, against a search that knows none and a validator.
#include "core/variants/reduce.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "checked_propagator.hpp"
#include "core/variants/rules.hpp"
#include "core/variants/search.hpp"
#include "puzzle_validator.hpp"
#include "rule_drawing.hpp"

namespace puzzled::variants {
namespace {

Puzzle blank_puzzle(int size) {
  Puzzle puzzle;
  puzzle.size = size;
  puzzle.regions = box_regions(size);
  puzzle.allowed.assign(static_cast<std::size_t>(size * size), all_values(size));
  return puzzle;
}

std::string text_of(const Puzzle& puzzle) {
  std::string text = std::to_string(puzzle.size);
  for (const Rule& rule : puzzle.rules) {
    text += "; ";
    text += name_of(rule.kind);
    for (const Cell cell : rule.cells) text += ' ' + std::to_string(cell);
    text += " /";
    for (const Cell cell : rule.others) text += ' ' + std::to_string(cell);
    text += " /";
    for (const int number : rule.numbers) text += ' ' + std::to_string(number);
  }
  return text;
}

/// Counts all solutions; every propagator is watched, which must keep a known one if there is.
std::uint64_t count(const Puzzle& puzzle, const std::vector<std::vector<int>>& solutions) {
  Result<Model> model = reduce(puzzle);
  EXPECT_TRUE(model) << model.error().message;
  if (!model) return 0;
  PropagatorFaults faults;
  const std::vector<ValueSet> allowed = model->allowed;
  const WrapPropagator wrap =
      solutions.empty() ? WrapPropagator{}
                        : CheckedPropagator::wrap(solutions[solutions.size() / 2], faults);
  const Rules rules(std::move(*model), wrap);
  Search search(rules);
  const std::uint64_t found = search.solve(allowed, {.solutions = 0}).count;
  EXPECT_EQ(faults.first, "");
  return found;
}

/// A board of which few cells are open: it has some solutions by rows, columns and regions.
struct Base {
  Puzzle puzzle;
  std::vector<std::vector<int>> grids;
};

Base drawn_base(std::mt19937& random, Puzzle blank, std::size_t max_grids) {
  const int size = blank.size;
  Base base{.puzzle = std::move(blank), .grids = {}};
  const std::vector<int> grid = drawn_grid(random, base.puzzle);
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    base.puzzle.allowed[cell] = set_of(grid[cell]);
    cells.push_back(cell);
  }
  base.grids = {grid};
  std::ranges::shuffle(cells, random);
  // Clues are taken until there are too many solutions, and the last one is put back. Now and then
  // some pencil marks stay.
  for (const std::size_t cell : cells) {
    const ValueSet clue = base.puzzle.allowed[cell];
    base.puzzle.allowed[cell] =
        random() % 4 == 0 ? clue | (random() & all_values(size)) : all_values(size);
    std::vector<std::vector<int>> grids = plain_solutions(base.puzzle, max_grids + 1);
    if (grids.size() > max_grids) {
      base.puzzle.allowed[cell] = clue;
      break;
    }
    base.grids = std::move(grids);
  }
  return base;
}

std::vector<std::vector<int>> obeying(const Base& base, const std::vector<Rule>& rules) {
  std::vector<std::vector<int>> kept;
  for (const std::vector<int>& grid : base.grids) {
    if (std::ranges::all_of(rules,
                            [&](const Rule& rule) { return obeys(base.puzzle, rule, grid); })) {
      kept.push_back(grid);
    }
  }
  return kept;
}

TEST(VariantsReduce, HasANameForEachKind) {
  for (int kind = 0; kind < kRuleKinds; ++kind) {
    EXPECT_NE(name_of(static_cast<RuleKind>(kind)), "");
  }
}

/// Boards with one rule of each kind.
void compare_each_kind(const Puzzle& blank, std::size_t max_grids, int rounds) {
  std::mt19937 random(static_cast<unsigned>(blank.size));
  for (int round = 0; round < rounds; ++round) {
    Base base = drawn_base(random, blank, max_grids);
    for (int kind = 0; kind < kRuleKinds; ++kind) {
      if (!has_kind(static_cast<RuleKind>(kind), base.puzzle)) continue;
      base.puzzle.rules.clear();
      const std::vector<int>& aim = base.grids[random() % base.grids.size()];
      const Rule rule = drawn_rule(random, base.puzzle, static_cast<RuleKind>(kind), aim);
      base.puzzle.rules = {rule};
      const std::vector<std::vector<int>> expected = obeying(base, base.puzzle.rules);
      ASSERT_EQ(count(base.puzzle, expected), expected.size()) << text_of(base.puzzle);
    }
  }
}

TEST(VariantsReduce, AgreesWithBruteForceOn4By4) {
  compare_each_kind(blank_puzzle(4), 288, 60);
}
TEST(VariantsReduce, AgreesWithBruteForceOn5By5) {
  compare_each_kind(blank_puzzle(5), 300, 30);
}
TEST(VariantsReduce, AgreesWithBruteForceOn6By6) {
  compare_each_kind(blank_puzzle(6), 400, 25);
}
TEST(VariantsReduce, AgreesWithBruteForceOn9By9) {
  compare_each_kind(blank_puzzle(9), 400, 8);
}
TEST(VariantsReduce, AgreesWithBruteForceOn12By12) {
  compare_each_kind(blank_puzzle(12), 100, 3);
}
TEST(VariantsReduce, AgreesWithBruteForceOn16By16) {
  compare_each_kind(blank_puzzle(16), 50, 2);
}

TEST(VariantsReduce, AgreesWithBruteForceOnPieces) {
  Puzzle puzzle = blank_puzzle(5);
  puzzle.regions = {0, 0, 0, 1, 1,  //
                    0, 0, 2, 1, 1,  //
                    3, 2, 2, 2, 1,  //
                    3, 3, 2, 4, 4,  //
                    3, 3, 4, 4, 4};
  compare_each_kind(puzzle, 300, 15);
}

TEST(VariantsReduce, AgreesWithBruteForceOnSomePieces) {
  constexpr std::uint8_t kNone = Puzzle::kNoRegion;
  Puzzle puzzle = blank_puzzle(6);
  puzzle.regions = {0,     0,     0,     kNone, kNone, kNone,  //
                    0,     0,     0,     kNone, 2,     2,      //
                    kNone, kNone, 1,     1,     2,     2,      //
                    kNone, kNone, 1,     1,     1,     kNone,  //
                    kNone, kNone, 1,     kNone, kNone, kNone,  //
                    kNone, kNone, kNone, kNone, kNone, kNone};
  compare_each_kind(puzzle, 300, 10);
}

TEST(VariantsReduce, AgreesWithBruteForceWhereSeveralRulesMeet) {
  std::mt19937 random(4711);
  for (const int size : {4, 6, 9}) {
    for (int round = 0; round < 40; ++round) {
      Base base = drawn_base(random, blank_puzzle(size), 300);
      const std::vector<int> aim = base.grids[random() % base.grids.size()];
      for (int i = 0; i < 4; ++i) {
        const auto kind = static_cast<RuleKind>(random() % kRuleKinds);
        if (!has_kind(kind, base.puzzle)) continue;
        const Rule rule = drawn_rule(random, base.puzzle, kind, aim);
        base.puzzle.rules.push_back(rule);
      }
      const std::vector<std::vector<int>> expected = obeying(base, base.puzzle.rules);
      ASSERT_EQ(count(base.puzzle, expected), expected.size()) << text_of(base.puzzle);
    }
  }
}

TEST(VariantsReduce, RefusesFullGridsThatBreakARule) {
  std::mt19937 random(3);
  for (const int size : {4, 6, 9, 16}) {
    for (int kind = 0; kind < kRuleKinds; ++kind) {
      Puzzle puzzle = blank_puzzle(size);
      if (!has_kind(static_cast<RuleKind>(kind), puzzle)) continue;
      const std::vector<int> grid = drawn_grid(random, puzzle);
      const std::vector<int> other = drawn_grid(random, puzzle);
      puzzle.rules = {drawn_rule(random, puzzle, static_cast<RuleKind>(kind), other)};
      for (std::size_t cell = 0; cell < grid.size(); ++cell) {
        puzzle.allowed[cell] = set_of(grid[cell]);
      }
      const bool is_right = is_solution(puzzle, grid);
      ASSERT_EQ(count(puzzle, {}), is_right ? 1 : 0) << text_of(puzzle);
    }
  }
}

std::string message_of(const Puzzle& puzzle) {
  const Result<Model> model = reduce(puzzle);
  return model ? "" : model.error().message;
}

TEST(VariantsReduce, NamesTheRuleThatIsWrong) {
  Puzzle puzzle = blank_puzzle(9);
  puzzle.rules = {{.kind = RuleKind::kThermo, .cells = {10}}};
  EXPECT_EQ(message_of(puzzle),
            "thermometer at r2c2: the number of cells must be at least 2 (got 1)");
  puzzle.rules = {{.kind = RuleKind::kSkyscraper, .cells = {0, 1}, .numbers = {3}}};
  EXPECT_EQ(message_of(puzzle), "skyscraper at r1c1: the number of cells must be 9 (got 2)");
  puzzle.rules = {{.kind = RuleKind::kCage, .cells = {0, 1, 0}, .numbers = {3}}};
  EXPECT_EQ(message_of(puzzle), "killer cage at r1c1: no cell may be there twice");
  puzzle.rules = {{.kind = RuleKind::kContains, .cells = {0, 1}, .numbers = {10}}};
  EXPECT_EQ(message_of(puzzle), "quadruple at r1c1: each number must be from 1 to 9 (got 10)");
  puzzle.rules = {{.kind = RuleKind::kOdd, .cells = {81}}};
  EXPECT_EQ(message_of(puzzle), "odd at r10c1: cell 81 is not on the board");
  puzzle.rules = {
      {.kind = RuleKind::kSandwich, .cells = {0, 1, 2, 3, 4, 5, 6, 8, 7}, .numbers = {3}}};
  EXPECT_EQ(message_of(puzzle), "sandwich at r1c1: the cells must be a whole row or column");
  puzzle.rules = {{.kind = RuleKind::kLittleKiller, .cells = {1, 11, 21}, .numbers = {3}}};
  EXPECT_EQ(message_of(puzzle), "little killer at r1c2: the cells must be a whole diagonal");
  puzzle.rules = {{.kind = RuleKind::kAntiKing, .cells = {1}}};
  EXPECT_EQ(message_of(puzzle), "anti-king at r1c2: the number of cells must be 0 (got 1)");
  puzzle.rules = {{.kind = RuleKind::kRegionSum, .cells = {1, 2}}};
  puzzle.regions.clear();
  EXPECT_EQ(message_of(puzzle), "region sum at r1c2: the board has no boxes and no pieces");
}

TEST(VariantsReduce, RefusesBoardsThatAreNone) {
  Puzzle puzzle = blank_puzzle(9);
  puzzle.size = 3;
  EXPECT_EQ(message_of(puzzle), "the number of values must be from 4 to 25 (got 3)");
  puzzle.size = 8;
  EXPECT_EQ(message_of(puzzle), "a board must have 64 cells (got 81)");
  puzzle = blank_puzzle(9);
  puzzle.regions.pop_back();
  EXPECT_EQ(message_of(puzzle), "regions must be given of 81 cells (got 80)");
  puzzle = blank_puzzle(9);
  puzzle.regions[3] = 0;
  EXPECT_EQ(message_of(puzzle), "a region must have at most 9 cells (got 10)");
}

TEST(VariantsReduce, RefusesMoreThanTheSearchHasRoomFor) {
  Puzzle puzzle = blank_puzzle(9);
  for (int total = 0; total <= 1000; ++total) {
    puzzle.rules.push_back({.kind = RuleKind::kSum, .cells = {0, 1, 2}, .numbers = {total}});
  }
  EXPECT_EQ(message_of(puzzle), "there are too many rules (at most 1000 sums and the like)");
  puzzle.rules.clear();
  for (Cell last = 64; last < 81; ++last) {
    for (const Cell other : {Cell{61}, Cell{62}}) {
      puzzle.rules.push_back(
          {.kind = RuleKind::kDistinct, .cells = {0, 10, 20, 30, 40, 50, 60, other, last}});
    }
  }
  EXPECT_EQ(message_of(puzzle),
            "there must be at most 25 groups of as many cells as values besides rows, columns and "
            "regions");
  // A line of many parts is compared part by part.
  Rule zipper{.kind = RuleKind::kZipper};
  for (Cell cell = 0; cell < 81; ++cell) zipper.cells.push_back(cell);
  puzzle.rules = {zipper};
  EXPECT_EQ(message_of(puzzle), "");
}

}  // namespace
}  // namespace puzzled::variants
