// Boards of f-puzzles: what is read, what is refused, and that what is written is read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/variants/reduce.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_reader.hpp"
#include "core/variants/text/fpuzzles/fpuzzles_writer.hpp"
#include "core/variants/text/packed/link.hpp"
#include "core/variants/text/packed/lz_string.hpp"
#include "tests/core/variants/random_puzzles.hpp"

namespace puzzled::variants {
namespace {

using FpRules = std::vector<Rule>;

/// A board of 4x4 with these members beside its grid.
std::string fp_board(const std::string& members, const std::string& first_cell = "{}") {
  const std::string row = "[{},{},{},{}]";
  return "{\"grid\":[[" + first_cell + ",{},{},{}]," + row + ',' + row + ',' + row + ']' +
         (members.empty() ? "" : ',' + members) + '}';
}

FpRules fp_rules(const std::string& members) {
  const Result<Puzzle> puzzle = read_fpuzzles(fp_board(members));
  EXPECT_TRUE(puzzle) << members << ": " << puzzle.error().message;
  return puzzle ? puzzle->rules : FpRules();
}

std::string fp_error(const std::string& members, const std::string& first_cell = "{}") {
  const Result<Puzzle> puzzle = read_fpuzzles(fp_board(members, first_cell));
  return puzzle ? "(none)" : puzzle.error().message;
}

Rule fp_rule(RuleKind kind, std::vector<Cell> cells, std::vector<int> numbers = {},
             std::vector<Cell> others = {}) {
  return {.kind = kind,
          .cells = std::move(cells),
          .others = std::move(others),
          .numbers = std::move(numbers)};
}

TEST(Fpuzzles, ParitiesOfCellsAreRules) {
  const auto rules = [](const std::string& cell) {
    return read_fpuzzles(fp_board("", cell)).value().rules;
  };
  EXPECT_EQ(rules("{\"parity\":\"Even\"}"), FpRules{fp_rule(RuleKind::kEven, {0})});
  EXPECT_EQ(rules("{\"parity\":\"Odd\"}"), FpRules{fp_rule(RuleKind::kOdd, {0})});
  EXPECT_EQ(rules("{\"parity\":null}"), FpRules{});
  EXPECT_EQ(fp_error("", "{\"parity\":\"even\"}"),
            "grid: R1C1 has a parity that is neither 'Even' nor 'Odd'");
}

TEST(Fpuzzles, GivensAreClues) {
  const auto first = [](const std::string& cell) {
    return read_fpuzzles(fp_board("", cell)).value().allowed[0];
  };
  EXPECT_EQ(first("{\"value\":3,\"given\":true}"), set_of(3));
  EXPECT_EQ(first("{\"value\":\"3\",\"given\":true}"), set_of(3));
  EXPECT_EQ(first("{\"value\":3}"), all_values(4));  // entered
  EXPECT_EQ(first("{\"value\":3,\"given\":false,\"centerPencilMarks\":[1,2]}"), all_values(4));
  EXPECT_EQ(first("{\"givenPencilMarks\":[1,2]}"), set_of(1) | set_of(2));
  EXPECT_EQ(first("{\"givenPencilMarks\":[],\"c\":\"#fff\",\"highlightArray\":[\"#f00\"]}"),
            all_values(4));
  EXPECT_EQ(fp_error("", "{\"c\":\"#ff0000\"}"),
            "grid: R1C1 is coloured (`c`), which may hold a rule; state it as one");
  EXPECT_EQ(fp_error("", "{\"value\":3,\"given\":1}"),
            "grid: R1C1 has a `given` that is neither true nor false");
  EXPECT_EQ(fp_error("", "{\"value\":5,\"given\":true}"), "grid: R1C1 has a clue that is no value");
  EXPECT_EQ(fp_error("", "{\"given\":true,\"fixed\":1}"),
            "grid: R1C1 has a member 'fixed' that is not known");
}

TEST(Fpuzzles, Regions) {
  EXPECT_EQ(read_fpuzzles(fp_board("")).value().regions[5], 0);
  EXPECT_EQ(fp_error("", "{\"region\":1}"), "grid: region 1 has too many cells");
  EXPECT_EQ(fp_error("", "{\"region\":null}"), "grid: region 0 must have 4 cells (got 3)");
  EXPECT_EQ(fp_error("\"size\":9"), "size: must be the number of rows, 4");
}

TEST(Fpuzzles, LinksAndPackedTexts) {
  const std::string json = fp_board("\"antiking\":true");
  const Puzzle puzzle = read_fpuzzles(json).value();
  const std::string packed = pack_lz(json);
  EXPECT_EQ(read_fpuzzles(packed).value(), puzzle);
  EXPECT_EQ(read_fpuzzles("https://www.f-puzzles.com/?load=" + packed).value(), puzzle);
  EXPECT_EQ(read_fpuzzles("f-puzzles.com/?id=&load=" + encode_url(packed) + "&x=1").value(),
            puzzle);
  EXPECT_EQ(read_fpuzzles(write_fpuzzles_link(puzzle).value()).value(), puzzle);
  EXPECT_EQ(read_fpuzzles("AAAA").error().message, "the packed text is damaged or cut off");
}

TEST(Fpuzzles, RulesOfTheWholeBoard) {
  EXPECT_EQ(
      fp_rules("\"diagonal+\":true,\"diagonal-\":true,\"antiking\":false,\"antiknight\":true"),
      (FpRules{fp_rule(RuleKind::kRisingDiagonal, {}), fp_rule(RuleKind::kFallingDiagonal, {}),
               fp_rule(RuleKind::kAntiKnight, {})}));
  EXPECT_EQ(fp_rules("\"negative\":[\"xv\"]"),
            FpRules{fp_rule(RuleKind::kUnmarkedSum, {}, {5, 10})});
  EXPECT_EQ(fp_error("\"negative\":[\"odd\"]"), "negative: 'odd' is not supported");
}

TEST(Fpuzzles, DotsTakePairsOutOfBothNegatives) {
  const std::string white = "\"difference\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"\"}]";
  const std::string black = "\"ratio\":[{\"cells\":[\"R1C1\",\"R1C2\"]}]";
  const auto last = [](const std::string& members) { return fp_rules(members).back(); };
  EXPECT_EQ(fp_rules(white), FpRules{fp_rule(RuleKind::kDifference, {0, 1}, {1})});
  EXPECT_EQ(fp_rules(black), FpRules{fp_rule(RuleKind::kRatio, {0, 1}, {2})});
  EXPECT_EQ(last("\"nonconsecutive\":true"), fp_rule(RuleKind::kNonconsecutive, {}));
  EXPECT_EQ(last("\"nonconsecutive\":true," + white),
            fp_rule(RuleKind::kUnmarkedDifference, {}, {1}));
  EXPECT_EQ(last("\"negative\":[\"ratio\"]," + black), fp_rule(RuleKind::kUnmarkedRatio, {}, {2}));
  EXPECT_EQ(last("\"nonconsecutive\":true,\"negative\":[\"ratio\"]," + black + ',' + white),
            fp_rule(RuleKind::kUnmarkedKropki, {}));
}

TEST(Fpuzzles, DotsTakePairsOutOfTheNegativeOfTheOtherKind) {
  const std::string white = "\"difference\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"\"}]";
  const std::string black = "\"ratio\":[{\"cells\":[\"R1C1\",\"R1C2\"]}]";
  const std::string triple = "\"ratio\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\"}]";
  const Rule is_double = fp_rule(RuleKind::kRatio, {0, 1}, {2});
  const Rule is_triple = fp_rule(RuleKind::kRatio, {0, 1}, {3});
  const Rule follows = fp_rule(RuleKind::kDifference, {0, 1}, {1});
  EXPECT_EQ(fp_rules("\"nonconsecutive\":true," + black),
            (FpRules{is_double, fp_rule(RuleKind::kUnmarkedDifference, {}, {1}, {0, 1})}));
  EXPECT_EQ(fp_rules("\"negative\":[\"ratio\"]," + white),
            (FpRules{follows, fp_rule(RuleKind::kUnmarkedRatio, {}, {2}, {0, 1})}));
  EXPECT_EQ(fp_rules("\"nonconsecutive\":true,\"negative\":[\"ratio\"]," + triple),
            (FpRules{is_triple, fp_rule(RuleKind::kUnmarkedDifference, {}, {1}, {0, 1}),
                     fp_rule(RuleKind::kUnmarkedRatio, {}, {3})}));
}

TEST(Fpuzzles, CluesBesideTheBoard) {
  EXPECT_EQ(fp_rules("\"sandwichsum\":[{\"cell\":\"R0C2\",\"value\":\"5\"},{\"cell\":\"R2C0\"}]"),
            FpRules{fp_rule(RuleKind::kSandwich, {1, 5, 9, 13}, {5})});
  EXPECT_EQ(fp_rules("\"xsum\":[{\"cell\":\"R2C5\",\"value\":5}]"),
            FpRules{fp_rule(RuleKind::kXSum, {7, 6, 5, 4}, {5})});
  EXPECT_EQ(
      fp_rules("\"littlekillersum\":[{\"cell\":\"R0C0\",\"direction\":\"DR\",\"value\":\"9\"}]"),
      FpRules{fp_rule(RuleKind::kLittleKiller, {0, 5, 10, 15}, {9})});
  EXPECT_EQ(fp_error("\"skyscraper\":[{\"cell\":\"R1C1\",\"value\":\"2\"}]"),
            "skyscraper: a clue must be beside a row or column");
  EXPECT_EQ(fp_error("\"skyscraper\":[{\"cell\":\"R0C1\",\"value\":\"?\"}]"),
            "skyscraper: '?' is not a number");
  EXPECT_EQ(
      fp_error("\"littlekillersum\":[{\"cell\":\"R0C0\",\"direction\":\"UL\",\"value\":\"9\"}]"),
      "littlekillersum: a clue points away from the board");
}

TEST(Fpuzzles, LinesAndArrows) {
  const std::string lines = "[{\"lines\":[[\"R1C1\",\"R1C2\",\"R1C3\"],[\"R4C4\"]]}]";
  EXPECT_EQ(fp_rules("\"whispers\":" + lines),
            FpRules{fp_rule(RuleKind::kWhisper, {0, 1, 2}, {2})});
  EXPECT_EQ(fp_rules("\"dutchwhispers\":" + lines),
            FpRules{fp_rule(RuleKind::kWhisper, {0, 1, 2}, {1})});
  EXPECT_EQ(fp_rules("\"thermometer\":" + lines), FpRules{fp_rule(RuleKind::kThermo, {0, 1, 2})});
  EXPECT_EQ(
      fp_rules("\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R1C1\",\"R2C2\"],"
               "[\"R1C1\",\"R2C1\"]]}]"),
      (FpRules{fp_rule(RuleKind::kArrow, {0}, {}, {5}), fp_rule(RuleKind::kArrow, {0}, {}, {4})}));
  EXPECT_EQ(fp_rules("\"arrow\":[{\"cells\":[\"R1C2\",\"R1C1\"],\"lines\":[[\"R1C1\",\"R2C2\"]]}]"),
            FpRules{fp_rule(RuleKind::kPillArrow, {1, 0}, {}, {5})});
  EXPECT_EQ(fp_error("\"arrow\":[{\"cells\":[\"R1C1\"],\"lines\":[[\"R1C2\",\"R2C2\"]]}]"),
            "arrow: a line must begin in the bulb");
}

TEST(Fpuzzles, DrawingsMayHoldRulesUnlessARuleHasDrawnThem) {
  EXPECT_TRUE(fp_rules("\"title\":\"x\",\"solution\":[1],\"line\":[{\"lines\":[]}],"
                       "\"cage\":[{\"value\":\"title: x\"}],\"circle\":[],"
                       "\"activeConstraints\":[\"x\"],"
                       "\"ruleset\":\"Normal sudoku rules apply.\"")
                  .empty());
  const std::string clue = "\"xsum\":[{\"cell\":\"R1C0\",\"value\":\"7\"}],";
  const std::string text =
      "\"text\":[{\"cells\":[\"R0C1\"],\"value\":\"7\",\"fromConstraint\":\"X Sum\"}]";
  EXPECT_EQ(fp_rules(clue + text).size(), 1U);
  EXPECT_EQ(fp_error(text),
            "text: the drawn text '7' may hold a rule; state it as one, or take the text out");
  for (const std::string name : {"line", "circle", "rectangle"}) {
    EXPECT_EQ(fp_error('"' + name + "\":[{\"lines\":[[\"R1C1\",\"R1C2\"]],\"cells\":[\"R1C1\"]}]"),
              name + ": what is drawn may hold a rule; state it as one, or take it out");
  }
  const std::string prose = "\"ruleset\":\"Digits on the line rise.\"";
  EXPECT_EQ(fp_error(prose),
            "ruleset: the board states no rule, and this text may; state it as one, or take the "
            "text out");
  EXPECT_EQ(fp_rules("\"antiknight\":true," + prose).size(), 1U);
  EXPECT_EQ(fp_rules("\"metadata\":{\"nonconsecutive\":true,\"source\":\"x\"}"),
            FpRules{fp_rule(RuleKind::kNonconsecutive, {})});
  EXPECT_TRUE(
      fp_rules("\"cage\":[{\"value\":\"msgcorrect: Done!\",\"cells\":[\"R1C1\"]}]").empty());
  EXPECT_EQ(fp_rules("\"cage\":[{\"value\":\"antiknight: true\",\"cells\":[\"R1C1\"]}]"),
            FpRules{fp_rule(RuleKind::kAntiKnight, {})});
  EXPECT_EQ(fp_error("\"text\":[{\"cells\":[\"R0C1\"],\"value\":\"7\"}]"),
            "text: the drawn text '7' may hold a rule; state it as one, or take the text out");
  EXPECT_EQ(fp_error("\"hexagon\":[]"),
            "rule 'hexagon' is not supported; without it the board can be read");
  EXPECT_EQ(fp_error("\"killercage\":[{\"cells\":[\"R1C1\"],\"values\":[1]}]"),
            "killercage: member 'values' is not known");
  EXPECT_EQ(fp_error("\"killercage\":[{\"cells\":[\"R5C1\"]}]"),
            "killercage: the board has no cell 'R5C1'");
  EXPECT_EQ(fp_error("\"killercage\":[{\"cells\":[]}]"), "killercage: a list of cells is empty");
  EXPECT_EQ(read_fpuzzles("[]").error().message, "the packed text is damaged or cut off");
  EXPECT_EQ(read_fpuzzles("{}").error().message, "an f-puzzles board has a `grid`");
}

// ---- What is written is read again.

FpRules sorted_by_kind(FpRules rules) {
  std::ranges::stable_sort(rules, {}, &Rule::kind);
  return rules;
}

TEST(Fpuzzles, ReadsWhatItWrites) {
  constexpr int kFpSizes[] = {4, 5, 6, 9, 10, 16};
  constexpr RuleKind kFpKinds[] = {
      RuleKind::kFallingDiagonal,
      RuleKind::kRisingDiagonal,
      RuleKind::kAntiKnight,
      RuleKind::kAntiKing,
      RuleKind::kUnmarkedSum,
      RuleKind::kUnmarkedKropki,
      RuleKind::kDistinct,
      RuleKind::kOdd,
      RuleKind::kEven,
      RuleKind::kMinimum,
      RuleKind::kMaximum,
      RuleKind::kClone,
      RuleKind::kContains,
      RuleKind::kCage,
      RuleKind::kLittleKiller,
      RuleKind::kRowIndexer,
      RuleKind::kColumnIndexer,
      RuleKind::kBoxIndexer,
      RuleKind::kSandwich,
      RuleKind::kXSum,
      RuleKind::kSkyscraper,
      RuleKind::kArrow,
      RuleKind::kPillArrow,
      RuleKind::kDoubleArrow,
      RuleKind::kThermo,
      RuleKind::kSlowThermo,
      RuleKind::kPalindrome,
      RuleKind::kRenban,
      RuleKind::kWhisper,
      RuleKind::kRegionSum,
      RuleKind::kBetween,
      RuleKind::kLockout,
      RuleKind::kZipper,
      RuleKind::kEntropic,
      RuleKind::kNabner,
      RuleKind::kDifference,
      RuleKind::kRatio,
      RuleKind::kPairSum,
  };
  RandomPuzzles random(4);
  int written = 0;
  for (int i = 0; i < 2000; ++i) {
    Puzzle puzzle = random.board(kFpSizes);
    FpRules rules;
    for (int k = random.below(8); k > 0; --k) {
      const Rule rule = random.rule(random.pick(kFpKinds));
      // Those of the whole board are there or not, however often they are given.
      if (rule.cells.empty() && std::ranges::count(rules, rule) > 0) continue;
      rules.push_back(rule);
    }
    puzzle.rules = sorted_by_kind(rules);
    const Result<std::string> json = write_fpuzzles_json(puzzle);
    if (!json) continue;
    ++written;
    Result<Puzzle> again = read_fpuzzles(*json);
    ASSERT_TRUE(again) << again.error().message << *json;
    again->rules = sorted_by_kind(again->rules);
    ASSERT_EQ(*again, puzzle) << *json;
  }
  EXPECT_GT(written, 1500);
}

TEST(Fpuzzles, EveryKindIsWrittenOrRefused) {
  using enum RuleKind;
  constexpr RuleKind kRefusedKinds[] = {
      kDiagonalNonconsecutive, kGlobalEntropy, kGlobalModular, kSum, kEqualSums, kNumberedRoom};
  RandomPuzzles random(5);
  constexpr int kNine[] = {9};
  for (int i = 0; i <= static_cast<int>(kGreater); ++i) {
    const auto kind = static_cast<RuleKind>(i);
    Puzzle puzzle = random.board(kNine);
    do {
      puzzle.rules = {random.rule(kind)};
    } while (puzzle.rules[0].numbers == std::vector{2} && kind == kModular);
    if (kind == kUnmarkedDifference) puzzle.rules[0].numbers = {1};
    if (kind == kUnmarkedRatio) puzzle.rules[0].numbers = {2};
    if (kind <= kUnmarkedSum) puzzle.rules[0].others.clear();  // only dots take pairs out
    const Result<std::string> json = write_fpuzzles_json(puzzle);
    const bool is_refused = std::ranges::find(kRefusedKinds, kind) != std::end(kRefusedKinds);
    EXPECT_EQ(bool{json}, !is_refused) << name_of(kind);
    if (json) {
      EXPECT_TRUE(read_fpuzzles(*json)) << *json;
    }
  }
}

}  // namespace
}  // namespace puzzled::variants
