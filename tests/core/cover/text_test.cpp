// Knuth's form: what is read, every reason why a text is refused with its place, and the writer.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/cover/text/problem_cut.hpp"
#include "core/cover/text/problem_text.hpp"
#include "tests/core/cover/text_faults.hpp"

namespace puzzled::cover {
namespace {

using Option = std::vector<Element>;
using Names = std::vector<std::string>;

ReadProblem read_dlx_text(std::string_view text) {
  auto read = read_problem(text, {.form = CoverForm::kDlx});
  EXPECT_TRUE(read) << shown(read.error());
  return read ? std::move(*read) : ReadProblem{};
}

Option option_of(const ReadProblem& read, std::size_t option) {
  const auto elements = read.named.problem.option(option);
  return {elements.begin(), elements.end()};
}

// The example of Knuth's program DLX3.
constexpr std::string_view kColoursAndBounds =
    "| A simple example of color controls\n"
    "A B 2:3|C | X Y\n"
    "A B X:0 Y:0\n"
    "A C X:1 Y:1\n"
    "C X:0\n"
    "B X:1\n"
    "C Y:1\n";

TEST(CoverText, ReadsItemsColoursAndBounds) {
  const ReadProblem read = read_dlx_text(kColoursAndBounds);
  const Problem& problem = read.named.problem;
  EXPECT_EQ(read.named.item_names, (Names{"A", "B", "C", "X", "Y"}));
  EXPECT_EQ(read.named.colour_names, (Names{"", "0", "1"}));
  EXPECT_EQ(problem.primary_items(), 3U);
  EXPECT_EQ(problem.items(), 5U);
  EXPECT_EQ(problem.bounds(1), (Bounds{1, 1}));
  EXPECT_EQ(problem.bounds(2), (Bounds{2, 3}));
  ASSERT_EQ(problem.options(), 5U);
  EXPECT_EQ(option_of(read, 1), (Option{{0}, {2}, {3, 2}, {4, 2}}));
  EXPECT_EQ(option_of(read, 4), (Option{{2}, {4, 2}}));
  EXPECT_FALSE(problem.has_costs());
  EXPECT_TRUE(read.warnings.empty());
}

TEST(CoverText, ReadsBoundsOfBothForms) {
  const ReadProblem read = read_dlx_text("3|a 0:4|b 1|c 2147483647|d e\n");
  const Problem& problem = read.named.problem;
  EXPECT_EQ(problem.bounds(0), (Bounds{3, 3}));
  EXPECT_EQ(problem.bounds(1), (Bounds{0, 4}));
  EXPECT_EQ(problem.bounds(2), (Bounds{1, 1}));
  EXPECT_EQ(problem.bounds(3), (Bounds{2147483647, 2147483647}));
  EXPECT_EQ(problem.bounds(4), (Bounds{1, 1}));
  EXPECT_EQ(problem.options(), 0U);
}

TEST(CoverText, ReadsCostsOfBothForms) {
  const ReadProblem read =
      read_dlx_text("a b | x\na |5\nb | 7\na x:1 |3 |4\nb|-2\na b x:2|+9\na |1 b\na b\n");
  const Problem& problem = read.named.problem;
  ASSERT_EQ(problem.options(), 7U);
  const std::vector<std::int64_t> costs = {5, 7, 7, -2, 9, 1, 0};
  for (std::size_t option = 0; option < costs.size(); ++option) {
    EXPECT_EQ(problem.cost(option), costs[option]) << option;
  }
  EXPECT_EQ(option_of(read, 4), (Option{{0}, {1}, {2, 2}}));
  EXPECT_EQ(option_of(read, 5), (Option{{0}, {1}}));
}

TEST(CoverText, SkipsCommentsAndBlankLinesWhereverTheyAre) {
  const std::string_view text = "\n| c\n  \t\n  | c too\n  a b  \n\n|a\n b\t a \n   \n|";
  const ReadProblem read = read_dlx_text(text);
  EXPECT_EQ(read.named.item_names, (Names{"a", "b"}));
  ASSERT_EQ(read.named.problem.options(), 1U);
  EXPECT_EQ(option_of(read, 0), (Option{{1}, {0}}));
  EXPECT_EQ(option_text(text, read, 0), "b\t a");
}

TEST(CoverText, ReadsLinesOfWindowsAndALastLineWithoutLineFeed) {
  const std::string_view text =
      "\xef\xbb\xbf| c\r\na b |\r\nx\r\n"
      "---";
  EXPECT_EQ(fault_of(text), "3:1: there is no item 'x'");
  const std::string_view good =
      "\xef\xbb\xbf"
      "a b | x\r\na x:1\r\nb |3\r\na b";
  const ReadProblem read = read_dlx_text(good);
  EXPECT_EQ(read.named.item_names, (Names{"a", "b", "x"}));
  EXPECT_EQ(read.named.colour_names, (Names{"", "1"}));
  ASSERT_EQ(read.named.problem.options(), 3U);
  EXPECT_EQ(read.named.problem.cost(1), 3);
  EXPECT_EQ(option_text(good, read, 0), "a x:1");
  EXPECT_EQ(option_text(good, read, 1), "b |3");
  EXPECT_EQ(option_text(good, read, 2), "a b");
}

TEST(CoverText, TakesABarThatTouchesTheFirstSecondaryItem) {
  EXPECT_EQ(rewritten("a |x y\na\n"), "a | x y\na\n");
  EXPECT_EQ(rewritten("a |\na\n"), "a\na\n");
}

TEST(CoverText, NamesMayBeLongAndOfAnyCharacters) {
  const std::string wide(10'000, 'w');
  const std::string text = "\xc3\xa4\xe2\x99\x95 " + wide + " 1 12345678 123456789 " + wide +
                           "v \xff\n" + wide + "v \xc3\xa4\xe2\x99\x95\n" + wide +
                           " 123456789 \xff\n12345678 1\n";
  const ReadProblem read = read_dlx_text(text);
  ASSERT_EQ(read.named.problem.options(), 3U);
  EXPECT_EQ(option_of(read, 0), (Option{{5}, {0}}));
  EXPECT_EQ(option_of(read, 1), (Option{{1}, {4}, {6}}));
  EXPECT_EQ(option_of(read, 2), (Option{{3}, {2}}));
  EXPECT_EQ(rewritten(text), text);
}

TEST(CoverText, TellsManyNamesOfEveryLengthApart) {
  std::string items;
  std::string options;
  std::uint64_t state = 1;
  for (int i = 0; i < 3000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const std::string name = std::string(state >> 60U, 'a') + std::to_string(i) + 'b';
    items += name + ' ';
    options += name + '\n';
  }
  const ReadProblem read = read_dlx_text(items + '\n' + options);
  ASSERT_EQ(read.named.problem.options(), 3000U);
  for (std::uint32_t i = 0; i < 3000; ++i) ASSERT_EQ(option_of(read, i), (Option{{i}}));
}

struct Faulty {
  std::string_view text;
  std::string_view fault;
};

TEST(CoverText, RefusesFaultyItemLines) {
  const Faulty cases[] = {
      {"", "1:1: no problem here: a line that names the items is missing"},
      {"\n \n", "3:1: no problem here: a line that names the items is missing"},
      {"| only\n| comments", "2:11: no problem here: a line that names the items is missing"},
      {"a b a\n", "1:5: item 'a' is named twice"},
      {"a b | x b\n", "1:9: item 'b' is named twice"},
      {"\n a b | x | y\n", "2:10: a second bar in the line that names the items"},
      {"a b:c\n", "1:4: an item name cannot contain ':'"},
      {"a 2|b|c\n", "1:6: an item name cannot contain '|'"},
      {"a 3:1|b\n", "1:3: the interval 3:1 is empty"},
      {"a 0|b\n", "1:3: the upper bound is 0"},
      {"a 0:0|b\n", "1:3: the upper bound is 0"},
      {"a 1:2:3|b\n", "1:5: '2:3' is not a bound: a number is expected before the bar"},
      {"a :3|b\n", "1:3: a bound is missing"},
      {"a 3:|b\n", "1:5: a bound is missing"},
      {"a| b\n", "1:1: 'a' is not a bound: a number is expected before the bar"},
      {"a -1:2|b\n", "1:3: '-1' is not a bound: a number is expected before the bar"},
      {"a 2147483648|b\n", "1:3: the bound '2147483648' is larger than 2147483647"},
      {"a 1:99999999999999999999|b\n",
       "1:5: the bound '99999999999999999999' is larger than 2147483647"},
      {"a 2| b\n", "1:5: no item name behind the bounds"},
      {"a | 2|b\n", "1:5: a secondary item has no bounds"},
      {"a | b|c\n", "1:5: a secondary item has no bounds"},
      {"a ---\n", "1:3: '---' cannot be an item name"},
      {"a \xef\xbb\xbf"
       "b\n",
       "1:3: '\xef\xbb\xbf"
       "b' cannot be an item name"},
  };
  for (const Faulty& faulty : cases) EXPECT_EQ(fault_of(faulty.text), faulty.fault);
}

TEST(CoverText, RefusesFaultyOptions) {
  const Faulty cases[] = {
      {"a b\nb  c\n", "2:4: there is no item 'c'"},
      {"a bcd\na bcD\n", "2:3: there is no item 'bcD': did you mean 'bcd'?"},
      {"a1 b1\nb1 a1\n\n| c\n\tc1 b1", "5:2: there is no item 'c1': did you mean 'a1'?"},
      {"left right\nleft rihgt\n", "2:6: there is no item 'rihgt': did you mean 'right'?"},
      {"left right\nlet\n", "2:1: there is no item 'let': did you mean 'left'?"},
      {"left right\nlefts\n", "2:1: there is no item 'lefts': did you mean 'left'?"},
      {"left right\nlifts\n", "2:1: there is no item 'lifts'"},
      {"a b\na b a\n", "2:5: item 'a' is twice in the option"},
      {"a | x\na x:1 x:1\n", "2:7: item 'x' is twice in the option"},
      {"a | x\na:1\n", "2:2: primary item 'a' has a colour: only secondary ones can"},
      {"a | x\na:\n", "2:2: primary item 'a' has a colour: only secondary ones can"},
      {"a | x\na x:\n", "2:5: no colour behind the colon"},
      {"a | x\na x: 1\n", "2:5: no colour behind the colon"},
      {"a | x\na x:1:2\n", "2:6: a colour cannot contain ':'"},
      {"a | x\na :1\n", "2:3: no item name before the colon"},
      {"a | x\na\n---\nb\n", "3:1: a further problem begins here"},
      {"a\na |\n", "2:3: a bar without a cost behind it"},
      {"a\na | | 3\n", "2:3: a bar without a cost behind it"},
      {"a x\na | x\n", "2:5: 'x' is not a cost: an integer is expected"},
      {"a\na |1.5\n", "2:4: '1.5' is not a cost: an integer is expected"},
      {"a\na |+-5\n", "2:4: '+-5' is not a cost: an integer is expected"},
      {"a\na |-\n", "2:4: '-' is not a cost: an integer is expected"},
      {"a\na |4611686018427387904\n",
       "2:4: the cost '4611686018427387904' is too large: not within -4611686018427387903 to "
       "4611686018427387903"},
      {"a\na |-9223372036854775808\n",
       "2:4: the cost '-9223372036854775808' is too large: not within -4611686018427387903 to "
       "4611686018427387903"},
      {"a\na |99999999999999999999\n",
       "2:4: the cost '99999999999999999999' is too large: not within -4611686018427387903 to "
       "4611686018427387903"},
      {"a\na |4611686018427387903 |1\n",
       "2:25: the cost '1' is too large: not within -4611686018427387903 to 4611686018427387903"},
      {"a b\na |4611686018427387903\nb\nb | -1\n",
       "4:3: the costs of all options up to here add up to more than 4611686018427387903"},
  };
  for (const Faulty& faulty : cases) EXPECT_EQ(fault_of(faulty.text), faulty.fault);
  EXPECT_EQ(fault_of("a b\na |4611686018427387902\nb |-1\nb |0\n"), "");
  EXPECT_EQ(fault_of("a b\na |4611686018427387903 |-4611686018427387903\n"), "");
}

TEST(CoverText, RefusesNulBytes) {
  using namespace std::string_view_literals;
  EXPECT_EQ(fault_of("a b\r\na \0b\n"sv), "2:3: a NUL byte: this is not text");
  EXPECT_EQ(fault_of("\0"sv), "1:1: a NUL byte: this is not text");
}

TEST(CoverText, RefusesLinesThatEndAsOnOldMacs) {
  EXPECT_EQ(fault_of("a b\ra\rb\r"),
            "1:4: a carriage return within a line: end lines by a line feed (tr '\\r' '\\n')");
  EXPECT_EQ(fault_of("a\r\r\na\r\r\n\r"), "");
}

TEST(CoverText, OptionsWithoutAPrimaryItemKeepTheirNumbersAndAreWarnedOfOnce) {
  const std::string_view text = "a | x y\n x:1\na x\ny |7\n x:1\na\n";
  const auto read = read_problem(text, {.form = CoverForm::kDlx});
  ASSERT_TRUE(read);
  const Problem& problem = read->named.problem;
  ASSERT_EQ(problem.options(), 5U);
  EXPECT_EQ(read->idle_options, 3U);
  EXPECT_EQ(read->repeated_options, 0U);
  for (const std::size_t idle : {0, 2, 3}) {
    EXPECT_TRUE(problem.is_idle(idle));
    EXPECT_EQ(problem.cost(idle), 0);
  }
  EXPECT_EQ(option_of(*read, 4), (Option{{0}}));
  EXPECT_EQ(option_text(text, *read, 4), "a");
  ASSERT_EQ(read->warnings.size(), 1U);
  EXPECT_EQ(shown(read->warnings[0]),
            "2:2: option 1 has no primary item: it is never chosen (there are 3 such options)");
}

TEST(CoverText, SaysWhetherAnyCostIsStated) {
  EXPECT_FALSE(read_dlx_text("a\na\n").states_costs);
  EXPECT_TRUE(read_dlx_text("a\na |0\n").states_costs);
}

TEST(CoverText, StaysWithinItsMemory) {
  std::string text = "a\n";
  for (int i = 0; i < 1000; ++i) text += "a\n";
  const auto read = read_problem(text, {.form = CoverForm::kDlx, .max_bytes = 10'000});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, TextFault::Kind::kTooLarge);
  EXPECT_EQ(read.error().line, 125U);
  std::string names;
  for (int i = 0; i < 1000; ++i) names += 'a' + std::to_string(i) + ' ';
  const auto items = read_problem(names, {.form = CoverForm::kDlx, .max_bytes = 100'000});
  ASSERT_FALSE(items);
  EXPECT_EQ(items.error().kind, TextFault::Kind::kTooLarge);
}

TEST(CoverText, StopsWhenAsked) {
  std::string text = "a\n";
  for (int i = 0; i < 10'000; ++i) text += "a\n";
  for (const CoverForm form : {CoverForm::kDlx, CoverForm::kAuto}) {
    const auto read = read_problem(text, {.form = form}, 1, StopFlag{true});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().kind, TextFault::Kind::kStopped);
  }
}

TEST(CoverText, FaultsShowWhatPrintsAndNotMuchOfIt) {
  EXPECT_EQ(fault_of("a\n\x1b[31m\xc3\xa4\xff\n"), "2:1: there is no item '?[31m\xc3\xa4?'");
  EXPECT_EQ(fault_of("a\n" + std::string(500, 'b')),
            "2:1: there is no item '" + std::string(40, 'b') + "...'");
}

TEST(CoverText, CountsLinesFromTheFirstLineOfTheProblem) {
  const auto read = read_problem("a\nb\n", {.form = CoverForm::kDlx}, 100);
  ASSERT_FALSE(read);
  EXPECT_EQ(shown(read.error()), "101:1: there is no item 'b'");
  EXPECT_EQ(shown(read_problem("\n", {.form = CoverForm::kDlx}, 7).error()).substr(0, 4), "8:1:");
}

TEST(CoverText, WarnsOfRepeatedOptions) {
  const std::string_view text =
      "a b | x\n"
      "a x:1\n"
      "\n"
      "  x:1  a |7\n"
      "a x:2\n"
      "a x\n"
      "b a\n"
      "a\n"
      "a b\n"
      "a x:1\n";
  const auto read = read_problem(text, {.form = CoverForm::kDlx}, 11);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->named.problem.options(), 8U);
  EXPECT_EQ(read->repeated_options, 3U);
  ASSERT_EQ(read->warnings.size(), 3U);
  EXPECT_EQ(shown(read->warnings[0]), "14:3: option 2 has the same items as option 1");
  EXPECT_EQ(shown(read->warnings[1]), "19:1: option 7 has the same items as option 5");
  EXPECT_EQ(shown(read->warnings[2]), "20:1: option 8 has the same items as option 1");
}

TEST(CoverText, WritesTheFirstWarningsOnly) {
  std::string text = "a\n";
  for (int i = 0; i < 100; ++i) text += "a\n";
  const ReadProblem read = read_dlx_text(text);
  EXPECT_EQ(read.repeated_options, 99U);
  ASSERT_EQ(read.warnings.size(), kMaxWarnings);
  EXPECT_EQ(shown(read.warnings.back()), "22:1: option 21 has the same items as option 1");
}

TEST(CoverText, WhatIsWrittenReadsBack) {
  const std::string text =
      "a 3|b 0:2|c 2|d | x y\n"
      "a x:red y |-3\n"
      "c b\n"
      "d y:blue x:red |12\n";
  EXPECT_EQ(rewritten(text), text);
  EXPECT_EQ(rewritten("a\n"), "a\n");
}

Names pieces_of(std::string_view text) {
  Names pieces;
  ProblemCut cut(text);
  while (const auto piece = cut.next()) {
    pieces.push_back(std::to_string(piece->first_line) + ' ' + std::string(piece->text));
  }
  return pieces;
}

TEST(CoverProblemCut, CutsAtLinesOfThreeDashes) {
  EXPECT_EQ(pieces_of("a\na\n"), (Names{"1 a\na\n"}));
  EXPECT_EQ(pieces_of("a\n---\nb\n\n ---\t\r\nc"), (Names{"1 a\n", "3 b\n\n", "6 c"}));
  EXPECT_EQ(pieces_of("a --- b\n----\n| ---\n---x"), (Names{"1 a --- b\n----\n| ---\n---x"}));
}

TEST(CoverProblemCut, ThereIsOneProblemAtLeastAndNoneBehindTheLastLine) {
  EXPECT_EQ(pieces_of(""), (Names{"1 "}));
  EXPECT_EQ(pieces_of("a\n---"), (Names{"1 a\n"}));
  EXPECT_EQ(pieces_of("a\n---\n\n| end\n"), (Names{"1 a\n"}));
  EXPECT_EQ(pieces_of("---\na"), (Names{"1 ", "2 a"}));
  EXPECT_EQ(pieces_of("a\n---\n---\n"), (Names{"1 a\n", "3 "}));
}

TEST(CoverText, FormsHaveNames) {
  EXPECT_EQ(find_cover_form("dlx"), CoverForm::kDlx);
  EXPECT_EQ(find_cover_form("matrix"), CoverForm::kMatrix);
  EXPECT_EQ(find_cover_form("sparse"), CoverForm::kSparse);
  EXPECT_EQ(find_cover_form("counted"), CoverForm::kCounted);
  EXPECT_EQ(find_cover_form("auto"), CoverForm::kAuto);
  EXPECT_EQ(find_cover_form("json"), std::nullopt);
  EXPECT_EQ(find_first_line("rows-columns"), FirstLine::kRowsColumns);
  EXPECT_EQ(find_first_line("rows-primary-secondary"), FirstLine::kRowsPrimarySecondary);
  EXPECT_EQ(find_first_line("row"), std::nullopt);
}

}  // namespace
}  // namespace puzzled::cover
