// The weights of the units stand for every column set once.
#include "core/queens/meet/symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace puzzled::queens::meet {
namespace {

std::uint64_t choose(int n, int k) {
  std::uint64_t product = 1;
  for (int i = 1; i <= k; ++i) product = product * static_cast<std::uint64_t>(n - k + i) / i;
  return product;
}

// All column sets of the top half, each with all columns of the bottom's last row.
std::uint64_t sets_and_columns(int queens) {
  return choose(queens, queens / 2) * static_cast<std::uint64_t>(queens - queens / 2);
}

template <class Weights>
std::uint64_t sum(const Weights& weights) {
  return std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
}

TEST(QueensSymmetry, ColumnSetsStandForAll) {
  for (int queens = 4; queens <= 18; ++queens) {
    std::uint64_t total = 0;
    for (const std::uint32_t top : top_column_sets(queens)) {
      const std::uint64_t weight = sum(column_weights(queens, top));
      const auto weights = column_weights(queens, top);
      ASSERT_GT(weight, 0U) << queens << " queens, " << top;
      ASSERT_EQ(weights.size() - std::count(weights.begin(), weights.end(), 0),
                weighted_columns(queens, top));
      total += weight;
    }
    EXPECT_EQ(total, sets_and_columns(queens)) << queens;
  }
}

TEST(QueensSymmetry, OuterColumnsStandForAll) {
  for (int queens = 8; queens <= 20; ++queens) {
    for (int margin = 2; margin <= queens / 2 - 1 && margin <= 7; ++margin) {
      const int inner = queens - 2 * margin;
      const std::uint32_t inner_mask = ((1U << inner) - 1) << margin;
      std::uint64_t total = 0;
      for (const OuterColumns& unit : outer_columns(queens, margin)) {
        const int chosen = queens / 2 - std::popcount(unit.top);
        for (int column = 0; column < queens; ++column) {
          // An inner column of the bottom leaves one less for the top to choose from.
          const bool is_inner = (inner_mask >> column & 1U) != 0;
          if (is_inner && chosen == inner) continue;
          total += unit.weights[column] * choose(is_inner ? inner - 1 : inner, chosen);
        }
      }
      EXPECT_EQ(total, sets_and_columns(queens)) << queens << " queens, margin " << margin;
    }
  }
}

}  // namespace
}  // namespace puzzled::queens::meet
