// Rows of 0 and 1, and rows of column numbers: what is read, and every reason why not.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "core/cover/text/problem_text.hpp"
#include "tests/core/cover/text_faults.hpp"

namespace puzzled::cover {
namespace {

constexpr auto kMatrix = CoverForm::kMatrix;
constexpr auto kSparse = CoverForm::kSparse;

// The example of Knuth's paper on dancing links.
constexpr std::string_view kPaper =
    "1 2 3 4 5 6 7\n"
    "3 5 6\n"
    "1 4 7\n"
    "2 3 6\n"
    "1 4\n"
    "2 7\n"
    "4 5 7\n";

TEST(CoverMatrix, ReadsRowsWithAndWithoutSeparators) {
  EXPECT_EQ(rewritten("0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n", kMatrix), kPaper);
  EXPECT_EQ(rewritten("| a comment\n"
                      "0,0,1,0,1,1,0,\r\n"
                      "1 0 0 1 0 0 1\n\n"
                      "  0, 1, 1, 0, 0, 1, 0\n"
                      "10 01000\n"
                      "0\t1\t0\t0\t0\t0\t1\n"
                      "000 1101",
                      kMatrix),
            kPaper);
}

TEST(CoverMatrix, AFirstLineMayNumberTheColumns) {
  EXPECT_EQ(rewritten("0:2 | 3:4\n10010\n01101 |5\n", kMatrix), "0 1 2 | 3 4\n0 3\n1 2 4 |5\n");
  EXPECT_EQ(rewritten("5:6\n10\n", kMatrix), "5 6\n5\n");
  EXPECT_EQ(rewritten("1:1|2:2\n11\n", kMatrix), "1 | 2\n1 2\n");
}

TEST(CoverMatrix, RowsMayHaveCosts) {
  EXPECT_EQ(rewritten("110 |5\n001| -3 |1\n", kMatrix), "1 2 3\n1 2 |5\n3 |-2\n");
}

TEST(CoverMatrix, KeepsWhereOptionsStandAndWarnsOfRepeatedOnes) {
  const std::string_view text =
      "\xef\xbb\xbf"
      "11\n| c\n 01\n1,1 |9\n";
  const auto read = read_problem(text, {.form = kMatrix});
  ASSERT_TRUE(read);
  EXPECT_EQ(option_text(text, *read, 0), "11");
  EXPECT_EQ(option_text(text, *read, 2), "1,1 |9");
  ASSERT_EQ(read->warnings.size(), 1U);
  EXPECT_EQ(shown(read->warnings[0]), "4:1: option 3 has the same items as option 1");
}

struct FaultyRows {
  std::string_view text;
  std::string_view fault;
};

TEST(CoverMatrix, RefusesFaultyRows) {
  const FaultyRows cases[] = {
      {"", "1:1: no problem here: there is no row"},
      {"| c\n", "2:1: no problem here: there is no row"},
      {"101\n1020\n", "2:3: '20' is neither 0 nor 1"},
      {"101\n[1,0,1]\n", "2:1: '[1' is neither 0 nor 1"},
      {"101\n10\n", "2:3: the row has 2 columns instead of 3"},
      {"101\n10 |3\n", "2:4: the row has 2 columns instead of 3"},
      {"101\n1 0 1 1\n", "2:7: the row has more than 3 columns"},
      {"101\n101 |x\n", "2:6: 'x' is not a cost: an integer is expected"},
      {"101\n101 |\n", "2:5: a bar without a cost behind it"},
      {"101\n101 |4 1\n", "2:8: a column behind the cost"},
      {"101\n---\n101\n", "2:1: '---' is neither 0 nor 1"},
      {"1: 5\n10\n", "1:1: a line that numbers the columns looks like 1:7 or 1:7 | 8:9"},
      {"1:a\n10\n", "1:1: a line that numbers the columns looks like 1:7 or 1:7 | 8:9"},
      {"1:7 8:9\n10\n", "1:5: a line that numbers the columns looks like 1:7 or 1:7 | 8:9"},
      {"1:7 | 8\n10\n", "1:7: a line that numbers the columns looks like 1:7 or 1:7 | 8:9"},
      {"1:7 | 8:9 |\n", "1:11: a line that numbers the columns looks like 1:7 or 1:7 | 8:9"},
      {"1:7 | 9:9\n10\n", "1:7: the secondary columns have to follow the primary ones"},
      {"3:2\n10\n", "1:1: the interval 3:2 is empty"},
      {"1:1000001\n10\n", "1:1: columns beyond 1000000"},
      {"1:99999999999\n10\n", "1:1: columns beyond 1000000"},
  };
  for (const FaultyRows& faulty : cases) EXPECT_EQ(fault_of(faulty.text, kMatrix), faulty.fault);
}

TEST(CoverSparse, ReadsRowsOfColumnNumbers) {
  EXPECT_EQ(rewritten("\n3 5 6\n1 4 7\n| c\n2,3, 6\r\n1\t4\n# c\n 2 7 \n4;5;7\n\n", kSparse),
            kPaper);
  EXPECT_EQ(rewritten("5 2\n", kSparse), "1 2 3 4 5\n5 2\n");
}

TEST(CoverSparse, AFirstLineMayNumberTheColumns) {
  EXPECT_EQ(rewritten("0:2 | 3:4\n0 3\n1 2 4 | 5\n", kSparse), "0 1 2 | 3 4\n0 3\n1 2 4 |5\n");
  EXPECT_EQ(rewritten("1:3\n", kSparse), "1 2 3\n");
}

TEST(CoverSparse, RefusesFaultyRows) {
  const FaultyRows cases[] = {
      {"\n", "2:1: no problem here: there is no row"},
      {"1 2\n2 -1\n", "2:3: '-1' is not the number of a column"},
      {"1 2\n2 x\n", "2:3: 'x' is not the number of a column"},
      {"1 2\n2 1.5\n", "2:3: '1.5' is not the number of a column"},
      {"1 2\n2 1000001\n", "2:3: column '1000001' is beyond 1000000"},
      {"1 2\n2 99999999999\n", "2:3: column '99999999999' is beyond 1000000"},
      {"1 2\n1 2 1\n", "2:5: column 1 is twice in the option"},
      {"1 2\n---\n1\n", "2:1: a further problem begins here"},
      {"0:2 | 3:4\n0 5\n", "2:3: there is no column '5': the first line says '0:2 | 3:4'"},
      {"2:3\n1\n", "2:1: there is no column '1': the first line says '2:3'"},
      {"1 2 |1 |z\n", "1:9: 'z' is not a cost: an integer is expected"},
      {"1 |4611686018427387903\n1 |1\n",
       "2:3: the costs of all options up to here add up to more than 4611686018427387903"},
  };
  for (const FaultyRows& faulty : cases) EXPECT_EQ(fault_of(faulty.text, kSparse), faulty.fault);
}

TEST(CoverSparse, TakesTheLargestColumn) {
  const auto read = read_problem("1 1000000\n", {.form = kSparse});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->named.problem.primary_items(), 1'000'000U);
  EXPECT_EQ(read->named.item_names.back(), "1000000");
}

/// The options' columns by their numbers in the text, `-` if there are none; or the fault. Behind
/// them: how many columns are primary, and how many there are, if that is not all the same.
std::string options_of(std::string_view text, CoverForm form,
                       FirstLine first_line = FirstLine::kAuto) {
  const auto read = read_problem(text, {.form = form, .first_line = first_line});
  if (!read) return shown(read.error());
  std::string options;
  const Problem& problem = read->named.problem;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    if (!options.empty()) options += '/';
    if (problem.is_idle(option)) options += '-';
    for (const Element& element : problem.option(option)) {
      if (options.ends_with(' ') || options.empty() || options.ends_with('/')) {
        options += read->named.item_names[element.item];
      } else {
        options += ' ' + read->named.item_names[element.item];
      }
    }
  }
  options += " of " + std::to_string(problem.primary_items());
  if (problem.has_secondary_items()) {
    options += '+' + std::to_string(problem.items() - problem.primary_items());
  }
  return options;
}

