// Constraint strings of ISS: what is read, what is refused, and that what is written is read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/reduce.hpp"
#include "core/variants/text/iss/iss_reader.hpp"
#include "core/variants/text/iss/iss_writer.hpp"
#include "tests/core/variants/random_puzzles.hpp"

namespace puzzled::variants {
namespace {

using enum RuleKind;
using RuleList = std::vector<Rule>;

Rule iss_rule(RuleKind kind, std::vector<Cell> cells, std::vector<int> numbers = {},
              std::vector<Cell> others = {}) {
  return {.kind = kind,
          .cells = std::move(cells),
          .others = std::move(others),
          .numbers = std::move(numbers)};
}

Puzzle read_iss_board(std::string_view text) {
  const Result<Puzzle> puzzle = read_iss(text);
  EXPECT_TRUE(puzzle) << text << ": " << puzzle.error().message;
  return puzzle ? *puzzle : Puzzle();
}

RuleList iss_rules(std::string_view text) {
  return read_iss_board(text).rules;
}

std::string iss_error(std::string_view text) {
  const Result<Puzzle> puzzle = read_iss(text);
  return puzzle ? "(none)" : puzzle.error().message;
}

TEST(Iss, GivensOfACellHoldTogether) {
  const Puzzle puzzle = read_iss_board(".~R1C1_5~R9C9_1_2_3.Given~R9C9_3_2_9");
  EXPECT_EQ(puzzle.size, 9);
  EXPECT_EQ(puzzle.allowed[0], set_of(5));
  EXPECT_EQ(puzzle.allowed[80], set_of(2) | set_of(3));
  EXPECT_EQ(puzzle.allowed[1], all_values(9));
  EXPECT_EQ(puzzle.regions[80], 8);
}

TEST(Iss, BlanksAreNothing) {
  EXPECT_EQ(read_iss_board(" .Shape ~4x4\n.~R1 C1_1\r\n"), read_iss_board(".Shape~4x4.~R1C1_1"));
}

TEST(Iss, ShapesHaveTheirBoxes) {
  const Puzzle six = read_iss_board(".Thermo~R1C1~R6C6.Shape~6x6");
  EXPECT_EQ(six.size, 6);
  EXPECT_EQ(six.regions[2], 0);
  EXPECT_EQ(six.regions[3], 1);
  EXPECT_EQ(six.regions[12], 2);
  EXPECT_EQ(six.rules, RuleList{iss_rule(kThermo, {0, 35})});
  EXPECT_TRUE(read_iss_board(".Shape~7x7").regions.empty());
  EXPECT_TRUE(read_iss_board(".NoBoxes").regions.empty());
  const Puzzle large = read_iss_board(".Shape~25x25.~RpCg_25");
  EXPECT_EQ(large.allowed[24 * 25 + 15], set_of(25));
}

TEST(Iss, PiecesAreRegionsOnlyWithoutBoxes) {
  const std::string layout = "0011001122332233";
  const Puzzle pieces = read_iss_board(".Shape~4x4.NoBoxes.Jigsaw~" + layout);
  EXPECT_EQ(pieces.regions, read_iss_board(".Shape~4x4").regions);
  EXPECT_TRUE(pieces.rules.empty());
  const Puzzle both = read_iss_board(".Shape~4x4.Jigsaw~" + layout);
  ASSERT_EQ(both.rules.size(), 4U);
  EXPECT_EQ(both.rules[1], iss_rule(kDistinct, {2, 3, 6, 7}));
  const Puzzle older = read_iss_board(".Shape~4x4.NoBoxes.Jigsaw~4x4~" + layout);
  EXPECT_EQ(older, pieces);
  // One piece may be of another size: its cells are in no region.
  EXPECT_EQ(read_iss_board(".Shape~4x4.NoBoxes.Jigsaw~0011001122222222").regions[15],
            Puzzle::kNoRegion);
  EXPECT_EQ(iss_error(".Shape~4x4.Jigsaw~0011001122222223"), "Jigsaw: has pieces of several sizes");
}

TEST(Iss, Cages) {
  EXPECT_EQ(
      iss_rules(".Cage~12~R1C1~r1c2.Cage~0~R2C1~R2C2.Cage~~R3C1"),
      (RuleList{iss_rule(kCage, {0, 1}, {12}), iss_rule(kCage, {9, 10}), iss_rule(kCage, {18})}));
  EXPECT_EQ(iss_rules(".Cage~20~R1C1~R1C2~R1C1"),
            (RuleList{iss_rule(kSum, {0, 1, 0}, {20}), iss_rule(kCage, {0, 1})}));
}

TEST(Iss, DotsJoinNeighboursOfAList) {
  EXPECT_EQ(iss_rules(".WhiteDot~R1C1~R1C2~R2C2~R9C9"),
            (RuleList{iss_rule(kDifference, {0, 1}, {1}), iss_rule(kDifference, {1, 10}, {1})}));
  EXPECT_EQ(iss_rules(".GreaterThan~R2C2~R1C2"), RuleList{iss_rule(kGreater, {10, 1})});
  EXPECT_EQ(iss_error(".X~R1C1~R3C1"), "X: no two of its cells share a side");
  // The ends of rows that follow each other are no neighbours.
  EXPECT_EQ(iss_error(".V~R1C9~R2C1"), "V: no two of its cells share a side");
}

TEST(Iss, LittleKillersBeginWhereIssHasThem) {
  const auto cells = [](std::string_view at) {
    return iss_rules(".LittleKiller~7~" + std::string(at)).at(0).cells;
  };
  EXPECT_EQ(cells("R8C1"), (std::vector<Cell>{63, 73}));
  EXPECT_EQ(cells("R1C2"), (std::vector<Cell>{1, 9}));
  EXPECT_EQ(cells("R2C9"), (std::vector<Cell>{17, 7}));
  EXPECT_EQ(cells("R9C8"), (std::vector<Cell>{79, 71}));
  EXPECT_EQ(cells("R1C1").size(), 9U);
  EXPECT_EQ(iss_error(".LittleKiller~7~R9C9"), "LittleKiller: no diagonal begins at its cell");
  EXPECT_EQ(iss_error(".LittleKiller~7~R5C5"), "LittleKiller: no diagonal begins at its cell");
}

TEST(Iss, TheLastClueOfAPlaceCounts) {
  EXPECT_EQ(iss_rules(".Skyscraper~R1~4~3.Skyscraper~R1~5"),
            (RuleList{iss_rule(kSkyscraper, row_cells(0, 9, false), {5}),
                      iss_rule(kSkyscraper, row_cells(0, 9, true), {3})}));
  EXPECT_EQ(iss_rules(".Quad~R1C1~1~2.Quad~R1C1~3"),
            RuleList{iss_rule(kContains, {0, 1, 9, 10}, {3})});
  EXPECT_EQ(iss_rules(".XSum~C9~~21"), RuleList{iss_rule(kXSum, column_cells(8, 9, true), {21})});
  EXPECT_EQ(iss_rules(".Sandwich~0~C1"),
            RuleList{iss_rule(kSandwich, column_cells(0, 9, false), {0})});
  EXPECT_EQ(iss_error(".XSum~R1~0"), "XSum: a clue must not be 0");
  EXPECT_EQ(iss_error(".XSum~R10~9"), "XSum: the board has no row or column 'R10'");
}

TEST(Iss, PillsAreReadRowByRow) {
  EXPECT_EQ(iss_rules(".PillArrow~2~R2C1~R1C1~R1C2~R1C3"),
            RuleList{iss_rule(kPillArrow, {0, 9}, {}, {1, 2})});
  EXPECT_EQ(iss_error(".PillArrow~2~R1C2~R2C1~R3C3"),
            "PillArrow: the cells of the pill must follow each other to the right or down");
}

TEST(Iss, SumsWithSigns) {
  EXPECT_EQ(iss_rules(".Sum~0_=_1_-1_1~R1C1~R1C2~R1C3"),
            RuleList{iss_rule(kEqualSums, {0, 2}, {}, {1})});
  EXPECT_EQ(iss_error(".Sum~0_=_1_-2~R1C1~R1C2"), "Sum: coefficients must be 1 or -1 (got '-2')");
  EXPECT_EQ(iss_error(".Sum~0_=_1~R1C1~R1C2"), "Sum: needs as many coefficients as cells");
  EXPECT_EQ(
      iss_rules(".EqualSum~R1C1~R1C2~-~R2C1~-~R3C1"),
      (RuleList{iss_rule(kEqualSums, {0, 1}, {}, {9}), iss_rule(kEqualSums, {0, 1}, {}, {18})}));
}

TEST(Iss, TablesOfValuesAreNamed) {
  // a < b: 0111 0011 0001 0000, six bits to a character, of which the first is the lowest.
  EXPECT_EQ(iss_rules(".Shape~4x4.Pair~Oj~_less~R1C1~R1C2~R1C3~~R2C1~R2C2"),
            (RuleList{iss_rule(kThermo, {0, 1, 2}), iss_rule(kThermo, {4, 5})}));
  // No two equal or consecutive, as it is and in the old way.
  EXPECT_EQ(iss_rules(".PairX~8H_xf8H_xf8H_B~R1C1~R1C2~R1C3.BinaryX~8H-xf8H-xf8H-B~R2C1~R2C2"),
            (RuleList{iss_rule(kNabner, {0, 1, 2}), iss_rule(kNabner, {9, 10})}));
  EXPECT_EQ(iss_rules(".Binary~xcP~R1C1~R1C2.Shape~4x4"), RuleList{iss_rule(kSlowThermo, {1, 0})});
  EXPECT_TRUE(iss_error(".Shape~4x4.Pair~___~R1C1~R1C2").starts_with("Pair: a relation of values"));
  EXPECT_TRUE(iss_error(".Shape~4x4.Pair~~R1C1~R1C2").starts_with("Pair: a relation of values"));
}

TEST(Iss, RegionSumsHoldAnythingWithoutRegions) {
  EXPECT_TRUE(iss_rules(".NoBoxes.RegionSumLine~R1C1~R1C4").empty());
  EXPECT_EQ(iss_rules(".RegionSumLine~R1C1~R1C4"), RuleList{iss_rule(kRegionSum, {0, 3})});
}

TEST(Iss, OtherBoxesThanThoseOfNine) {
  // Further boxes of sizes that have usual boxes are a rule of the board.
  for (const std::string shape : {"", ".Shape~4x4", ".Shape~16x16"}) {
    EXPECT_EQ(iss_rules(shape + ".Windoku"), RuleList{iss_rule(kWindoku, {})});
  }
  EXPECT_EQ(iss_rules(".Shape~14x14.Windoku").size(), 4U);
  const RuleList sets = iss_rules(".Shape~4x4.NoBoxes.DisjointSets");
  ASSERT_EQ(sets.size(), 4U);
  EXPECT_EQ(sets[3].cells, (std::vector<Cell>{5, 7, 13, 15}));
}

TEST(Iss, WhatIsNotKnownIsRefusedByName) {
  EXPECT_EQ(iss_error(""), "a constraint string begins with '.'");
  EXPECT_EQ(iss_error(".Regex~abc~R1C1"),
            "rule 'Regex' is not supported; without it the board can be read");
  EXPECT_EQ(iss_error(".Shape~9x9~0-8"), "Shape: values must be 1-9 (got '0-8')");
  EXPECT_EQ(iss_error(".Shape~4x6"), "Shape: '4x6' is not square");
  EXPECT_EQ(iss_error(".Shape~3x3"), "Shape: must be from 4x4 to 25x25 (got '3x3')");
  EXPECT_EQ(iss_error(".Shape~9x9~~Raw"), "Shape: grid type 'Raw' is not supported");
  EXPECT_EQ(iss_error(".Shape~6x6.Shape~9x9"), "Shape: given twice");
  EXPECT_EQ(iss_error(".Thermo~R1C1~VK1"), "Thermo: the board has no cell 'VK1'");
  EXPECT_EQ(iss_error(".Thermo~R1C1~"), "Thermo: the board has no cell ''");
  EXPECT_EQ(iss_error(".Thermo"), "Thermo: has no cells");
  EXPECT_EQ(iss_error(".Cage~1x~R1C1"), "Cage: needs a number (got '1x')");
  EXPECT_EQ(iss_error(".~R1C1_10"), "a given must be from 1 to 9 (got '10')");
  EXPECT_EQ(iss_error(".~R1C1"), "a given has no value");
  EXPECT_EQ(iss_error(".Shape~6x6.GlobalEntropy"), "GlobalEntropy: needs a 9x9 board");
  EXPECT_EQ(iss_error(".RegionSize~6"), "RegionSize: must be as large as a row (got '6')");
  EXPECT_EQ(iss_error(".SameValues~2~R1C1~R1C2~R2C1~R2C2"),
            "SameValues: sets of more than one cell are not supported");
  EXPECT_EQ(iss_error(".And.Cage~3~R1C1~R1C2"), "And without End");
  EXPECT_EQ(iss_error(".End"), "End without And");
}

// ---- What is written is read again.

constexpr int kIssSizes[] = {4, 5, 6, 8, 9, 10, 14, 16, 25};

/// Those that ISS has, or that are written as a table of values.
constexpr RuleKind kIssKinds[] = {
    kFallingDiagonal, kRisingDiagonal, kAntiKnight,  kAntiKing,
    kNonconsecutive,  kUnmarkedKropki, kUnmarkedSum, kDistinct,
    kClone,           kContains,       kCage,        kSum,
    kLittleKiller,    kEqualSums,      kRowIndexer,  kColumnIndexer,
    kSandwich,        kXSum,           kSkyscraper,  kNumberedRoom,
    kArrow,           kPillArrow,      kDoubleArrow, kThermo,
    kSlowThermo,      kPalindrome,     kRenban,      kWhisper,
    kBetween,         kLockout,        kZipper,      kModular,
    kNabner,          kDifference,     kRatio,       kPairSum,
    kGreater,
};
constexpr RuleKind kIssKindsOfNine[] = {kWindoku, kGlobalEntropy, kGlobalModular, kEntropic};
constexpr RuleKind kIssKindsOfRegions[] = {kRegionSum};

TEST(Iss, ReadsWhatItWrites) {
  RandomPuzzles random(1);
  for (int i = 0; i < 3000; ++i) {
    Puzzle puzzle = random.board(kIssSizes);
    std::vector<Rule> rules;
    for (int k = random.below(8); k > 0; --k) {
      const int table = random.below(10);
      if (table == 0 && puzzle.size == 9) {
        rules.push_back(random.rule(random.pick(kIssKindsOfNine)));
      } else if (table == 1 && !puzzle.regions.empty()) {
        rules.push_back(random.rule(random.pick(kIssKindsOfRegions)));
      } else {
        rules.push_back(random.rule(random.pick(kIssKinds)));
        // A second one at the same place is written as a sum.
        const auto& rule = rules.back();
        const auto is_killer = [](const Rule& other) { return other.kind == kLittleKiller; };
        if (is_killer(rule) && std::ranges::count_if(rules, is_killer) > 1) rules.pop_back();
      }
    }
    puzzle.rules = rules;
    const Result<std::string> text = write_iss(puzzle);
    if (!text) continue;  // two clues at one place
    ASSERT_EQ(read_iss_board(*text), puzzle) << *text;
  }
}

TEST(Iss, EveryKindIsWrittenOrRefused) {
  RandomPuzzles random(2);
  constexpr int kNine[] = {9};
  for (int kind = 0; kind <= static_cast<int>(kGreater); ++kind) {
    Puzzle puzzle = random.board(kNine);
    puzzle.regions = read_iss_board(".~R1C1_1").regions;
    puzzle.rules = {random.rule(static_cast<RuleKind>(kind))};
    const Result<std::string> text = write_iss(puzzle);
    const bool is_refused = static_cast<RuleKind>(kind) == kUnmarkedDifference ||
                            static_cast<RuleKind>(kind) == kUnmarkedRatio;
    EXPECT_EQ(bool{text}, !is_refused) << name_of(static_cast<RuleKind>(kind));
    if (text) {
      EXPECT_TRUE(read_iss(*text)) << *text;
    }
  }
}

TEST(Iss, WritesOthersThatMeanTheSame) {
  Puzzle puzzle = read_iss_board(".Shape~4x4");
  puzzle.rules = {iss_rule(kOdd, {0}), iss_rule(kMinimum, {5})};
  EXPECT_EQ(write_iss(puzzle).value(),
            ".Shape~4x4.GreaterThan~R1C2~R2C2.GreaterThan~R2C1~R2C2.GreaterThan~R2C3~R2C2"
            ".GreaterThan~R3C2~R2C2.~R1C1_1_3");
  puzzle.rules.clear();
  puzzle.allowed[0] = 0;
  EXPECT_EQ(read_iss_board(write_iss(puzzle).value()), puzzle);
  EXPECT_EQ(read_iss_board(write_iss(read_iss_board(".Shape~9x9")).value()),
            read_iss_board(".Shape~9x9"));
  puzzle.rules = {{.kind = kUnmarkedRatio, .numbers = {2}}};
  EXPECT_EQ(write_iss(puzzle).error().message,
            "ISS has no rule that means 'negative ratio' on this board");
}

/// What our names read is written so that it is read as what it was, by whichever names.
TEST(Iss, RulesOfOurNamesAreWrittenAndRead) {
  for (const std::string_view line :
       {".Odd~R1C1~R2C2", ".Even~R1C1", ".Minimum~R2C2~R2C3", ".Maximum~R1C1",
        ".Clone~R1C1~R1C2~R3C2~R3C3", ".SlowThermo~R1C1~R1C2~R2C2", ".Nabner~R1C1~R1C3~R2C2",
        ".Difference~2~R1C1~R1C2", ".Ratio~3~R1C1~R1C2", ".PairSum~7~R1C1~R1C2",
        ".DiagonalNonconsecutive", ".Indexing~B~R1C1~R2C1"}) {
    for (const std::string shape : {".Shape~4x4", ".Shape~6x6"}) {
      const Puzzle puzzle = read_iss_board(shape + std::string(line));
      const Result<std::string> text = write_iss(puzzle);
      ASSERT_TRUE(text) << line << text.error().message;
      const Puzzle again = read_iss_board(*text);
      constexpr std::uint64_t kMost = 2'000;
      Solver solver;
      EXPECT_EQ(solver.list(again, kMost).value(), solver.list(puzzle, kMost).value())
          << line << ' ' << *text;
    }
  }
}

}  // namespace
}  // namespace puzzled::variants
