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
  const auto read = read_problem(text, kMatrix);
  ASSERT_TRUE(read);
  EXPECT_EQ(option_text(text, read->option_starts[0]), "11");
  EXPECT_EQ(option_text(text, read->option_starts[2]), "1,1 |9");
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
      {"101\n\n000\n", "3:1: an option without a primary item"},
      {"1:2 | 3:3\n001\n", "2:1: an option without a primary item"},
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
  EXPECT_EQ(rewritten("3 5 6\n1 4 7\n| c\n2,3, 6\r\n1\t4\n\n 2 7 \n4 5 7", kSparse), kPaper);
  EXPECT_EQ(rewritten("5 2\n", kSparse), "1 2 3 4 5\n5 2\n");
}

TEST(CoverSparse, AFirstLineMayNumberTheColumns) {
  EXPECT_EQ(rewritten("0:2 | 3:4\n0 3\n1 2 4 | 5\n", kSparse), "0 1 2 | 3 4\n0 3\n1 2 4 |5\n");
  EXPECT_EQ(rewritten("1:3\n", kSparse), "1 2 3\n");
}

TEST(CoverSparse, RefusesFaultyRows) {
  const FaultyRows cases[] = {
      {"\n", "2:1: no problem here: there is no row"},
      {"1 2\n2 0 1\n",
       "2:3: there is no column 0: they are numbered from 1, unless a first line like 0:6 says "
       "otherwise"},
      {"1 2\n2 -1\n", "2:3: '-1' is not the number of a column"},
      {"1 2\n2 x\n", "2:3: 'x' is not the number of a column"},
      {"1 2\n2 1.5\n", "2:3: '1.5' is not the number of a column"},
      {"1 2\n2 1000001\n", "2:3: column '1000001' is beyond 1000000"},
      {"1 2\n2 99999999999\n", "2:3: column '99999999999' is beyond 1000000"},
      {"1 2\n1 2 1\n", "2:5: column 1 is twice in the option"},
      {"1 2\n---\n1\n", "2:1: a further problem begins here"},
      {"0:2 | 3:4\n0 5\n", "2:3: there is no column '5': the first line says '0:2 | 3:4'"},
      {"2:3\n1\n", "2:1: there is no column '1': the first line says '2:3'"},
      {"1:1 | 2:2\n1\n2\n", "3:1: an option without a primary item"},
      {"1 2\n,\n", "2:1: an option without a primary item"},
      {"1 2 |1 |z\n", "1:9: 'z' is not a cost: an integer is expected"},
      {"1 |4611686018427387903\n1 |1\n",
       "2:3: the costs of all options up to here add up to more than 4611686018427387903"},
  };
  for (const FaultyRows& faulty : cases) EXPECT_EQ(fault_of(faulty.text, kSparse), faulty.fault);
}

TEST(CoverSparse, TakesTheLargestColumn) {
  const auto read = read_problem("1 1000000\n", kSparse);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->named.problem.primary_items(), 1'000'000U);
  EXPECT_EQ(read->named.item_names.back(), "1000000");
}

}  // namespace
}  // namespace puzzled::cover