struct Text {
  std::string_view text;
  std::string_view options;
};

constexpr auto kAuto = CoverForm::kAuto;
constexpr auto kCounted = CoverForm::kCounted;

TEST(CoverMatrix, SizesThatFitTheRowsAreNoRow) {
  const Text cases[] = {
      {"3 3\n0 0 1\n1 0 0\n0 1 0\n", "3/1/2 of 3"}, {"2\t3\r\n001\r\n110\r\n", "3/1 2 of 3"},
      {"3\n0,0,1\n1,1,0\n", "3/1 2 of 3"},          {"2;1\n0;1;1\n1;0;0\n", "2 3/1 of 2+1"},
      {"3 1\n0 1 1\n1 0 0\n", "2 3/1 of 2+1"},      {"2 3 1\n0 1 1\n1 0 0\n", "2 3/1 of 2+1"},
      {"2 2 1\n0 1 1\n1 0 0\n", "2 3/1 of 2+1"},    {"1 1\n1\n", "1 of 1"},
  };
  for (const Text& text : cases) EXPECT_EQ(options_of(text.text, kMatrix), text.options);
}

TEST(CoverMatrix, RefusesSizesThatMayBeSomethingElse) {
  EXPECT_EQ(options_of("3 2\n0 0 1\n1 1 0\n", kMatrix),
            "1:1: ambiguous: the first line '3 2' may be the numbers of columns and rows "
            "(--first-line columns-rows) or the number of columns and of the secondary ones among "
            "them (--first-line columns-secondary)");
  EXPECT_EQ(options_of("3 2\n0 0 1\n1 1 0\n", kMatrix, FirstLine::kColumnsRows), "3/1 2 of 3");
  EXPECT_EQ(options_of("3 2\n0 0 1\n1 1 0\n", kMatrix, FirstLine::kColumnsSecondary),
            "-/1 2 of 1+2");
  EXPECT_EQ(options_of("1\n1\n", kMatrix),
            "1:1: ambiguous: the first line '1' may be an option (--first-line option) or the "
            "number of columns (--first-line columns)");
  EXPECT_EQ(options_of("1\n1\n", kMatrix, FirstLine::kOption), "1/1 of 1");
  EXPECT_EQ(options_of("3 3\n0 0 1\n1 0 0\n", kMatrix),
            "1:1: the first line '3 3' is no option, and no sizes of what follows: 2 rows of 3 "
            "columns (--first-line says what a first line is)");
  EXPECT_EQ(options_of("0 1\n1 0\n", kMatrix, FirstLine::kColumns),
            "1:1: the first line '0 1' is not --first-line columns of what follows: 1 row of 2 "
            "columns");
}

