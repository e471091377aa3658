// Counts beside their residues: equal however they were added up, and wrong counts disagree.
#include "core/queens/unit_count.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "core/queens/meet/unit.hpp"
#include "core/queens/text/board_answer.hpp"
#include "tests/core/queens_made_up.hpp"

namespace puzzled::queens {
namespace {

UnitCount counted(std::initializer_list<std::uint64_t> parts) {
  UnitCount sum;
  for (const std::uint64_t part : parts) sum.add(part);
  return sum;
}

TEST(UnitCount, AgreesHoweverItWasAddedUp) {
  EXPECT_FALSE(disagreement(UnitCount{}));
  const UnitCount whole = counted({UINT64_MAX, UINT64_MAX, 5'000'000'000, 1});
  EXPECT_EQ(to_text(whole.count), "36893488152419103231");
  EXPECT_FALSE(disagreement(whole));
  UnitCount other = counted({1, UINT64_MAX});
  other += counted({5'000'000'000, UINT64_MAX});
  EXPECT_EQ(other, whole);
}

TEST(UnitCount, DisagreesWithEveryCutAndEveryFlippedBit) {
  const UnitCount right = counted({UINT64_MAX / 3, UINT64_MAX / 5});
  UnitCount wrong = right;
  for (int bits = 1; bits < 63; ++bits) {  // the count has 63
    wrong.count = right.count & ((Count{1} << bits) - 1);
    EXPECT_TRUE(disagreement(wrong)) << bits << " bits are left";
  }
  for (int bit = 0; bit < 128; ++bit) {
    wrong.count = right.count ^ Count { 1 } << bit;
    EXPECT_TRUE(disagreement(wrong)) << bit;
  }
  for (std::size_t i = 0; i < right.residues.size(); ++i) {
    wrong = right;
    wrong.residues[i] = (wrong.residues[i] + 1) % kResidueModuli[i];
    EXPECT_TRUE(disagreement(wrong)) << i;
  }
}

// The sum that the kernels keep.
TEST(UnitCount, TallyOfLargeNumbers) {
  const std::uint64_t parts[] = {1, 4'294'967'291, (1ULL << 36) - 1, 2'147'483'647,
                                 (1ULL << 35) + 12345};
  meet::Tally tally;
  UnitCount expected;
  for (int i = 0; expected.count >> 45 == 0; ++i) {
    const std::uint64_t part = parts[i % 5];
    meet::add_to(tally, part);
    expected.add(part);
    ASSERT_EQ(meet::to_unit_count(tally), expected) << to_text(expected.count);
  }
  EXPECT_FALSE(disagreement(meet::to_unit_count(tally)));
}

TEST(UnitCount, TallyCutTo32BitsDisagrees) {
  for (const int bits : {32, 40}) {
    meet::Tally tally;
    while (tally.count >> bits == 0) meet::add_to(tally, (1ULL << 31) + 987'654'321);
    EXPECT_FALSE(disagreement(meet::to_unit_count(tally)));
    tally.count = static_cast<std::uint32_t>(tally.count);
    EXPECT_TRUE(disagreement(meet::to_unit_count(tally))) << bits;
  }
}

TEST(UnitCount, ModuliTellMultiplesOf2To32Apart) {
  EXPECT_EQ(std::gcd(kResidueModuli[0], kResidueModuli[1]), 1U);
  UnitCount wrong = counted({365596});
  for (std::uint64_t factor = 1; factor < std::uint64_t{1} << 62; factor = 3 * factor + 1) {
    wrong.count = 365596 + (Count{factor} << 32);
    EXPECT_TRUE(disagreement(wrong)) << factor;
  }
}

TEST(UnitCount, OfAWholeIsCheckedUnitByUnitAndAsASum) {
  EXPECT_EQ(**count_all(MadeUpPlan(3, counted({7})), kNeverStop), Count{21});
  const StopFlag stopped{true};
  EXPECT_FALSE(*count_all(MadeUpPlan(3, counted({7})), stopped));
  EXPECT_EQ(count_all(MadeUpPlan(3, cut_to_32_bits()), kNeverStop).error().message,
            kCutTo32BitsFault);
  EXPECT_TRUE(count_all(MadeUpPlan(2, half_of_overflow()), kNeverStop)
                  .error()
                  .message.starts_with(kOverflowFault));
}

TEST(UnitCount, WhatIsSubtractedAgreesWithItsResidues) {
  const UnitCount one = counted({1});
  const UnitCount many = counted({1ULL << 40, 7, 1ULL << 63, 1ULL << 63});
  for (const int factor : {-1, -3, -28, 1, 28}) {
    const UnitCount product = many.times(factor);
    EXPECT_FALSE(disagreement(product)) << factor;
    EXPECT_EQ(is_negative(product.count), factor < 0);
    UnitCount sum = product;  // in either order
    sum += one;
    UnitCount other = one;
    other += product;
    EXPECT_EQ(sum, other);
    EXPECT_FALSE(disagreement(sum));
  }
  UnitCount none = many;
  none += many.times(-1);
  EXPECT_EQ(none, UnitCount());
  EXPECT_EQ(to_text(counted({92}).times(-1).count), "-92");
  for (int bit = 0; bit < 128; ++bit) {
    UnitCount flipped = many.times(-1);
    flipped.count ^= Count{1} << static_cast<unsigned>(bit);
    EXPECT_TRUE(disagreement(flipped)) << bit;
  }
}

TEST(CountJson, HasCountsAsStrings) {
  std::string text;
  append_count(text, 8, 92, std::nullopt, true);
  EXPECT_EQ(text, "{\"queens\":8,\"count\":\"92\"}\n");
  const Count large = Count{10'000'000'000} * 10'000'000'000;  // above 2^64
  append_count(text = {}, 28, large, 12, true);
  EXPECT_EQ(text, "{\"queens\":28,\"count\":\"100000000000000000000\",\"unique\":\"12\"}\n");
}

}  // namespace
}  // namespace puzzled::queens
