// Parts of classes: by the definition of equivalence no class is in two of them, and their sizes
// are as the weights.
#include "core/sudoku/tools/class_split.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "tests/core/canonical_reference.hpp"

namespace puzzled::sudoku {
namespace {

using Weights = std::vector<std::uint32_t>;

FormKey some_key(std::uint64_t number) {
  Grid grid;
  for (int cell = 0; cell < kCells; ++cell, number /= 9) {
    grid[cell] = static_cast<std::uint8_t>(number % 9);
  }
  return key_of(grid);
}

TEST(ParseSplit, ReadsTwoOrThreeWeights) {
  EXPECT_EQ(*parse_split("90:10"), (Weights{90, 10}));
  EXPECT_EQ(*parse_split("1:1"), (Weights{1, 1}));
  EXPECT_EQ(*parse_split("8:1:1"), (Weights{8, 1, 1}));
  EXPECT_EQ(*parse_split("1000000:007"), (Weights{1000000, 7}));
}

TEST(ParseSplit, RefusesAllElse) {
  for (const char* text : {"", ":", "90", "90:", ":10", "90:10:", "90::10", "80:10:5:5", "90:0",
                           "0:100", "0.9:0.1", "90/10", "-90:10", "+90:10", "90 :10", "90:10 ",
                           "1000001:1", "4294967297:1", "train:test"}) {
    const auto weights = parse_split(text);
    ASSERT_FALSE(weights) << text;
    EXPECT_EQ(weights.error().message,
              std::string("must be two or three numbers such as 90:10 or 80:10:10, each from 1 to "
                          "1000000 (got '") +
                  text + "')");
  }
}

TEST(PartOf, PutsEquivalentPuzzlesIntoOnePart) {
  Canonicalizer canonicalizer;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Grid puzzle = generate_puzzle({.seed = 4}, index);
    // By its definition.
    const std::size_t part = part_of(key_of(smallest_of_all_orders(puzzle).grid), 5, Weights{1, 1});
    for (std::uint64_t copy = 0; copy < 10; ++copy) {
      const Grid other = transformed(puzzle, random_transformation(7, index, copy));
      EXPECT_EQ(part_of(key_of(canonicalizer.find(other).grid), 5, Weights{1, 1}), part);
    }
  }
}

// Within five standard deviations of a binomial distribution.
TEST(PartOf, HasSizesAsTheWeights) {
  constexpr double kKeys = 200000;
  for (const Weights& weights : {Weights{90, 10}, Weights{1, 1}, Weights{80, 10, 10},
                                 Weights{1, 1000}, Weights{1000000, 1, 999999}}) {
    double total = 0;
    for (const std::uint32_t weight : weights) total += weight;
    for (const std::uint64_t seed : {0U, 1U, 2U, 77U}) {
      std::vector<double> counts(weights.size());
      for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(kKeys); ++i) {
        ++counts[part_of(some_key(i), seed, weights)];
      }
      for (std::size_t part = 0; part < weights.size(); ++part) {
        const double share = weights[part] / total;
        const double deviation = std::sqrt(kKeys * share * (1 - share));
        EXPECT_NEAR(counts[part], kKeys * share, 5 * deviation + 1) << part << " of " << seed;
      }
    }
  }
}

// Half of what is in a part under one seed is in it under the next one.
TEST(PartOf, DrawsAnewForEachSeed) {
  constexpr int kKeys = 100000;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    int same = 0;
    for (std::uint64_t i = 0; i < kKeys; ++i) {
      const FormKey key = some_key(i);
      same += part_of(key, seed, Weights{1, 1}) == part_of(key, seed + 1, Weights{1, 1}) ? 1 : 0;
    }
    EXPECT_NEAR(same, kKeys / 2, 5 * std::sqrt(kKeys) / 2) << seed;
  }
}

// A data set that was split is extended later: versions must agree for ever.
TEST(PartOf, NeverChanges) {
  std::string parts;
  for (std::uint64_t i = 0; i < 64; ++i) {
    parts += static_cast<char>('0' + part_of(some_key(i), 1, Weights{2, 1, 1}));
  }
  EXPECT_EQ(parts, "0122000220220200011101010200010020220202221202011000111012021001");
}

}  // namespace
}  // namespace puzzled::sudoku
