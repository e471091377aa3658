// Counts beside their residues: equal however they were added up, and wrong counts disagree.
#include "core/queens/unit_count.hpp"

#include <gtest/gtest.h>

#include <numeric>

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

TEST(UnitCount, ModuliTellMultiplesOf2To32Apart) {
  EXPECT_EQ(std::gcd(kResidueModuli[0], kResidueModuli[1]), 1U);
  UnitCount wrong = counted({365596});
  for (std::uint64_t factor = 1; factor < std::uint64_t{1} << 62; factor = 3 * factor + 1) {
    wrong.count = 365596 + (Count{factor} << 32);
    EXPECT_TRUE(disagreement(wrong)) << factor;
  }
}

}  // namespace
}  // namespace puzzled::queens