TEST(CoverMatrix, RowsMayBeListsAndTables) {
  const Text cases[] = {
      {"[[1,0,0],[0,1,1]]", "1/2 3 of 3"},
      {"[[1, 0, 0],\r\n [0, 1, 1]]\r\n", "1/2 3 of 3"},
      {"x = np.array([[1, 0, 0],\n  [0, 1, 1]], dtype=int8)\n", "1/2 3 of 3"},
      {"[[1 0\n  0]\n [0 1 1]]", "1/2 3 of 3"},
      {"{{1,0,0},{0,1,1}};", "1/2 3 of 3"},
      {"((1,0,0),(0,1,1))", "1/2 3 of 3"},
      {"A = [1 0 0; 0 1 1;];", "1/2 3 of 3"},
      {"[1,0,0]\n[0,1,1]\n", "1/2 3 of 3"},
      {"{\"a\": [1,0,0], b: [0,1,1]}", "1/2 3 of 3"},
      {"[[True, False], [false, true]]", "1/2 of 2"},
      {"x,y,z\n1,0,0\n0,1,1\n", "1/2 3 of 3"},
      {"\"x y\",\"y\",\"z\"\n1,0,0\n0,1,1\n", "1/2 3 of 3"},
      {",x,y,z\n0,1,0,0\n1,0,1,1\n", "1/2 3 of 3"},
      {"   x  y  z\na  1  0  0\nb  0  1  1\n", "1/2 3 of 3"},
      {",0,1,2\n0,True,False,False\n1,False,True,True\n", "1/2 3 of 3"},
      {"0;1;2\n1;0;0\n0;1;1\n", "1/2 3 of 3"},
      {"0 1 0 0\n1 0 1 1\n2 1 1 1\n", "1/2 3/1 2 3 of 3"},
      {"r1,1,0,0\nr2,0,1,1\n", "1/2 3 of 3"},
      {"1.0 0.0 0.\n0.000e+00 1.000e+00 1\n", "1/2 3 of 3"},
      {"1,0,0,\n0,1,1,\n", "1/2 3 of 3"},
  };
  for (const Text& text : cases) EXPECT_EQ(options_of(text.text, kMatrix), text.options);
}

