// Verdicts on pairs of a puzzle and a grid, against plain loops over the rules of the game that
// share nothing with what is tested; and the forms that pairs come in.
#include "core/sudoku/verify/pair_verifier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "each_level.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled::sudoku {
namespace {

const std::string kQuestion =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const std::string kOnly =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

// ---- The rules of the game ----

std::string plain_cell_name(int cell) {
  return "r" + std::to_string(cell / 9 + 1) + "c" + std::to_string(cell % 9 + 1);
}

bool share_unit_plainly(int a, int b) {
  return a / 9 == b / 9 || a % 9 == b % 9 || (a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3);
}

bool is_plain_clue(char c) {
  return c >= '1' && c <= '9';
}

/// The verdict on 81 characters each.
std::string plain_verdict(const std::string& puzzle, const std::string& grid) {
  for (int a = 0; a < 81; ++a) {
    for (int b = a + 1; b < 81; ++b) {
      if (is_plain_clue(puzzle[a]) && puzzle[a] == puzzle[b] && share_unit_plainly(a, b)) {
        return "invalid clues " + plain_cell_name(a) + " and " + plain_cell_name(b) + " are both " +
               puzzle[a];
      }
    }
  }
  for (int cell = 0; cell < 81; ++cell) {
    if (!is_plain_clue(grid[cell])) return "blank " + plain_cell_name(cell);
  }
  for (int cell = 0; cell < 81; ++cell) {
    if (is_plain_clue(puzzle[cell]) && puzzle[cell] != grid[cell]) {
      return plain_cell_name(cell) + " is a clue " + puzzle[cell];
    }
  }
  for (const std::string kind : {"row", "column", "box"}) {
    for (int unit = 0; unit < 9; ++unit) {
      for (char digit = '1'; digit <= '9'; ++digit) {
        int times = 0;
        for (int cell = 0; cell < 81; ++cell) {
          const int box = cell / 27 * 3 + cell % 9 / 3;
          const int here = kind == "row" ? cell / 9 : kind == "column" ? cell % 9 : box;
          times += here == unit && grid[cell] == digit ? 1 : 0;
        }
        if (times > 1) {
          return std::string("two ") + digit + " in " + kind + " " + std::to_string(unit + 1);
        }
      }
    }
  }
  return "ok";
}

/// Cells with a digit that contradicts neither a clue nor another cell.
int plain_cells(const std::string& puzzle, const std::string& grid) {
  int right = 0;
  for (int a = 0; a < 81; ++a) {
    bool fits = is_plain_clue(grid[a]) && (!is_plain_clue(puzzle[a]) || puzzle[a] == grid[a]);
    for (int b = 0; b < 81; ++b)
      fits = fits && (a == b || !share_unit_plainly(a, b) || grid[a] != grid[b]);
    right += fits ? 1 : 0;
  }
  return right;
}

// ---- Pairs of every kind ----

/// A full grid with other names of digits, and a puzzle with some of its digits.
struct VerdictPair {
  std::string puzzle;
  std::string grid;
};

class VerdictPairMaker {
 public:
  explicit VerdictPairMaker(std::uint32_t seed) : random_(seed) {}

  /// With faults in most.
  VerdictPair make() {
    std::string names = "123456789";
    std::shuffle(names.begin(), names.end(), random_);
    VerdictPair pair{.puzzle = std::string(81, '.'), .grid = kOnly};
    for (char& c : pair.grid) c = names[static_cast<std::size_t>(c - '1')];
    for (std::size_t i = 0; i < 81; ++i) {
      if (below(3) == 0) pair.puzzle[i] = pair.grid[i];
    }
    const std::size_t at = below(81);
    switch (below(8)) {
      case 0:
        pair.grid[at] = below(2) == 0 ? '.' : '0';
        break;
      case 1:
        pair.grid[at] = any_digit();
        break;
      case 2:
        std::swap(pair.grid[at], pair.grid[below(81)]);
        break;
      case 3:
        for (char& c : pair.grid) c = any_digit();
        break;
      case 4:
        pair.puzzle[at] = any_digit();
        break;
      case 5:  // two rows of a band change places: rows, columns and boxes may stay right
        std::swap_ranges(pair.grid.begin(), pair.grid.begin() + 9, pair.grid.begin() + 9);
        if (below(2) == 0) pair.puzzle = std::string(81, '0');
        break;
      default:
        break;
    }
    return pair;
  }

  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  char any_digit() { return static_cast<char>('1' + below(9)); }

