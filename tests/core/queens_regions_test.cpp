// Boards of region queens against a plain program that tries every permutation, and their texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/line_source.hpp"
#include "core/queens/regions/region_generator.hpp"
#include "core/queens/regions/region_solver.hpp"
#include "core/queens/text/board_reader.hpp"
#include "core/split_mix.hpp"

namespace puzzled::queens {
namespace {

using Solution = std::vector<int>;

std::vector<Solution> plain_solutions(int queens, const std::string& signs) {
  std::vector<Solution> solutions;
  Solution columns(static_cast<std::size_t>(queens));
  std::iota(columns.begin(), columns.end(), 1);
  do {
    std::set<char> met;
    bool fits = true;
    for (int row = 0; row < queens && fits; ++row) {
      const int column = columns[static_cast<std::size_t>(row)];
      fits = met.insert(signs[static_cast<std::size_t>(row * queens + column - 1)]).second &&
             (row == 0 || std::abs(columns[static_cast<std::size_t>(row) - 1] - column) > 1);
    }
    if (fits) solutions.push_back(columns);
  } while (std::ranges::next_permutation(columns).found);
  return solutions;
}

/// Any regions, not only those that hang together.
std::string random_signs(int queens, SplitMix64& random) {
  std::string signs;
  for (int i = 0; i < queens * queens; ++i) {
    signs +=
        static_cast<char>('A' + (i < queens ? static_cast<std::uint64_t>(i)
                                            : random.below(static_cast<std::uint64_t>(queens))));
  }
  shuffle_values(std::span(signs), random);
  return signs;
}

TEST(RegionQueens, AsAPlainProgram) {
  SplitMix64 random(1);
  for (int queens = 1; queens <= 8; ++queens) {
    for (int round = 0; round < 20; ++round) {
      const std::string signs = random_signs(queens, random);
      const Result<RegionBoard> board = make_region_board(signs);
      ASSERT_TRUE(board) << signs;
      const std::vector<Solution> expected = plain_solutions(queens, signs);
      std::vector<Solution> found;
      const RegionSolutions shown =
          for_each_region_solution(*board, [&](std::span<const int> columns) {
            found.emplace_back(columns.begin(), columns.end());
            return true;
          });
      EXPECT_TRUE(shown.is_complete);
      EXPECT_EQ(found, expected) << signs;
      EXPECT_EQ(count_region_solutions(*board, {.solutions = 0}).count, expected.size()) << signs;
      EXPECT_EQ(count_region_solutions(*board, {.solutions = 2}).count,
                std::min<std::size_t>(2, expected.size()));
      EXPECT_EQ(to_line(*board), signs);
    }
  }
}

/// Whether each region hangs together by sides.
bool hangs_together(const RegionBoard& board) {
  const int n = board.queens;
  std::vector<int> part(board.regions.size());
  std::iota(part.begin(), part.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (int square = 0; square < n * n; ++square) {
      for (const int next :
           {square % n + 1 < n ? square + 1 : square, square + n < n * n ? square + n : square}) {
        const auto a = static_cast<std::size_t>(square);
        const auto b = static_cast<std::size_t>(next);
        if (board.regions[a] != board.regions[b] || part[a] == part[b]) continue;
        part[a] = part[b] = std::min(part[a], part[b]);
        changed = true;
      }
    }
  }
  return std::set<int>(part.begin(), part.end()).size() == static_cast<std::size_t>(n);
}

TEST(RegionGenerator, MakesBoardsWithOneSolution) {
  SplitMix64 random(1);
  for (int queens = kMinGeneratedRegions; queens <= 8; ++queens) {
    for (int round = 0; round < 3; ++round) {
      const std::optional<RegionBoard> board = random_region_board(queens, random);
      ASSERT_TRUE(board);
      EXPECT_EQ(plain_solutions(queens, to_line(*board)).size(), 1u) << to_line(*board);
      EXPECT_TRUE(hangs_together(*board)) << to_line(*board);
    }
  }
  const std::optional<RegionBoard> larger = random_region_board(10, random);
  EXPECT_EQ(count_region_solutions(*larger, {.solutions = 2}).count, 1u);
  SplitMix64 same(7);
  SplitMix64 seed(7);
  EXPECT_EQ(to_line(*random_region_board(8, same)), to_line(*random_region_board(8, seed)));
  const StopFlag stop{true};
  EXPECT_FALSE(random_region_board(8, random, stop));
}

/// What each board is: its signs, its free squares by row, or its line and what is wrong with it.
std::vector<std::string> boards_of(const std::string& text) {
  TextLines lines(text);
  BoardReader reader(lines);
  std::vector<std::string> boards;
  while (std::optional<BoardReader::Read> read = reader.next()) {
    std::string& board = boards.emplace_back();
    if (!read->board) {
      board = std::to_string(read->line) + ": " + read->board.error().message;
    } else if (const auto* regions = std::get_if<RegionBoard>(&*read->board)) {
      board = to_line(*regions);
    } else {
      const Board& plain = std::get<Board>(*read->board);
      for (int row = 0; row < plain.queens; ++row) {
        if (row > 0) board += '/';
        for (int column = 0; column < plain.queens; ++column)
          board += plain.is_free({row, column}) ? '.' : '#';
      }
    }
  }
  return boards;
}

using Texts = std::vector<std::string>;

TEST(BoardReader, RowsOfSquares) {
  EXPECT_EQ(boards_of("..\n.#\n"), (Texts{"../.#"}));
  EXPECT_EQ(boards_of("2\n..\n.#\n\n\n3\n###\n. . .\n...\n"), (Texts{"../.#", "###/.../..."}));
  EXPECT_EQ(boards_of("..\n#.\n...\n...\n...\n"), (Texts{"../#.", ".../.../..."}));
  EXPECT_EQ(boards_of("....\r\n.Q..\r\n....\r\n....\r\n"), (Texts{"###./#.##/###./.#.#"}));
  EXPECT_EQ(boards_of("# a remark\n#.\n..\n"), (Texts{"#./.."}));
}

TEST(BoardReader, Regions) {
  EXPECT_EQ(boards_of("AB\nAB\n"), (Texts{"ABAB"}));
  EXPECT_EQ(boards_of("AABB\nAABB\nCCDD\nCCDD\nAABBAABBCCDDCCDD\nABCDABCDABCDABCD\n"),
            (Texts{"AABBAABBCCDDCCDD", "AABBAABBCCDDCCDD", "ABCDABCDABCDABCD"}));
  // One that is wrong hides no other.
  EXPECT_EQ(boards_of("AABBAABBCCDDCCDE\nAABBAABBCCDDCCDD\n"),
            (Texts{"1: a board of 4 rows needs 4 regions (got 5)", "AABBAABBCCDDCCDD"}));
  const std::string big = "ABCDEFGHIJKLMNOP";
  std::string rows;
  std::string all;
  for (int row = 0; row < 16; ++row) {
    rows += big + "\n";
    all += big;
  }
  EXPECT_EQ(boards_of(rows), Texts{all});
}

TEST(BoardReader, AByteOrderMarkIsNoSquare) {
  EXPECT_EQ(boards_of("\xEF\xBB\xBF..\n.#\n"), (Texts{"../.#"}));
  EXPECT_EQ(boards_of("\xEF\xBB\xBF[\"..\", \".#\"]\n"), (Texts{"../.#"}));
}

TEST(BoardReader, OneBoardOfAText) {
  const auto line_of = [](std::string_view text) {
    const Result<AnyBoard> board = read_board(text);
    return board ? to_line(std::get<RegionBoard>(*board)) : board.error().message;
  };
  EXPECT_EQ(line_of("A B\nA, B\n"), "ABAB");
  EXPECT_EQ(line_of(R"({"board": ["AB", "AB"]})"), "ABAB");
  EXPECT_EQ(line_of(R"(["AB","AB"], 1)"), "JSON: something follows the value (at character 12)");
  EXPECT_EQ(line_of(R"([["AB","AB"], ["AB","AB"], 1])"),
            "a JSON value with one board is needed (got 2)");
  EXPECT_EQ(line_of(""), "a board must have N times N squares, N from 1 to 35 (got 0)");
  EXPECT_EQ(std::get<Board>(*read_board(".#..")).rows[0], 1U);
  // Placed queens attack around the edges of a torus.
  EXPECT_EQ(std::get<Board>(*read_board("Q...............", true)).rows[1], 0b0100U);
}

TEST(BoardReader, Json) {
  // Arrays of the same size that are no board, such as a solution, are not looked at.
  EXPECT_EQ(boards_of(R"([{"size": 4,
    "regions": [["red","red","blue","blue"], ["red","red","blue","blue"],
                ["green","green","pink","pink"], ["green","green","pink","pink"]],
    "solution": [[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]},
   {"board": ["AB","BA"]}, {"line": "AABBAABBCCDDCCDD", "name": "level 3"}])"),
            (Texts{"AABBAABBCCDDCCDD", "ABBA", "AABBAABBCCDDCCDD"}));
  EXPECT_EQ(boards_of("{\"a\":[\"AB\",\"AB\"]}\n{\"a\":[\".#\",\"..\"]}\n"),
            (Texts{"ABAB", ".#/.."}));
  EXPECT_EQ(boards_of("{\"a\":1}\n"), (Texts{"1: this JSON value has no board"}));
}

TEST(BoardReader, ValuesOfJsonAreBounded) {
  std::string text = "[0";
  for (std::size_t i = 0; i < kMaxBoardDocumentValues; ++i) text += ",0";
  const Texts boards = boards_of(text + "]\n");
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_NE(boards[0].find("more than 1000000 values"), std::string::npos) << boards[0];
}

TEST(BoardReader, RefusesAndGoesOn) {
  EXPECT_EQ(boards_of("...\n..\n...\n\n..\n..\n"),
            (Texts{"1: row 2 has 2 squares, not 3", "../.."}));
  EXPECT_EQ(boards_of("...\n...\n"), (Texts{"1: a board of 3 columns has 2 rows"}));
  EXPECT_EQ(boards_of("3\n..\n..\n"),
            (Texts{"2: a row of 2 squares stands behind the number of rows 3"}));
  EXPECT_EQ(boards_of("4\n"), (Texts{"1: no board stands behind the number 4"}));
  EXPECT_EQ(boards_of("AB\nA?\n"),
            (Texts{"1: '?' is no square: boards have '.', '#' and 'Q', or letters for regions"}));
  EXPECT_EQ(boards_of("AA\nAA\n"), (Texts{"1: a board of 2 rows needs 2 regions (got 1)"}));
  EXPECT_EQ(boards_of(std::string(40, '.') + "\n"),
            (Texts{"1: a row has at most 35 squares (got 40)"}));
  EXPECT_EQ(boards_of(""), Texts{});
}

}  // namespace
}  // namespace puzzled::queens