TEST(CoverMatrix, ARowOfZerosKeepsItsNumber) {
  const auto read = read_problem("1 0 0\n0 0 0\n0 1 1\n000\n", {.form = kMatrix});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->named.problem.options(), 4U);
  EXPECT_TRUE(read->named.problem.is_idle(1));
  ASSERT_EQ(read->warnings.size(), 1U);
  EXPECT_EQ(shown(read->warnings[0]),
            "2:1: option 2 has no primary item: it is never chosen (there are 2 such options)");
}

TEST(CoverMatrix, RefusesWhatIsNotWholeInListsAndTables) {
  const FaultyRows cases[] = {
      {"[[1,0],[0,1]", "1:13: the list is not closed"},
      {"[[1,0],[0,1", "1:8: a bracket is not closed"},
      {"[[1,0],[0,1]]]", "1:14: a bracket is closed that was not opened"},
      {"[[1,0],0,[0,1]]", "1:8: a row of the list is expected, in brackets of its own"},
      {"[[1,0],[0,1]]\n1 0\n", "2:1: something stands behind the list"},
      {"[1;0]\n[0;1]\n",
       "1:2: a semicolon in brackets ends a row: separate the columns of a row by commas"},
      {"[1 0\n 0 1]", "1:2: a row in brackets goes on in a further line"},
      {"[[1,0],\n[0,2]]", "2:4: '2' is neither 0 nor 1"},
      {"[[1,0],\n[0,1,1]]", "2:6: the row has more than 2 columns"},
      {"1,,0\n,1,1\n", "1:3: an empty field: is it 0 or 1?"},
      {"x,y\n1,0\n1\n", "1:1: 'x' is neither 0 nor 1"},
  };
  for (const FaultyRows& faulty : cases) EXPECT_EQ(fault_of(faulty.text, kMatrix), faulty.fault);
}

TEST(CoverSparse, SizesAreRecognisedWhereTheFirstLineIsNoOption) {
  const Text cases[] = {
      {"3 3\n1 2\n3\n2\n", "1 2/3/2 of 3"},
      {"4 2\n1\n2\n1\n2\n", "1/2/1/2 of 2"},  // else no option had column 3
      {"3 4 4\n1 2\n3 5\n4 8\n", "1 2/3 5/4 8 of 4+4"},
      {"3 3\n0 1\n2\n1\n", "0 1/2/1 of 3"},
      {"3 3\n1 2\n\n3\n", "1 2/-/3 of 3"},  // the blank line is a row
      {"2 2\n1\n\n2\n", "1/2 of 2"},        // and here it is none
      {"3 3\n\n1 2\n3\n", "-/1 2/3 of 3"},
  };
  for (const Text& text : cases) EXPECT_EQ(options_of(text.text, kSparse), text.options);
}

TEST(CoverSparse, RefusesAFirstLineThatMayBeSizesOrAnOption) {
  for (const std::string_view text :
       {"3\n1 2 3\n1 2\n", "3\r\n1 2 3\r\n1 2\r\n", "2 3\n1 2\n3\n", "3 2\n1 2\n3\n",
        "2;3\n1;2\n3\n", "3 1\n1 2\n2 3\n", "2 1\n1 3\n2 3\n", "3 4 1\n1 2\n3 4\n1\n",
        "3\n0 1 2\n0 1\n", "2 4\n1 3\n2 3\n", "9\n1 2 3\n4\n", "2 3\n\n1 2\n3\n\n"}) {
    EXPECT_TRUE(options_of(text, kSparse).starts_with("1:1: ambiguous: the first line '")) << text;
    EXPECT_NE(options_of(text, kSparse).find("an option (--first-line option)"), std::string::npos);
  }
  const std::string_view column_count = "3\n1 2 3\n1 2\n";
  EXPECT_EQ(options_of(column_count, kSparse, FirstLine::kOption), "3/1 2 3/1 2 of 3");
  EXPECT_EQ(options_of(column_count, kSparse, FirstLine::kColumns), "1 2 3/1 2 of 3");
  EXPECT_EQ(options_of("3 1\n1 2\n2 3\n", kSparse, FirstLine::kColumnsSecondary), "1 2/2 3 of 2+1");
  EXPECT_EQ(options_of("2 1\n1 3\n2 3\n", kSparse, FirstLine::kPrimarySecondary), "1 3/2 3 of 2+1");
  EXPECT_EQ(options_of("3 4 1\n1 2\n3 4\n1\n", kSparse, FirstLine::kRowsColumnsSecondary),
            "1 2/3 4/1 of 3+1");
}