  std::mt19937 random_;
};

/// The answers to a text that is one block.
std::string verdicts_on(std::string_view text, const PairOptions& options = {},
                        const FormRequest& request = {.pairs = true}) {
  const auto form = detect_form(text, true, request);
  BlockAnswers answers;
  PairVerifier verifier(options);
  TextForm of_block = *form;
  of_block.has_quotes = text.find('"') != std::string_view::npos;
  EXPECT_TRUE(verifier.answer(text, of_block, {}, answers));
  EXPECT_EQ(answers.tally.puzzles(),
            static_cast<std::uint64_t>(std::ranges::count(answers.text.view(), '\n')));
  EXPECT_EQ(answers.line_ends, static_cast<std::uint64_t>(std::ranges::count(text, '\n')));
  return std::string(answers.text.view());
}

/// The same, cut into blocks where texts of at most `most` bytes can be.
std::string verdicts_in_blocks(std::string_view text, std::size_t most) {
  const auto form = detect_form(text, true, {.pairs = true});
  PairVerifier verifier({});
  BlockContext context;
  std::string all;
  while (!text.empty()) {
    const std::string_view known = text.substr(0, most);
    const bool at_end = known.size() == text.size();
    const BlockCut cut = cut_block(known, *form, context, at_end, true);
    EXPECT_GT(cut.size, 0U);
    if (cut.size == 0) break;
    TextForm of_block = *form;
    of_block.has_quotes = cut.has_quotes;
    BlockAnswers answers;
    EXPECT_TRUE(verifier.answer(known.substr(0, cut.size), of_block, context, answers));
    all += answers.text.view();
    if (cut.ended) break;
    text.remove_prefix(cut.size);
    context = cut.next;
  }
  return all;
}

class VerifyTest : public EachLevel {};
PUZZLED_EACH_LEVEL(VerifyTest);

TEST_P(VerifyTest, AgreesWithTheRules) {
  VerdictPairMaker maker(1);
  std::string lines;
  std::string table = "id;question;remark;answer\r\n";
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    const VerdictPair pair = maker.make();
    lines += pair.puzzle + ',' + pair.grid + '\n';
    table += std::to_string(i) + ';' + pair.puzzle + ";\"x, y\";" + pair.grid + "\r\n";
    expected += plain_verdict(pair.puzzle, pair.grid) + '\n';
  }
  EXPECT_EQ(verdicts_on(lines, {.isa = isa()}), expected);
  EXPECT_EQ(verdicts_on(table, {.isa = isa()}), expected);
}

TEST_P(VerifyTest, RunsOfRightPairsEndWhereTheyShould) {
  const std::string right = kQuestion + ',' + kOnly + '\n';
  std::string wrong = right;
  wrong[150] = wrong[150] == '1' ? '2' : '1';
  for (const std::size_t before : {0, 1, 2, 7}) {
    std::string text;
    std::string expected;
    for (std::size_t i = 0; i < before; ++i) {
      text += right;
      expected += "ok\n";
    }
    const std::string verdict = plain_verdict(wrong.substr(0, 81), wrong.substr(82, 81)) + "\nok\n";
    EXPECT_EQ(verdicts_on(text + wrong + right, {.isa = isa()}), expected + verdict);
    EXPECT_EQ(verdicts_on(text + "# remark\n\n" + right, {.isa = isa()}), expected + "ok\n");
    const std::string last = right.substr(0, 163);
    EXPECT_EQ(verdicts_on(text + last, {.isa = isa()}), expected + "ok\n");
    EXPECT_EQ(verdicts_on(text + last + "\r\n" + last + " x\n", {.isa = isa()}),
              expected + "ok\nmore than 81 cells\n");
  }
}

TEST(Verify, TakesPairsInEveryForm) {
  const std::string q = kQuestion;
  const std::string s = kOnly;
  std::string list = "[";
  for (int row = 0; row < 9; ++row) {
    list += row > 0 ? ",[" : "[";
    for (std::size_t i = 0; i < 9; ++i) {
      list += (i > 0 ? "," : "") + s.substr(static_cast<std::size_t>(row) * 9 + i, 1);
    }
    list += "]";
  }
  list += "]";
  for (const std::string& text : {
           q + "\t" + s + "\n",
           q + "," + s,
           q + ";" + s + "\r\n",
           q + "   " + s + "\n",
           "  " + q + " \t " + s + " # remark\n",
           q + " | " + s + "\n",
           "quizzes,solutions\n" + q + "," + s + "\n",
           "puzzle,solution\n" + q + "," + s + "\n",
           "id,answer,question\n1," + s + "," + q + "\n",
           "\"puzzle\",\"solution\"\n\"" + q + "\",\"" + s + "\"\n",
           "sep=;\n" + q + ";" + s + "\n",
           "\"\",\"q\",\"note\",\"s\"\n\"1\",\"" + q + "\",\"two\nlines, \"\"quoted\"\"\",\"" + s +
               "\"\n",
           "\xEF\xBB\xBFpuzzle\tsolution\n" + q + "\t" + s + "\n",
           "{\"puzzle\":\"" + q + "\",\"solution\":\"" + s + "\"}\n",
           "{\"id\": 1, \"response\": " + list + ", \"question\": \"" + q + "\"}\n",
           "[\"" + q + "\",\"" + s + "\"]\n",
           "# a comment\n\n  \n" + q + "," + s + "\n# another\n",
           q + "," + s + "\nend\n",
       }) {
    EXPECT_EQ(verdicts_on(text), "ok\n") << text;
  }
}

