// Which form a line has, and the forms of forums.
#include "core/variants/text/rule_text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/variants/text/fpuzzles/fpuzzles_writer.hpp"
#include "core/variants/text/iss/boxes.hpp"
#include "core/variants/text/line_board_writers.hpp"
#include "core/variants/text/line_boards.hpp"
#include "core/variants/text/packed/lz_string.hpp"
#include "core/variants/text/puzzle_line.hpp"
#include "core/variants/text/scl/scl_writer.hpp"
#include "tests/core/variants/random_puzzles.hpp"

namespace puzzled::variants {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// A cage of nine cells in each row: its sum is in the first one.
std::string short_killer() {
  return repeated("j<<<<<<<<", 9);
}

TEST(RuleText, FindsForms) {
  Puzzle puzzle = read_short_killer(short_killer()).value();
  const std::string scl = write_scl_link(puzzle).value();
  const std::string json = write_fpuzzles_json(puzzle).value();
  EXPECT_EQ(find_form(".~R1C1_5"), RuleForm::kIss);
  EXPECT_EQ(find_form(".Cage~5~R1C1~R1C2"), RuleForm::kIss);
  EXPECT_EQ(find_form("..Cage~5~R1C1~R1C2"), RuleForm::kIss);
  EXPECT_EQ(find_form(".AntiKnight"), RuleForm::kIss);
  EXPECT_EQ(find_form(".V~R1C1~R1C2"), RuleForm::kIss);
  EXPECT_EQ(find_form(json), RuleForm::kFpuzzles);
  EXPECT_EQ(find_form(pack_lz(json)), RuleForm::kFpuzzles);
  EXPECT_EQ(find_form(write_fpuzzles_link(puzzle).value()), RuleForm::kFpuzzles);
  EXPECT_EQ(find_form(write_scl_json(puzzle).value()), RuleForm::kSudokuPad);
  EXPECT_EQ(find_form("{id:'x',ce:[[,,,],[,,,]]}"), RuleForm::kSudokuPad);
  EXPECT_EQ(find_form(scl), RuleForm::kSudokuPad);
  EXPECT_EQ(find_form(scl.substr(scl.find("scl"))), RuleForm::kSudokuPad);
  EXPECT_EQ(find_form("fpuz" + pack_lz(json)), RuleForm::kSudokuPad);
  EXPECT_EQ(find_form(short_killer()), RuleForm::kShortKiller);
  EXPECT_EQ(find_form("3x3::k:1:2"), RuleForm::kLongKiller);
  EXPECT_EQ(find_form(repeated(".", 16) + "0011001122332233"), RuleForm::kJigsaw);
  EXPECT_EQ(find_form(repeated("123456789", 81)), RuleForm::kCandidates);
}

TEST(RuleText, LeavesPlainGridsAlone) {
  for (const std::string& line :
       {std::string(), std::string(81, '.'), std::string(81, '0'), repeated("123456789", 9),
        "." + std::string(15, 'A'), ".Ab." + std::string(252, '.'), std::string(36, '.'),
        std::string(64, '.'), std::string(625, '.'), std::string("# 9x9"),
        std::string("{\"grid\":[[5,3,0]]}"), std::string("{\"puzzle\":\"53..\"}"),
        std::string("5 3 0 0 7 0 0 0 0"), std::string("scl"),
        std::string("# of https://f-puzzles.com/?load=N4Ig"), repeated("ABCDEFGHIJKLMNOP", 16)}) {
    EXPECT_EQ(find_form(line), RuleForm::kNone) << line;
  }
}

TEST(RuleText, LinesMayHaveSpacesAround) {
  const std::string line = " \t" + short_killer() + " \r";
  ASSERT_TRUE(is_puzzle_line(line));
  EXPECT_EQ(read_puzzle_line(line).value(), read_short_killer(short_killer()).value());
  EXPECT_FALSE(is_puzzle_line(" "));
}

TEST(RuleText, ReadsEachForm) {
  const Puzzle puzzle = read_short_killer(short_killer()).value();
  const std::string scl = write_scl_link(puzzle).value();
  const std::string fpuzzles = write_fpuzzles_link(puzzle).value();
  for (const std::string& line : {short_killer(), scl, fpuzzles}) {
    EXPECT_EQ(read_rules(find_form(line), line).value(), puzzle) << line;
  }
}

// ---- Forums.

TEST(LineBoards, ShortKillers) {
  const Puzzle puzzle = read_short_killer(short_killer()).value();
  ASSERT_EQ(puzzle.rules.size(), 9U);
  EXPECT_EQ(puzzle.rules[1].cells.front(), 9);
  EXPECT_EQ(puzzle.rules[1].cells.size(), 9U);
  EXPECT_EQ(puzzle.rules[1].numbers, std::vector{45});
  EXPECT_EQ(puzzle.regions[80], 8);
  std::string corners = repeated("0", 81);
  corners.replace(0, 2, ".0");  // down and right
  corners.replace(9, 2, "0A");
  const Puzzle other = read_short_killer(corners.replace(80, 1, "`")).value();
  EXPECT_EQ(other.rules[0].cells, (std::vector<Cell>{0, 10}));
  EXPECT_EQ(other.rules[0].numbers, std::vector{10});
  EXPECT_TRUE(other.rules[1].numbers.empty());
  EXPECT_EQ(read_short_killer(repeated("<", 81)).error().message, "an arrow leads off the board");
  EXPECT_EQ(read_short_killer("><" + repeated("0", 79)).error().message,
            "arrows of a cage do not lead to its sum");
}

TEST(LineBoards, SpoiltGridsAreNoShortKillers) {
  const std::string grid =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  for (std::string spoilt = grid; const char sign : std::string_view("<>^v`',v")) {
    for (std::size_t cell = 0; cell < 81; ++cell) {
      std::string other = spoilt;
      other[cell] = sign;
      EXPECT_FALSE(is_short_killer(other)) << other;
      EXPECT_FALSE(is_puzzle_line(other)) << other;
      EXPECT_FALSE(is_certain_puzzle_line(other)) << other;
    }
    spoilt[10] = spoilt[29] = sign;
    std::string blanks = grid;
    std::ranges::replace(blanks, '.', sign);
    EXPECT_FALSE(is_puzzle_line(blanks)) << blanks;
  }
  EXPECT_TRUE(is_certain_puzzle_line(short_killer()));
}

TEST(LineBoards, PuzzlesAndTheirSolutionsAreNoJigsaws) {
  const std::string solution =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  EXPECT_FALSE(is_jigsaw_line(repeated(".", 81) + solution));
  EXPECT_FALSE(
      is_jigsaw_line("1..............."
                     "1234341221434321"));
  EXPECT_TRUE(
      is_jigsaw_line("1..............."
                     "1112132233243444"));
}

TEST(LineBoards, LongKillers) {
  const Puzzle puzzle = read_long_killer("3x3:d:k:1281:" + repeated("0:", 79) + "1281:").value();
  ASSERT_EQ(puzzle.rules.size(), 3U);
  EXPECT_EQ(puzzle.rules[0].kind, RuleKind::kRisingDiagonal);
  EXPECT_EQ(puzzle.rules[2].cells, (std::vector<Cell>{0, 80}));
  EXPECT_EQ(puzzle.rules[2].numbers, std::vector{5});
  EXPECT_EQ(read_long_killer("3x3::k:1281:1537:" + repeated("0:", 79)).error().message,
            "a cage has two sums");
  EXPECT_EQ(read_long_killer("3x3::k:0:0:").error().message,
            "81 numbers are needed, each with ':' behind it (got 2)");
  EXPECT_EQ(read_long_killer("3x3::k:" + repeated("0:", 82)).error().message,
            "something follows the 81 numbers");
  EXPECT_EQ(read_long_killer("3x3:j:k:").error().message,
            "a killer of this form begins with '3x3::k:' or '3x3:d:k:'");
}

TEST(LineBoards, Jigsaws) {
  const Puzzle puzzle =
      read_jigsaw_line("1..............4" + std::string("bbaabbaaddccddcc")).value();
  EXPECT_EQ(puzzle.allowed[0], set_of(1));
  EXPECT_EQ(puzzle.allowed[15], set_of(4));
  EXPECT_EQ(puzzle.allowed[1], all_values(4));
  EXPECT_EQ(puzzle.regions[0], 0);
  EXPECT_EQ(puzzle.regions[2], 1);
  EXPECT_EQ(read_jigsaw_line("1....0.........4bbaabbaaddccddcc").error().message,
            "'0' is not a value, and blanks are '.'");
  const Puzzle ten =
      read_jigsaw_line("J" + std::string(99, '.') + repeated("0123456789", 10)).value();
  EXPECT_EQ(ten.allowed[0], set_of(10));
}

TEST(LineBoards, Candidates) {
  const Puzzle puzzle =
      read_candidate_line("1.3.5" + std::string("00000") + repeated("12345", 23)).value();
  EXPECT_EQ(puzzle.size, 5);
  EXPECT_EQ(puzzle.allowed[0], set_of(1) | set_of(3) | set_of(5));
  EXPECT_EQ(puzzle.allowed[1], 0U);
  EXPECT_EQ(puzzle.allowed[2], all_values(5));
  EXPECT_EQ(read_candidate_line("6" + std::string(124, '.')).error().message,
            "'6' is not from 1 to 5");
}

// ---- What is written is read again.

/// A 9x9 board without clues, of cages that do not overlap.
Puzzle random_killer(RandomPuzzles& random) {
  constexpr int kNineOnly[] = {9};
  Puzzle puzzle = random.board(kNineOnly);
  puzzle.regions = box_regions(9, iss_boxes(9));
  puzzle.allowed.assign(81, all_values(9));
  std::vector<bool> is_taken(81);
  for (int i = 0; i < 15; ++i) {
    Rule cage = random.rule(RuleKind::kCage);
    if (std::ranges::any_of(cage.cells, [&](Cell cell) { return is_taken[cell]; })) continue;
    std::ranges::sort(cage.cells);
    cage.numbers = {1 + random.below(45)};
    for (const Cell cell : cage.cells) is_taken[cell] = true;
    puzzle.rules.push_back(std::move(cage));
  }
  std::ranges::sort(puzzle.rules, {}, [](const Rule& rule) { return rule.cells[0]; });
  return puzzle;
}

TEST(LineBoards, ReadKillersThatTheyWrite) {
  RandomPuzzles random(8);
  for (int i = 0; i < 300; ++i) {
    Puzzle puzzle = random_killer(random);
    Puzzle short_form = read_short_killer(write_short_killer(puzzle).value()).value();
    // Cells in no cage became cages of their own.
    std::erase_if(short_form.rules, [](const Rule& rule) { return rule.numbers.empty(); });
    ASSERT_EQ(short_form, puzzle);
    ASSERT_EQ(read_long_killer(write_long_killer(puzzle).value()).value(), puzzle);
  }
  Puzzle puzzle = random_killer(random);
  puzzle.rules = {{.kind = RuleKind::kCage, .cells = {0, 40}, .others = {}, .numbers = {}}};
  EXPECT_EQ(write_short_killer(puzzle).error().message,
            "this form has no cages whose cells do not touch");
  EXPECT_EQ(write_long_killer(puzzle).error().message, "this form has no cages without a sum");
  puzzle.allowed[0] = set_of(1);
  EXPECT_EQ(write_long_killer(puzzle).error().message, "this form has no clues");
}

TEST(LineBoards, ReadGridsThatTheyWrite) {
  constexpr int kGridSizes[] = {4, 5, 6, 7, 8, 9, 10, 16, 25};
  RandomPuzzles random(9);
  int jigsaws = 0;
  int candidates = 0;
  for (int i = 0; i < 500; ++i) {
    const Puzzle puzzle = random.board(kGridSizes);
    if (const Result<std::string> line = write_jigsaw_line(puzzle)) {
      ++jigsaws;
      ASSERT_EQ(find_form(*line), RuleForm::kJigsaw) << *line;
      ASSERT_EQ(read_jigsaw_line(*line).value(), puzzle);
    }
    if (const Result<std::string> line = write_candidate_line(puzzle)) {
      ++candidates;
      ASSERT_EQ(find_form(*line), RuleForm::kCandidates) << *line;
      ASSERT_EQ(read_candidate_line(*line).value(), puzzle);
    }
  }
  EXPECT_GT(jigsaws, 50);
  EXPECT_GT(candidates, 50);
  Puzzle puzzle = read_candidate_line(repeated("12345", 25)).value();
  puzzle.rules.emplace_back().kind = RuleKind::kAntiKing;
  EXPECT_EQ(write_candidate_line(puzzle).error().message, "this form has no rule 'anti-king'");
}

}  // namespace
}  // namespace puzzled::variants
