// Keys of canonical forms, and the set of them: what it holds, and how much memory it takes.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/tools/form_key.hpp"
#include "core/sudoku/tools/form_table.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::uint64_t kPlentyOfBytes = std::uint64_t{64} << 20;

std::vector<FormKey> random_keys(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<FormKey> keys(count);
  for (FormKey& key : keys) key = {random(), random()};
  return keys;
}

std::pair<std::uint64_t, std::uint64_t> pair_of(FormKey key) {
  return {key.high, key.low};
}

TEST(KeyOf, TellsGridsApartThatDifferInOneCell) {
  const Grid puzzle = generate_puzzle({.seed = 3}, 0);
  std::set<std::pair<std::uint64_t, std::uint64_t>> keys{pair_of(key_of(puzzle))};
  std::set<std::uint64_t> halves[2];
  for (int cell = 0; cell < kCells; ++cell) {
    for (std::uint8_t digit = 0; digit <= kSide; ++digit) {
      Grid other = puzzle;
      other[cell] = digit;
      keys.insert(pair_of(key_of(other)));
      halves[0].insert(key_of(other).high);
      halves[1].insert(key_of(other).low);
    }
  }
  // The puzzle itself, and nine others for each cell.
  EXPECT_EQ(keys.size(), 1 + kCells * kSide);
  EXPECT_EQ(halves[0].size(), keys.size());
  EXPECT_EQ(halves[1].size(), keys.size());
  EXPECT_EQ(key_of(puzzle), key_of(generate_puzzle({.seed = 3}, 0)));
}

TEST(KeyOf, IsNeverTheKeyThatStandsForNothing) {
  EXPECT_NE(key_of(Grid{}), FormKey{});
}

TEST(FormSet, HoldsWhatWasInserted) {
  FormSet set(kPlentyOfBytes);
  const std::vector<FormKey> keys = random_keys(100000, 1);
  for (const FormKey& key : keys) {
    EXPECT_FALSE(set.contains(key));
    EXPECT_EQ(set.insert(key), Inserted::kNew);
    EXPECT_EQ(set.insert(key), Inserted::kKnown);
  }
  EXPECT_EQ(set.size(), keys.size());
  for (const FormKey& key : keys) EXPECT_TRUE(set.contains(key));
  for (const FormKey& key : random_keys(1000, 2)) EXPECT_FALSE(set.contains(key));
}

// All in one shard, and at its ends: places behind the last one go on with the first.
TEST(FormSet, HoldsKeysThatShareTheirPlace) {
  for (const std::uint64_t low : {std::uint64_t{0}, ~std::uint64_t{0}}) {
    FormSet set(kPlentyOfBytes);
    for (std::uint64_t i = 1; i <= 500; ++i) EXPECT_EQ(set.insert({i, low}), Inserted::kNew);
    for (std::uint64_t i = 1; i <= 500; ++i) EXPECT_EQ(set.insert({i, low}), Inserted::kKnown);
    EXPECT_FALSE(set.contains({501, low}));
    EXPECT_EQ(set.size(), 500U);
  }
}

TEST(FormSet, AKeyOfWhichOneHalfIsZeroIsAKey) {
  FormSet set(kPlentyOfBytes);
  for (const FormKey key : {FormKey{0, 1}, FormKey{1, 0}}) {
    EXPECT_FALSE(set.contains(key));
    EXPECT_EQ(set.insert(key), Inserted::kNew);
    EXPECT_TRUE(set.contains(key));
  }
}

TEST(FormSet, RefusesWhatDoesNotFitAndStaysAsItWas) {
  constexpr std::uint64_t kBytes = 256 << 10;
  FormSet set(kBytes);
  std::vector<FormKey> held;
  std::vector<FormKey> refused;
  for (const FormKey& key : random_keys(kBytes / sizeof(FormKey), 4)) {
    const Inserted inserted = set.insert(key);
    ASSERT_NE(inserted, Inserted::kKnown);
    (inserted == Inserted::kNew ? held : refused).push_back(key);
    ASSERT_EQ(set.size(), held.size());
    ASSERT_EQ(set.contains(key), inserted == Inserted::kNew);
  }
  ASSERT_FALSE(refused.empty());
  for (const FormKey& key : held) EXPECT_EQ(set.insert(key), Inserted::kKnown);
  for (const FormKey& key : refused) EXPECT_EQ(set.insert(key), Inserted::kNoRoom);
  EXPECT_EQ(set.size(), held.size());
}

// The bytes for each key that the header names, from a set on that is not tiny.
TEST(FormSet, TakesAtMost23BytesForAKey) {
  for (const std::uint64_t bytes : {std::uint64_t{1} << 20, std::uint64_t{3} << 20}) {
    FormSet set(bytes);
    for (const FormKey& key : random_keys(bytes / sizeof(FormKey), 5)) {
      if (set.insert(key) == Inserted::kNoRoom) break;
    }
    EXPECT_LE(bytes, 23 * set.size()) << bytes;
    EXPECT_GE(bytes, sizeof(FormKey) * set.size()) << bytes;
  }
}

TEST(FormSet, NothingFitsIntoTooLittle) {
  FormSet set(8 * sizeof(FormKey) - 1);
  EXPECT_EQ(set.insert({1, 1}), Inserted::kNoRoom);
  EXPECT_FALSE(set.contains({1, 1}));
  EXPECT_EQ(set.size(), 0U);
}

}  // namespace
}  // namespace puzzled::sudoku