TEST(CoverSparse, RowsWithoutSizesAreOptions) {
  EXPECT_EQ(options_of("1 2 3\n1 2\n3\n", kSparse), "1 2 3/1 2/3 of 3");
  EXPECT_EQ(options_of("3 5 6\n1 4 7\n2 3 6\n1 4\n2 7\n4 5 7\n", kSparse),
            "3 5 6/1 4 7/2 3 6/1 4/2 7/4 5 7 of 7");
  EXPECT_EQ(options_of("2 4 5\n0 3 6\n1 2 5\n0 3\n1 6\n3 4 6\n", kSparse),
            "2 4 5/0 3 6/1 2 5/0 3/1 6/3 4 6 of 7");
  EXPECT_EQ(options_of("[[0,3,6],[],[0,3]]", kSparse), "0 3 6/-/0 3 of 7");
  EXPECT_EQ(options_of("{'A': [1, 4], 'B': {2, 3}}", kSparse), "1 4/2 3 of 4");
  EXPECT_EQ(options_of("1,2,,\n3,,,\n", kSparse), "1 2/3 of 3");
}

TEST(CoverSparse, AnEmptyLineBetweenRowsIsAnOption) {
  EXPECT_EQ(options_of("\n1 2\n\n3\n | c\n\n\n1\n\n\n", kSparse), "1 2/-/3/-/-/1 of 3");
  EXPECT_EQ(options_of("1:3 | 4:4\n\n1 2\n\n4\n", kSparse), "1 2/-/- of 3+1");
  const auto read = read_problem("1\n2\n| c\n \n\n3\n", {.form = kSparse});
  ASSERT_TRUE(read);
  EXPECT_EQ(shown(read->warnings[0]),
            "4:2: option 3 has no primary item: it is never chosen (there are 2 such options)");
}

TEST(CoverSparse, RefusesRowsThatAllEndWith0) {
  const std::string fault =
      ": leave them out if they end rows, or begin with a line such as 0:6 if 0 is a column";
  EXPECT_EQ(options_of("1 2 0\n3 0\n", kSparse),
            "1:1: ambiguous: each row ends with 0, as in '1 2 0'" + fault);
  EXPECT_EQ(options_of("0:3\n1 2 0\n3 0\n", kSparse), "1 2 0/3 0 of 4");
}

TEST(CoverCounted, ReadsRowsLedByTheirCount) {
  const Text cases[] = {
      {"3 1 4 7\n2 1 4\n0\n2 2 7\n", "1 4 7/1 4/-/2 7 of 7"},
      {"4 3\n2 1 3\n1 1\n1 2\n1 3\n", "1 3/1/2/3 of 3"},
      {"3\n2 1 3\n1 2\n", "1 3/2 of 3"},
      {"2;3\r\n2;0;2\r\n1;1\r\n", "0 2/1 of 3"},
      {"2 1\n2 1 3\n2 2 3\n", "1 3/2 3 of 2+1"},
      {"1:3\n2 1 3\n1 2\n", "1 3/2 of 3"},
  };
  for (const Text& text : cases) EXPECT_EQ(options_of(text.text, kCounted), text.options);
  EXPECT_EQ(options_of("2 1 3\n2 1\n", kCounted),
            "2:1: the row says that it has 2 columns, and it has 1");
}

TEST(CoverCounted, IsDetectedWhereEveryRowFits) {
  constexpr std::string_view kRows = "3 3 5 6\n3 1 4 7\n3 2 3 6\n2 1 4\n2 2 7\n3 4 5 7\n";
  const std::string sized = "6 7\n" + std::string(kRows);
  constexpr std::string_view kOptions = "3 5 6/1 4 7/2 3 6/1 4/2 7/4 5 7 of 7";
  for (const CoverForm form : {kSparse, kAuto, kCounted}) {
    EXPECT_EQ(options_of(kRows, form), kOptions);
    EXPECT_EQ(options_of(sized, form), kOptions);
  }
  EXPECT_EQ(options_of("3 4\n2 1 3\n1 2\n1 4\n", kSparse), "1 3/2/4 of 4");
  // Two rows are few, and may be a chance.
  EXPECT_TRUE(options_of("1 2\n2 1 3\n", kSparse).starts_with("1:1: ambiguous: "));
  EXPECT_EQ(options_of("1 2\n2 1 3\n", kSparse, FirstLine::kOption), "1 2/2 1 3 of 3");
}

