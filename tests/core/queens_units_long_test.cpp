// Units of boards too large to count, against what the method before ranks.hpp counted: each
// solution once, all of its own code from lists to joins. Small boards do not need all bits of
// states and keys. Its numbers were recorded with the last version of this repository that had it,
// whose units have the same numbers.
#include <gtest/gtest.h>

#include "tests/core/queens_counting.hpp"
#include "tests/core/queens_one_column.hpp"

namespace puzzled::queens {
namespace {

struct RecordedUnit {
  int queens;
  std::uint64_t unit;
  std::uint64_t plain;   ///< every solution once, by the older method
  std::uint64_t ranked;  ///< as transposition makes it count
};

// One-sided with split 6 for 20 queens, else two-sided with any split.
constexpr RecordedUnit kRecordedUnits[] = {
    {20, 55, 345444, 690860},
    {20, 225, 53590896, 5811992},
    {20, 357, 8440124, 6226648},
    {20, 509, 7828400, 10371972},
    {20, 516, 40729466, 53802352},
    {20, 569, 59524056, 53258328},
    {20, 593, 39862928, 13064244},
    {20, 621, 34604976, 6946160},
    {20, 748, 37939344, 61108140},
    {20, 786, 899628, 1603552},
    {20, 848, 80909476, 24762336},
    {20, 859, 68238572, 3328164},
    {21, 8151, 46724, 39464},
    {21, 18027, 5911236, 6682328},
    {21, 18334, 310616, 231176},
    {21, 41606, 664920, 558516},
    {21, 52637, 2121416, 1484836},
    {21, 65746, 1994968, 2014028},
    {21, 72244, 1121336, 2198780},
    {21, 83954, 1118584, 1426144},
    {21, 89710, 4787492, 8516684},
    {21, 94931, 1717256, 1148788},
    {22, 18134, 3389068, 2031428},
    {22, 32374, 13342692, 19317856},
    {22, 39561, 12532544, 3770372},
    {22, 51528, 10474576, 1293792},
    {22, 55052, 1537496, 878696},
    {22, 86779, 28461812, 9433600},
    {22, 139685, 10476732, 5191812},
    {22, 141548, 38772116, 66621848},
    {22, 146510, 34821936, 58054956},
    {22, 167450, 4221444, 3509028},
    {23, 42920, 96178932, 187296568},
    {23, 74242, 11684632, 19832176},
    {23, 162109, 73543856, 111119780},
    {23, 214787, 132865856, 137421496},
    {23, 248564, 119344960, 77203860},
    {23, 265965, 169299844, 321332176},
    {23, 314542, 131520948, 113441372},
    {23, 335636, 108951400, 157295348},
    {24, 18700, 257500, 163452},
    {24, 54178, 45129044, 63944092},
    {24, 352722, 408049412, 439539496},
    {24, 390272, 241665576, 296015908},
    {24, 428525, 494269148, 632581892},
    {24, 453804, 499381916, 108170440},
    {24, 530652, 179127104, 88940648},
    {24, 599473, 823563436, 223699080},
    {25, 105477, 317071552, 223748168},
    {25, 743737, 1938436588, 1725409540},
    {25, 786073, 3215481440, 3584660924},
    {25, 1000839, 2907478036, 1132339816},
    {25, 1216509, 132927744, 122181992},
};

class QueensRecordedUnits : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Queens, QueensRecordedUnits, testing::Range(20, 26),
                         testing::PrintToStringParamName());

TEST_P(QueensRecordedUnits, CountTheSame) {
  const int queens = GetParam();
  PlanOptions options{.queens = queens,
                      .engine = queens == 20 ? "one-sided" : "two-sided",
                      .split = queens == 20 ? 6 : 0};
  const auto ranked = plan_of(options);
  options.all_symmetries = false;
  const auto plain = plan_of(options);
  const auto ranked_counter = ranked->make_counter();
  const auto ranked_checker = ranked->make_checker();
  const auto plain_counter = plain->make_counter();
  for (const RecordedUnit& recorded : kRecordedUnits) {
    if (recorded.queens != queens) continue;
    const std::uint64_t unit = recorded.unit;
    const UnitCount found = *ranked_counter->count(unit, kNeverStop);
    EXPECT_EQ(to_text(plain_counter->count(unit, kNeverStop)->count),
              std::to_string(recorded.plain))
        << queens << " queens, unit " << unit;
    EXPECT_EQ(to_text(found.count), std::to_string(recorded.ranked))
        << queens << " queens, unit " << unit;
    EXPECT_EQ(ranked_checker->count(unit, kNeverStop), found) << queens << " queens, unit " << unit;
    EXPECT_FALSE(disagreement(found));
  }
}

struct RecordedColumn {
  OneColumn work;
  std::uint64_t plain;
};

constexpr RecordedColumn kRecordedColumns[] = {
    {{.queens = 26, .split = 6, .lines = 0, .top = 0x3ac2639, .column = 7}, 100566087},
    {{.queens = 26, .split = 6, .lines = 0, .top = 0x33e64a8, .column = 16}, 10073974},
    {{.queens = 26, .split = 6, .lines = 0, .top = 0x1d5ad44, .column = 0}, 179067238},
    {{.queens = 26, .split = 6, .lines = 0, .top = 0x2f133a2, .column = 14}, 240016918},
    {{.queens = 27, .split = 7, .lines = 0, .top = 0x1582fe1, .column = 16}, 418058944},
    {{.queens = 27, .split = 7, .lines = 0, .top = 0x5e20a8f, .column = 10}, 37175795},
    {{.queens = 27, .split = 7, .lines = 0, .top = 0x670ee81, .column = 5}, 1090159444},
    {{.queens = 27, .split = 7, .lines = 0, .top = 0x741992b, .column = 2}, 385176782},
    {{.queens = 28, .split = 8, .lines = 0, .top = 0xf1ca19a, .column = 10}, 3856161496},
    {{.queens = 28, .split = 8, .lines = 0, .top = 0xe4e686c, .column = 7}, 10688374441},
    {{.queens = 28, .split = 8, .lines = 0, .top = 0x82dbe25, .column = 24}, 2275710085},
    {{.queens = 28, .split = 8, .lines = 0, .top = 0xf8b63a0, .column = 10}, 1451344491},
    {{.queens = 28, .split = 8, .lines = 0, .top = 0x7f007f, .column = 24}, 1416060342},
};

class QueensRecordedColumns : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Queens, QueensRecordedColumns, testing::Range(26, 29),
                         testing::PrintToStringParamName());

