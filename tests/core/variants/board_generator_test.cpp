// Generated boards: one solution by a plain search, minimal ones lose it with any clue, and the
// same for the same seed and number.
#include "core/variants/board_generator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/random_regions.hpp"
#include "puzzle_validator.hpp"
#include "rule_drawing.hpp"

namespace puzzled::variants {
namespace {

const StopFlag kNever{false};

BoardGeneratorSettings settings_for(int size, std::string_view rules) {
  BoardGeneratorSettings settings{.shape = plain_puzzle(size), .seed = 3};
  settings.shape.rules = parse_rules(rules).value();
  return settings;
}

/// By a search that knows rows, columns and regions alone.
std::size_t count_plainly(const Puzzle& board) {
  std::vector<std::vector<int>> found = plain_solutions(board, 1'000'000);
  std::erase_if(found, [&](const auto& grid) { return !is_solution(board, grid); });
  return found.size();
}

int clues_of(const Puzzle& board) {
  return static_cast<int>(std::ranges::count_if(board.allowed, is_single));
}

TEST(VariantsGenerator, MakesBoardsWithOneSolution) {
  for (const auto& [size, rules] :
       {std::pair(4, ""), {4, "diagonal"}, {6, ""}, {6, "diagonal"}, {6, "anti-knight"}}) {
    for (const bool is_irregular : {false, true}) {
      BoardGeneratorSettings settings = settings_for(size, rules);
      settings.is_irregular = is_irregular;
      BoardGenerator generator(settings);
      ASSERT_TRUE(generator.check(kNever));
      int made = 0;
      for (std::uint64_t index = 0; index < 12; ++index) {
        const std::optional<Puzzle> board = generator.generate(index, kNever);
        if (!board) continue;
        ++made;
        EXPECT_EQ(count_plainly(*board), 1U) << size << rules << index;
        EXPECT_EQ(board->rules, settings.shape.rules);
        EXPECT_EQ(board->regions == settings.shape.regions, !is_irregular);
      }
      if (!is_irregular) {
        EXPECT_EQ(made, 12) << size << rules;
      }
    }
  }
}

TEST(VariantsGenerator, MakesMinimalBoards) {
  BoardGeneratorSettings settings = settings_for(6, "diagonal");
  settings.minimal = true;
  BoardGenerator generator(settings);
  for (std::uint64_t index = 0; index < 4; ++index) {
    const Puzzle board = generator.generate(index, kNever).value();
    EXPECT_EQ(count_plainly(board), 1U);
    for (std::size_t cell = 0; cell < board.allowed.size(); ++cell) {
      if (!is_single(board.allowed[cell])) continue;
      Puzzle without = board;
      without.allowed[cell] = all_values(6);
      EXPECT_GT(count_plainly(without), 1U) << index << ' ' << cell;
    }
  }
}

TEST(VariantsGenerator, MakesAsManyCluesAsAreAskedFor) {
  for (const int clues : {10, 12, 20, 36}) {
    BoardGeneratorSettings settings = settings_for(6, "");
    settings.clues = clues;
    EXPECT_EQ(clues_of(BoardGenerator(settings).generate(0, kNever).value()), clues);
  }
  BoardGeneratorSettings settings = settings_for(6, "");
  settings.clues = 4;  // at least 5 values must be there
  EXPECT_FALSE(BoardGenerator(settings).generate(0, kNever));
}

TEST(VariantsGenerator, DependsOnSeedAndNumberAlone) {
  BoardGeneratorSettings settings = settings_for(9, "anti-king");
  settings.is_irregular = true;
  BoardGenerator one(settings);
  BoardGenerator other(settings);
  const std::optional<Puzzle> last = other.generate(4, kNever);
  std::set<std::string> lines;
  for (std::uint64_t index = 0; index < 5; ++index) {
    const std::optional<Puzzle> board = one.generate(index, kNever);
    if (index == 4) {
      EXPECT_EQ(board, last);
    }
    if (board) lines.insert(to_constraint_string(*board).value());
  }
  EXPECT_GT(lines.size(), 3U);
  settings.seed = 4;
  EXPECT_NE(BoardGenerator(settings).generate(4, kNever), last);
}

TEST(VariantsGenerator, MakesLargeBoards) {
  for (const int size : {16, 20}) {
    const BoardGeneratorSettings settings = settings_for(size, "");
    const Puzzle board = BoardGenerator(settings).generate(0, kNever).value();
    const Solved solved = solve(board, 2).value();
    EXPECT_EQ(solved.count, 1U);
    EXPECT_TRUE(is_solution(board, std::vector<int>(solved.first.begin(), solved.first.end())));
    EXPECT_LT(2 * clues_of(board), size * size);
  }
}

TEST(VariantsGenerator, RefusesWhatHasNoGrid) {
  EXPECT_FALSE(BoardGenerator(settings_for(4, "anti-king")).check(kNever));
  EXPECT_TRUE(BoardGenerator(settings_for(6, "windoku")).check(kNever));
  EXPECT_TRUE(BoardGenerator(settings_for(9, "windoku")).check(kNever));
}

TEST(VariantsGenerator, StopsWhenTold) {
  const StopFlag stop{true};
  EXPECT_FALSE(BoardGenerator(settings_for(9, "")).generate(0, stop));
}

/// Cells of a region that can be reached from its first one.
int reached(const std::vector<std::uint8_t>& regions, int size, int region) {
  std::queue<int> open;
  std::set<int> seen;
  const auto add = [&](int row, int column) {
    const int cell = row * size + column;
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    if (regions[static_cast<std::size_t>(cell)] == region && seen.insert(cell).second) {
      open.push(cell);
    }
  };
  const auto first = static_cast<int>(std::ranges::find(regions, region) - regions.begin());
  for (add(first / size, first % size); !open.empty(); open.pop()) {
    const int row = open.front() / size;
    const int column = open.front() % size;
    add(row - 1, column);
    add(row + 1, column);
    add(row, column - 1);
    add(row, column + 1);
  }
  return static_cast<int>(seen.size());
}

TEST(VariantsRegions, AreConnectedAndOfOneSize) {
  SplitMix64 random(1);
  for (const int size : {4, 5, 9, 16}) {
    const std::vector<std::uint8_t> regions = random_regions(size, random);
    ASSERT_EQ(regions.size(), static_cast<std::size_t>(size * size));
    for (int region = 0; region < size; ++region) {
      EXPECT_EQ(std::ranges::count(regions, region), size);
      EXPECT_EQ(reached(regions, size, region), size);
    }
    if (size > 4) {
      EXPECT_NE(regions, random_regions(size, random));
    }
  }
}

}  // namespace
}  // namespace puzzled::variants
