// All engines against each other, and every solution against the validator, on 25 000 generated
// puzzles of each kind. In shards, so that ctest spreads them over the cores.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "core/sudoku/engines.hpp"
#include "tests/core/sample_puzzles.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::uint64_t kShards = 10;
// Sanitizers slow the engines down ten to thirty times; what they look for shows on any puzzle.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kPuzzlesPerShard = 200;
#else
constexpr std::uint64_t kPuzzlesPerShard = 2500;
#endif
constexpr std::uint64_t kLimit = 3;

std::string dotted(const Grid& grid) {
  std::string text;
  for (const int digit : grid.digits) text += digit == 0 ? '.' : static_cast<char>('0' + digit);
  return text;
}

bool is_expected(Kind kind, std::uint64_t count) {
  switch (kind) {
    case Kind::kEasy:
    case Kind::kMinimal:
      return count == 1;
    case Kind::kNone:
      return count == 0;
    case Kind::kMany:
      return count >= 2;
  }
  return false;
}

class Differential : public testing::TestWithParam<std::tuple<Kind, std::uint64_t>> {};

TEST_P(Differential, EnginesAgreeAndTheirSolutionsAreLegal) {
  const auto [kind, shard] = GetParam();
  for (std::uint64_t i = 0; i < kPuzzlesPerShard; ++i) {
    const std::uint64_t index = shard * kPuzzlesPerShard + i;
    const Grid puzzle = sample_puzzle(kind, index);
    const Solutions reference = all_engines().front().solve(puzzle, {.solutions = kLimit});
    ASSERT_TRUE(is_expected(kind, reference.count)) << index << ' ' << dotted(puzzle);
    for (const Engine& engine : all_engines()) {
      const Solutions found = &engine == &all_engines().front()
                                  ? reference
                                  : engine.solve(puzzle, {.solutions = kLimit});
      ASSERT_EQ(found.count, reference.count) << engine.name << ' ' << dotted(puzzle);
      if (found.count == 0) {
        ASSERT_EQ(found.first, Grid{}) << engine.name << ' ' << dotted(puzzle);
        continue;
      }
      ASSERT_TRUE(is_complete_and_legal(found.first)) << engine.name << ' ' << dotted(puzzle);
      ASSERT_TRUE(extends(found.first, puzzle)) << engine.name << ' ' << dotted(puzzle);
      if (found.count == 1) {
        ASSERT_EQ(found.first, reference.first) << engine.name << ' ' << dotted(puzzle);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Generated, Differential,
                         testing::Combine(testing::ValuesIn(kKinds),
                                          testing::Range(std::uint64_t{0}, kShards)),
                         [](const auto& test) {
                           return std::string(name_of(std::get<0>(test.param))) + "_" +
                                  std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace puzzled::sudoku