TEST(Verify, NamesTheFault) {
  const std::string q = kQuestion;
  const std::string s = kOnly;
  const std::string front = q + ",";
  const auto with = [&](std::size_t at, char c) {
    std::string grid = s;
    grid[at] = c;
    return grid;
  };
  const std::string none = "invalid no grid behind the puzzle (a pair is one line)\n";
  const struct {
    std::string text;
    std::string answer;
  } kCases[] = {
      {front + s.substr(1), "80 cells instead of 81\n"},
      {front + s + "1", "more than 81 cells\n"},
      {front, "0 cells instead of 81\n"},
      {front + with(4, 'a'), "'a' is not a cell character\n"},
      {front + with(80, '\x80'), "0x80 is not a cell character\n"},
      {front + with(0, '.'), "blank r1c1\n"},
      {front + with(80, '0'), "blank r9c9\n"},
      {front + with(7, '_'), "blank r1c8\n"},
      {front + with(4, '1'), "r1c5 is a clue 7\n"},
      {front + with(2, '5'), "two 5 in row 1\n"},
      {front + "no idea", "'n' is not a cell character\n"},
      {q, none},
      {q + "\n" + s, none + none},
      {"55" + std::string(79, '.') + "," + s, "invalid clues r1c1 and r1c2 are both 5\n"},
      {"55" + std::string(79, '.') + ",12", "invalid clues r1c1 and r1c2 are both 5\n"},
      {q.substr(1) + "," + s, "invalid 80 cells instead of 81\n"},
      {"id,puzzle,solution\n1," + q + "\n2," + q + "," + s, "invalid no field 3\nok\n"},
      {"{\"puzzle\":\"" + q + "\",\"answer\":\"" + s + "\"}\n{\"puzzle\":\"" + q + "\"}\n{",
       "ok\ninvalid no grid in this object\ninvalid no JSON on this line: "},
      {"[\"" + q + "\"]", "invalid a list of 1 values, not of 2\n"},
      {front + s + "\n" + front + std::string(5000, '1'),
       "ok\ninvalid line longer than 4096 bytes\n"},
      {front + s + "\n\"" + q + "," + s, "ok\ninvalid a quoted field has no closing quote\n"},
  };
  for (const auto& c : kCases) {
    EXPECT_TRUE(verdicts_on(c.text).starts_with(c.answer)) << c.text << '\n' << verdicts_on(c.text);
  }
}

TEST(Verify, TakesTheColumnsThatAreNamed) {
  const std::string text = "a,b,c\n" + kQuestion + ",z," + kOnly + "\n";
  EXPECT_EQ(verdicts_on(text), "ok\n");
  const auto by = [&](std::string_view puzzle, std::string_view grid) {
    return FormRequest{.column = puzzle, .pairs = true, .grid_column = grid};
  };
  EXPECT_EQ(verdicts_on(text, {}, by("a", "c")), "ok\n");
  EXPECT_EQ(verdicts_on(text, {}, by("1", "3")), "ok\n");
  EXPECT_EQ(verdicts_on(text, {}, by("1", "b")), "'z' is not a cell character\n");
  EXPECT_TRUE(detect_form(text, true, by("d", "c"))->lacks_column);
  EXPECT_TRUE(detect_form(text, true, by("a", "4"))->lacks_column);
  EXPECT_TRUE(detect_form(text, true, by("a", "4"))->pairs->lacks_grid);
}

TEST(Verify, DoesNotDependOnBlocks) {
  VerdictPairMaker maker(2);
  std::string plain;
  std::string quoted = "n,puzzle,solution\n";
  for (int i = 0; i < 60; ++i) {
    const VerdictPair pair = maker.make();
    const std::string line = pair.puzzle + "," + pair.grid + (i % 7 == 0 ? "\r\n" : "\n");
    plain += i % 5 == 0    ? "# remark\n\n" + line
             : i % 11 == 0 ? std::string(6000, '7') + line
                           : line;
    quoted += (i % 3 == 0 ? "\"a\nb\"," : "c,") + line;
  }
  for (const std::string& text : {plain, quoted}) {
    const std::string whole = verdicts_on(text);
    for (const std::size_t most : {4200, 4365, 5000, 9001}) {
      EXPECT_EQ(verdicts_in_blocks(text, most), whole) << most;
    }
  }
}