TEST_P(QueensRecordedColumns, CountTheSame) {
  for (const RecordedColumn& recorded : kRecordedColumns) {
    OneColumn work = recorded.work;
    if (work.queens != GetParam()) continue;
    EXPECT_EQ(count_column(work), recorded.plain) << work.queens << " queens, " << work.top;
    work.lines = 6;
    const std::uint64_t ranked = count_column(work);
    EXPECT_GT(ranked, 0U);
    --work.split;
    EXPECT_EQ(count_column(work), ranked) << work.queens << " queens, " << work.top;
  }
}

// Column sets drawn at random, which plain search can count. 23 and 25 queens have a middle column.
TEST(QueensRecorded, RanksOfSearch) {
  expect_ranks_of_search({.queens = 23, .split = 5, .lines = 6, .top = 0x1543ec, .column = 4});
  expect_ranks_of_search({.queens = 24, .split = 4, .lines = 6, .top = 0x249eec, .column = 13});
  expect_ranks_of_search({.queens = 25, .split = 5, .lines = 6, .top = 0x1e1f07, .column = 4});
}

// Too many for that. With G(r) of row rank r or more, G(r) + G(r + 1) count at rank r: with
// alternating signs they add up to G(0), what the older method counted.
TEST(QueensRecorded, RanksOf28Queens) {
  const OneColumn work{.queens = 28, .split = 8, .lines = 6, .top = 0x7f007f, .column = 24};
  std::uint64_t sum = 0;
  for (int rank = last_rank(work); rank >= 0; --rank) sum = count_at_rank(work, rank) - sum;
  EXPECT_EQ(sum, 1416060342U);
}

}  // namespace
}  // namespace puzzled::queens
