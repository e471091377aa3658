// Order and parts: every unit in one part, parts of equal work.
#include "parallel/unit_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace puzzled::parallel {
namespace {

/// Work that differs a hundredfold, with many equal values.
std::vector<double> sample_work(std::size_t units) {
  std::vector<double> work;
  for (std::size_t i = 0; i < units; ++i) {
    work.push_back(1 + static_cast<double>((i * 2654435761u >> 7) % 100));
  }
  return work;
}

TEST(LongestFirst, SortsByWorkThenByNumber) {
  const std::vector<double> work = {1, 3, 2, 3, 1};
  EXPECT_EQ(longest_first(work), (std::vector<std::uint64_t>{1, 3, 2, 0, 4}));
}

TEST(UnitsOfPart, ArePartsOfOneWhole) {
  const std::vector<double> work = sample_work(97);
  const double total = std::accumulate(work.begin(), work.end(), 0.0);
  const double longest = *std::max_element(work.begin(), work.end());
  for (std::uint64_t parts = 1; parts <= work.size(); ++parts) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t part = 0; part < parts; ++part) {
      const std::vector<std::uint64_t> units = units_of_part(work, part, parts, Shares::kEqual);
      EXPECT_FALSE(units.empty());
      double load = 0;
      for (std::size_t i = 0; i < units.size(); ++i) {
        load += work[units[i]];
        if (i > 0) {
          EXPECT_GE(work[units[i - 1]], work[units[i]]);
        }
      }
      EXPECT_LT(load, total / static_cast<double>(parts) + longest);
      all.insert(all.end(), units.begin(), units.end());
    }
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all.size(), work.size());
    EXPECT_TRUE(std::adjacent_find(all.begin(), all.end()) == all.end());
  }
}

TEST(UnitsOfPart, TaperFromTheFirstToTheLast) {
  const std::vector<double> work = sample_work(5000);
  const double total = std::accumulate(work.begin(), work.end(), 0.0);
  const double longest = *std::max_element(work.begin(), work.end());
  for (const std::uint64_t parts : {64, 65, 500, 5000}) {
    std::vector<double> loads(parts);
    std::vector<int> units(parts);
    const std::vector<std::uint64_t> part_of = part_of_each(work, parts, Shares::kTapered);
    ASSERT_EQ(part_of.size(), work.size());
    for (std::size_t unit = 0; unit < work.size(); ++unit) {
      ASSERT_LT(part_of[unit], parts);
      loads[part_of[unit]] += work[unit];
      ++units[part_of[unit]];
    }
    const double mean = total / static_cast<double>(parts);
    for (std::uint64_t part = 0; part < parts; ++part) {
      const double share = 1.9 - 1.8 * static_cast<double>(part) / static_cast<double>(parts - 1);
      EXPECT_LT(loads[part], share * mean + longest) << part << " of " << parts;
      EXPECT_GT(units[part], 0) << part << " of " << parts;
      if (parts == 64) {
        EXPECT_NEAR(loads[part], share * mean, 0.05 * mean) << part;
      }
    }
  }
}

TEST(UnitsOfPart, AreThoseOfTheirPartLongestFirst) {
  const std::vector<double> work = sample_work(1000);
  const std::vector<std::uint64_t> part_of = part_of_each(work, 64, Shares::kTapered);
  std::size_t dealt = 0;
  for (std::uint64_t part = 0; part < 64; ++part) {
    const std::vector<std::uint64_t> units = units_of_part(work, part, 64, Shares::kTapered);
    dealt += units.size();
    for (std::size_t i = 0; i < units.size(); ++i) {
      EXPECT_EQ(part_of[units[i]], part);
      if (i > 0) {
        EXPECT_GE(work[units[i - 1]], work[units[i]]);
      }
    }
  }
  EXPECT_EQ(dealt, work.size());
}

TEST(UnitsOfPart, DoNotDependOnTheLastBits) {
  const std::vector<double> work = sample_work(1000);
  std::vector<double> nearly = work;
  for (std::size_t i = 0; i < nearly.size(); ++i) {
    nearly[i] = std::nextafter(nearly[i], i % 2 == 0 ? 0.0 : 1000.0);
  }
  for (const Shares shares : {Shares::kEqual, Shares::kTapered}) {
    EXPECT_EQ(part_of_each(nearly, 70, shares), part_of_each(work, 70, shares));
  }
}

TEST(UnitsOfPart, AreBalanced) {
  const std::vector<double> work = sample_work(5000);
  const double total = std::accumulate(work.begin(), work.end(), 0.0);
  for (std::uint64_t part = 0; part < 32; ++part) {
    double load = 0;
    for (const std::uint64_t unit : units_of_part(work, part, 32, Shares::kEqual))
      load += work[unit];
    EXPECT_NEAR(load, total / 32, 0.01 * total / 32);
  }
}

}  // namespace
}  // namespace puzzled::parallel