TEST(CoverForms, ZerosAndOnesAreDetected) {
  const Text cases[] = {
      {"1 0 0\n0 1 1\n", "1/2 3 of 3"},     {"100\r\n011\r\n", "1/2 3 of 3"},
      {"1;0;0\n0;1;1\n", "1/2 3 of 3"},     {"| c\n\n2 3\n1\t0\t0\n0\t1\t1\n\n\n", "1/2 3 of 3"},
      {"[[1,0],[0,1]]", "1/2 of 2"},        {"x y z\n1 0 0\n0 1 1\n", "1/2 3 of 3"},
      {",x,y\n0,1,0\n1,0,1\n", "1/2 of 2"}, {"1:2 | 3:3\n101\n010\n", "1 3/2 of 2+1"},
      {"[[0,1],[2]]", "0 1/2 of 3"},        {"1 1\n1 1\n", "1 2/1 2 of 2"},
  };
  for (const Text& text : cases) EXPECT_EQ(options_of(text.text, kAuto), text.options);
}

TEST(CoverForms, KnuthsFormWinsUnlessTheTextMayBeSomethingElse) {
  EXPECT_EQ(options_of("1 2 3\n1 2\n3\n", kAuto), "1 2/3 of 3");
  EXPECT_EQ(options_of("1 2\n1 2\n", kAuto), "1 2 of 2");
  EXPECT_EQ(options_of("0 1\n1\n0\n", kAuto), "1/0 of 2");
  EXPECT_EQ(options_of("[a b]\n[a b]\n", kAuto), "[a b] of 2");
  EXPECT_TRUE(options_of("0 1\n1 0\n", kAuto).starts_with("1:1: ambiguous: the first line '0 1'"));
  EXPECT_TRUE(options_of("1\n1\n", kAuto).starts_with("1:1: ambiguous: "));
  EXPECT_TRUE(options_of("2 1 3\n1 2\n2 3 1\n", kAuto).starts_with("1:1: ambiguous: "));
  EXPECT_EQ(options_of("1 2 3\n1 2\n4\n", kAuto),
            "3:1: there is no item '4' (rows of numbers: --format matrix, sparse or counted)");
  EXPECT_EQ(options_of("1 0 0\n0 1 2\n", kAuto), "2:5: '2' is neither 0 nor 1");
  EXPECT_EQ(options_of("a b\na c\n", kAuto), "2:3: there is no item 'c'");
}

// Judges' files have several problems, each behind its numbers of rows and columns: nothing may be
// counted as if they were one.
TEST(CoverNumbers, RefusesSeveralProblemsWithoutALineBetweenThem) {
  const std::string counted = "3 7\n2 1 4\n3 2 3 5\n2 6 7\n1 2\n2 1 2\n";
  const std::string matrix = "2 2\n1 0\n0 1\n3 2\n1 0\n0 1\n1 1\n";
  const std::string sparse = "2 3\n1 2\n3\n1 1\n1\n";
  const auto place = [](const std::string& text, CoverForm form) {
    const std::string said = options_of(text, form);
    EXPECT_NE(said.find("a second problem"), std::string::npos) << said;
    EXPECT_NE(said.find("---"), std::string::npos) << said;
    return said.substr(0, said.find(':'));
  };
  for (const CoverForm form : {kAuto, CoverForm::kCounted, kSparse}) {
    EXPECT_EQ(place(counted, form), "5");
    EXPECT_EQ(place(counted + "\n0 0\n", form), "5");
  }
  for (const CoverForm form : {kAuto, kMatrix}) EXPECT_EQ(place(matrix, form), "4");
  EXPECT_EQ(place(sparse, kSparse), "4");
  // Columns first.
  EXPECT_EQ(place("7 2\n2 1 4\n5 2 3 5 6 7\n2 1\n2 1 2\n", CoverForm::kCounted), "4");
  // One problem, with a row of zeros at its end.
  EXPECT_EQ(options_of("3 2\n1 1\n0 1\n0 0\n", kMatrix).find("second"), std::string::npos);
}

TEST(CoverNumbers, RefusesASecondListOfRows) {
  const std::string said = options_of("[[1,0],[0,1]]\n[[1,1]]\n", kAuto);
  EXPECT_EQ(said, "2:1: a second list of rows: a line --- stands between problems");
  EXPECT_EQ(options_of("[1,0]\n[0,1]\n", kAuto), options_of("[[1,0],[0,1]]\n", kAuto));
}

}  // namespace
}  // namespace puzzled::cover