TEST(Verify, UniqueMeansTheOnlySolution) {
  const PairOptions unique{.needs = {.is_unique = true}};
  EXPECT_EQ(verdicts_on(kQuestion + "," + kOnly, unique), "ok\n");
  const std::string empty(81, '.');
  EXPECT_EQ(verdicts_on(empty + "," + kOnly), "ok\n");
  EXPECT_EQ(verdicts_on(empty + "," + kOnly, unique), "not the only solution\n");
  std::string many;
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    many += (i % 3 == 0 ? empty : kQuestion) + "," + kOnly + "\n";
    expected += i % 3 == 0 ? "not the only solution\n" : "ok\n";
  }
  EXPECT_EQ(verdicts_on(many, unique), expected);
}

TEST(Verify, CountsRightCells) {
  const PairOptions cells{.needs = {.counts_cells = true}};
  VerdictPairMaker maker(3);
  std::string text;
  std::string expected;
  for (int i = 0; i < 100; ++i) {
    std::string grid = maker.make().grid;
    std::size_t same = 0;
    for (std::size_t k = 0; k < 81; ++k) same += grid[k] == kOnly[k] ? 1 : 0;
    const std::string empty(81, '.');
    text += kQuestion + "," + grid + "\n" + empty + "," + grid + "\n";
    expected += plain_verdict(kQuestion, grid) + "\t" + std::to_string(same) + "\n";
    expected += plain_verdict(empty, grid) + "\t" + std::to_string(plain_cells(empty, grid)) + "\n";
  }
  EXPECT_EQ(verdicts_on(text, cells), expected);
  EXPECT_EQ(verdicts_on(kQuestion + ",12\n55" + std::string(79, '.') + "," + kOnly, cells),
            "2 cells instead of 81\t0\ninvalid clues r1c1 and r1c2 are both 5\t0\n");
}

TEST(Verify, WritesObjects) {
  const PairOptions json{.needs = {.counts_cells = true}, .writes_json = true};
  std::string wrong = kOnly;
  wrong[4] = '1';
  EXPECT_EQ(verdicts_on(kQuestion + "," + kOnly + "\n" + kQuestion + "," + wrong + "\n1\n", json),
            "{\"status\":\"ok\",\"cells\":81}\n"
            "{\"status\":\"wrong\",\"reason\":\"r1c5 is a clue 7\",\"cells\":80}\n"
            "{\"status\":\"invalid\",\"reason\":\"no grid behind the puzzle (a pair is one "
            "line)\",\"cells\":0}\n");
}

TEST(Verify, ReportsPlacesOfFaults) {
  std::string wrong = kOnly;
  wrong[4] = '1';
  const std::string text = "puzzle,solution\n" + kQuestion + "," + wrong + "\n";
  BlockAnswers answers;
  PairVerifier({.reports_wrong = true})
      .answer(text, *detect_form(text, true, {.pairs = true}), {}, answers);
  ASSERT_EQ(answers.faults.size(), 1U);
  EXPECT_EQ(answers.faults[0].place.line, 2U);
  EXPECT_EQ(answers.faults[0].place.column, 87U);
  EXPECT_EQ(answers.faults.reason(answers.faults[0]), "r1c5 is a clue 7");
}

TEST(Verify, IsACallOfTheLibrary) {
  VerdictPairMaker maker(4);
  for (int i = 0; i < 300; ++i) {
    const VerdictPair pair = maker.make();
    const puzzled::Grid puzzle = *puzzled::Grid::parse(pair.puzzle);
    const puzzled::Grid grid = *puzzled::Grid::parse(pair.grid);
    EXPECT_EQ(puzzled::verify(puzzle, grid).to_string(), plain_verdict(pair.puzzle, pair.grid));
    const TextVerdict text = verify_text(pair.puzzle, pair.grid);
    const bool is_invalid = text.status == TextVerdict::Status::kInvalid;
    EXPECT_EQ(text.is_ok() ? "ok" : (is_invalid ? "invalid " : "") + text.reason,
              plain_verdict(pair.puzzle, pair.grid));
  }
  EXPECT_EQ(verify_text(kQuestion, "I give up", {.right_cells = true}).right_cells, 0);
  EXPECT_EQ(verify_text(kQuestion, kOnly, {.unique = true, .right_cells = true}).right_cells, 81);
  const puzzled::Grid only = *puzzled::Grid::parse(kOnly);
  EXPECT_EQ(puzzled::verify({}, only, {.unique = true}).kind, VerdictKind::kNotUnique);
}

}  // namespace
}  // namespace puzzled::sudoku
