// Boards of SudokuPad: what is read, what is refused, and that what is written is read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/variants/text/fpuzzles/fpuzzles_writer.hpp"
#include "core/variants/text/packed/link.hpp"
#include "core/variants/text/packed/lz_string.hpp"
#include "core/variants/text/scl/scl_reader.hpp"
#include "core/variants/text/scl/scl_writer.hpp"
#include "core/variants/text/scl/zipped_json.hpp"
#include "tests/core/variants/random_puzzles.hpp"

namespace puzzled::variants {
namespace {

/// A board of 4x4 without regions, with these members.
std::string scl_board(const std::string& members) {
  const std::string row = "[{},{},{},{}]";
  return "{\"cells\":[[{\"value\":3},{},{},{}]," + row + ',' + row + ',' + row + "]" +
         (members.empty() ? "" : ',' + members) + '}';
}

Puzzle scl_puzzle(const std::string& members) {
  const Result<Puzzle> puzzle = read_scl(scl_board(members));
  EXPECT_TRUE(puzzle) << members << ": " << puzzle.error().message;
  return puzzle ? *puzzle : Puzzle();
}

std::string scl_error(const std::string& members) {
  const Result<Puzzle> puzzle = read_scl(scl_board(members));
  return puzzle ? "(none)" : puzzle.error().message;
}

TEST(Scl, CluesAndRegions) {
  const Puzzle plain = scl_puzzle("");
  EXPECT_EQ(plain.size, 4);
  EXPECT_EQ(plain.allowed[0], set_of(3));
  EXPECT_TRUE(plain.regions.empty());
  const Puzzle pieces =
      scl_puzzle("\"regions\":[[[3,0],[3,1],[3,2],[3,3]],[[0,0],[0,1],[1,0],[1,1]]]");
  EXPECT_EQ(pieces.regions[0], 0);
  EXPECT_EQ(pieces.regions[15], 1);
  EXPECT_EQ(pieces.regions[2], Puzzle::kNoRegion);
  EXPECT_EQ(scl_error("\"regions\":[[[0,0]]]"), "regions: each must have 4 cells (got 1)");
  EXPECT_EQ(scl_error("\"regions\":[[[0,0],[0,1],[0,2],[0,2]]]"),
            "regions: a cell is in two of them");
  EXPECT_EQ(scl_error("\"regions\":[[[0,4]]]"), "regions: a cell is not on the board");
}

TEST(Scl, Cages) {
  const std::string at = "{\"cells\":[[0,0],[0,1]]";
  const auto rules = [&](const std::string& cages) {
    return scl_puzzle("\"cages\":[" + cages + ']').rules;
  };
  EXPECT_EQ(rules(at + ",\"value\":\"5\"}").at(0).kind, RuleKind::kCage);
  EXPECT_EQ(rules(at + ",\"value\":\"5\",\"unique\":false}").at(0).kind, RuleKind::kSum);
  EXPECT_TRUE(rules(at + ",\"unique\":true}").at(0).numbers.empty());
  EXPECT_TRUE(
      rules("{\"value\":\"title: x\"}," + at + ",\"unique\":false,\"hidden\":true}").empty());
  EXPECT_EQ(scl_error("\"cages\":[" + at + "}]"),
            "cages: one has neither a sum nor `unique`, and may hold any rule");
  EXPECT_EQ(scl_error("\"cages\":[" + at + ",\"value\":\"?\"}]"), "cages: '?' is not a sum");
  EXPECT_EQ(scl_error("\"cages\":[" + at + ",\"value\":\"5\",\"sum\":6}]"),
            "cages: `value` and `sum` are different");
}

TEST(Scl, NotesInCages) {
  const auto rules = [](const std::string& cage) {
    return scl_puzzle("\"cages\":[{" + cage + "}]").rules;
  };
  EXPECT_TRUE(rules("\"value\":\"title: A 5\"").empty());
  EXPECT_TRUE(rules("\"cells\":[[0,0]],\"value\":\"msgcorrect: Done!\"").empty());
  EXPECT_EQ(rules("\"value\":\"antiknight: true\"").at(0).kind, RuleKind::kAntiKnight);
  EXPECT_EQ(rules("\"value\":\"antiking:true\"").at(0).kind, RuleKind::kAntiKing);
  EXPECT_TRUE(rules("\"value\":\"antiking: false\"").empty());
  EXPECT_EQ(scl_error("\"cages\":[{\"cells\":[[0,0]],\"value\":\"mirror: 5\"}]"),
            "cages: 'mirror: 5' is not a sum");
}

TEST(Scl, NamedRules) {
  const auto rules =
      scl_puzzle(
          "\"global\":[\"antiknight\",\"nonconsecutive\"],\"metadata\":{\"antiknight\":true,"
          "\"antiking\":true,\"rules\":\"x\"}")
          .rules;
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[2].kind, RuleKind::kAntiKing);
  EXPECT_EQ(scl_error("\"global\":[\"antitaxi\"]"), "global: rule 'antitaxi' is not known");
}

TEST(Scl, DrawnRulesAreRefusedByName) {
  EXPECT_EQ(scl_puzzle("\"lines\":[],\"id\":\"x\""), scl_puzzle(""));
  EXPECT_TRUE(scl_error("\"lines\":[{}]").starts_with("lines: what is drawn may hold rules"));
  EXPECT_TRUE(scl_error("\"underlays\":[{}]").starts_with("underlays: what is drawn"));
  EXPECT_EQ(scl_error("\"sums\":[]"),
            "member 'sums' is not known; without it the board can be read");
}

TEST(Scl, LinksAndPrefixes) {
  const Puzzle puzzle = scl_puzzle("\"global\":[\"antiking\"]");
  const std::string packed = pack_lz(scl_board("\"global\":[\"antiking\"]"));
  for (const std::string& text :
       {"scl" + packed, "ctc" + packed, "https://sudokupad.app/scl" + encode_url(packed),
        "https://sudokupad.app/sudoku/?puzzleid=scl" + packed + "&setting-x=1",
        "https://app.crackingthecryptic.com/sudoku/scl" + packed + "?setting-x=1",
        "sudokupad://puzzle/scl" + packed}) {
    const Result<Puzzle> read = read_scl(text);
    ASSERT_TRUE(read) << text << ": " << read.error().message;
    EXPECT_EQ(*read, puzzle) << text;
  }
  const std::string fpuzzles = pack_lz(write_fpuzzles_json(puzzle).value());
  EXPECT_EQ(read_scl("fpuz" + fpuzzles).value(), puzzle);
  EXPECT_EQ(read_scl("https://sudokupad.app/fpuzzles" + fpuzzles).value(), puzzle);
  EXPECT_EQ(read_scl("https://sudokupad.app/abc123").error().message,
            "the link has no board in it; open it and share the board");
  EXPECT_EQ(read_scl("scfAAAA").error().message, "boards that begin with `scf` are not supported");
}

TEST(Scl, ZippedJson) {
  EXPECT_EQ(unzip_json("{cs:50,ce:[[,{v:3},,]],ca:[{u:t,x:f}],m:{},c:#0,c1:#F,c2:a1B2c3,"
                       "s:'it\\'s, {a:t}'}"),
            "{\"cs\":50,\"ce\":[[{},{\"v\":3},{},{}]],\"ca\":[{\"u\":true,\"x\":false}],\"m\":{},"
            "\"c\":\"#000000\",\"c1\":\"#FFFFFF\",\"c2\":\"#a1B2c3\",\"s\":\"it's, {a:t}\"}");
  EXPECT_EQ(unzip_json("{a:[],b:\"x'\\\"y\"}"), "{\"a\":[{}],\"b\":\"x'\\\"y\"}");
  EXPECT_EQ(long_name("ca"), "cages");
  EXPECT_EQ(long_name("sum"), "sum");
  const std::string zipped =
      "{ce:[[{v:3},,,],[,,,],[,,,],[,,,]],ca:[{ce:[[0,0],[0,1]],v:5}],global:['antiking']}";
  EXPECT_EQ(read_scl("scl" + pack_lz(zipped)).value(),
            scl_puzzle("\"cages\":[{\"cells\":[[0,0],[0,1]],\"sum\":5}],"
                       "\"global\":[\"antiking\"]"));
}

TEST(Scl, ReadsWhatItWrites) {
  constexpr int kSclSizes[] = {4, 6, 9, 10, 16};
  constexpr RuleKind kSclKinds[] = {RuleKind::kCage, RuleKind::kSum};
  constexpr RuleKind kSclGlobals[] = {RuleKind::kAntiKnight, RuleKind::kAntiKing,
                                      RuleKind::kNonconsecutive};
  RandomPuzzles random(6);
  for (int i = 0; i < 500; ++i) {
    Puzzle puzzle = random.board(kSclSizes);
    for (ValueSet& values : puzzle.allowed) {
      if (!is_single(values)) values = all_values(puzzle.size);
    }
    for (int k = random.below(8); k > 0; --k) {
      puzzle.rules.push_back(random.rule(random.pick(kSclKinds)));
    }
    if (random.below(2) == 0) puzzle.rules.push_back(random.rule(random.pick(kSclGlobals)));
    const std::string link = write_scl_link(puzzle).value();
    ASSERT_EQ(read_scl(link).value(), puzzle) << write_scl_json(puzzle).value();
  }
  Puzzle puzzle = random.board(kSclSizes);
  puzzle.rules = {random.rule(RuleKind::kThermo)};
  EXPECT_EQ(write_scl_json(puzzle).error().message,
            "SudokuPad has no rule that means 'thermometer'");
}

}  // namespace
}  // namespace puzzled::variants
