// The sample: drawn in proportion to work, one of each stratum; its estimate without bias and with
// an error that holds what it says.
#include "parallel/unit_sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace puzzled::parallel {
namespace {

TEST(UnitSampler, DrawsInProportionToWork) {
  const std::vector<double> work = {1, 2, 3, 4, 10};
  UnitSampler sampler(work, 4, 1);
  std::map<std::uint64_t, int> drawn;
  constexpr int kRounds = 50000;
  for (int i = 0; i < kRounds; ++i) {
    for (const std::uint64_t unit : sampler.next_round()) ++drawn[unit];
  }
  EXPECT_EQ(sampler.total_work(), 20);
  for (std::size_t unit = 0; unit < work.size(); ++unit) {
    EXPECT_NEAR(drawn[unit], 4 * kRounds * work[unit] / 20, 0.02 * 4 * kRounds * work[unit] / 20);
  }
}

TEST(UnitSampler, TakesOneOfEachStratum) {
  const std::vector<double> work(64, 1.0);
  UnitSampler sampler(work, 16, 7);
  for (int i = 0; i < 100; ++i) {
    const std::vector<std::uint64_t> round = sampler.next_round();
    ASSERT_EQ(round.size(), 16u);
    for (std::size_t stratum = 0; stratum < 16; ++stratum) {
      EXPECT_EQ(round[stratum] / 4, stratum);  // equal work: in order of their numbers
    }
  }
}

TEST(UnitSampler, DrawsTheSameForTheSameSeed) {
  const std::vector<double> work(1000, 1.0);
  UnitSampler one(work, 16, 3);
  UnitSampler same(work, 16, 3);
  UnitSampler other(work, 16, 4);
  const std::vector<std::uint64_t> first = one.next_round();
  EXPECT_EQ(first, same.next_round());
  EXPECT_NE(first, other.next_round());
  EXPECT_NE(first, one.next_round());
}

TEST(EstimateTotal, IsStudentsInterval) {
  // Mean 12, variance 2.5 with 4 degrees of freedom: 2.776 * sqrt(2.5 / 5).
  const TotalEstimate estimate = estimate_total(2, 1, std::vector<double>{5, 5.5, 6, 6.5, 7});
  EXPECT_DOUBLE_EQ(estimate.total, 12);
  EXPECT_NEAR(estimate.error, 1.963, 0.005);
}

TEST(EstimateTotal, HoldsTheTruthNineteenTimesOutOfTwenty) {
  // Costs that the expected work misses by up to a half, and systematically for large units.
  std::vector<double> work;
  std::vector<double> cost;
  double total = 0;
  for (std::size_t i = 0; i < 2000; ++i) {
    work.push_back(1 + static_cast<double>(i % 50));
    cost.push_back(work.back() * (0.5 + static_cast<double>(i * 7919 % 101) / 100) *
                   (1 + work.back() / 50));
    total += cost.back();
  }
  for (const int rounds : {2, 3, 6}) {
    int held = 0;
    double sum = 0;
    constexpr int kTrials = 1000;
    for (int trial = 0; trial < kTrials; ++trial) {
      UnitSampler sampler(work, 16, static_cast<std::uint64_t>(trial));
      std::vector<double> cost_per_work;
      for (int i = 0; i < rounds; ++i) {
        for (const std::uint64_t unit : sampler.next_round()) {
          cost_per_work.push_back(cost[unit] / work[unit]);
        }
      }
      const TotalEstimate estimate = estimate_total(sampler.total_work(), 16, cost_per_work);
      sum += estimate.total;
      if (std::abs(estimate.total - total) <= estimate.error) ++held;
    }
    EXPECT_NEAR(sum / kTrials, total, 0.005 * total) << rounds;
    EXPECT_NEAR(held, 0.95 * kTrials, 0.03 * kTrials) << rounds;
  }
}

}  // namespace
}  // namespace puzzled::parallel
