// Random equivalent copies: what they are, that every transformation is as likely, and that each
// kernel writes the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "core/sudoku/generator.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/text/cells.hpp"
#include "tests/core/each_level.hpp"
#include "tests/core/validator.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::string_view kFullGrid =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

Grid grid_of_text(std::string_view text) {
  return grid_of(reinterpret_cast<const std::uint8_t*>(text.data()));
}

// The rows of a band stay together, and all nine are there.
bool is_line_order(const std::array<std::uint8_t, kSide>& order) {
  const std::set<int> lines(order.begin(), order.end());
  if (lines.size() != kSide || *lines.rbegin() >= kSide) return false;
  for (std::size_t i = 0; i < kSide; i += 3) {
    if (order[i] / 3 != order[i + 1] / 3 || order[i] / 3 != order[i + 2] / 3) return false;
  }
  return true;
}

TEST(RandomTransformation, KeepsSolutionsSolutions) {
  const Grid solution = grid_of_text(kFullGrid);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const Transformation drawn = random_transformation(7, i, 0);
    EXPECT_TRUE(is_line_order(drawn.rows));
    EXPECT_TRUE(is_line_order(drawn.columns));
    EXPECT_EQ(drawn.digits[0], 0);
    EXPECT_TRUE(is_complete_and_legal(transformed(solution, drawn)));
  }
}

TEST(RandomTransformation, DependsOnEachOfItsNumbersAlone) {
  const Transformation first = random_transformation(1, 2, 3);
  EXPECT_EQ(first, random_transformation(1, 2, 3));
  EXPECT_NE(first, random_transformation(2, 2, 3));
  EXPECT_NE(first, random_transformation(1, 3, 3));
  EXPECT_NE(first, random_transformation(1, 2, 4));
  EXPECT_NE(random_transformation(1, 2, 3), random_transformation(1, 3, 2));
}

// Pearson's statistic, of `draws` draws into as many classes as `seen` may have.
double chi_square(const std::map<std::uint64_t, int>& seen, std::uint64_t classes, int draws) {
  const double expected = static_cast<double>(draws) / static_cast<double>(classes);
  double sum = static_cast<double>(classes - seen.size()) * expected;
  for (const auto& [value, count] : seen) {
    sum += (count - expected) * (count - expected) / expected;
  }
  return sum;
}

TEST(RandomTransformation, EveryOneIsAsLikely) {
  // The draws are fixed, so this passes always or never. Bounds: mean and five deviations.
  constexpr int kDraws = 200000;
  std::map<std::uint64_t, int> row_orders, column_orders, digit_pairs, first_last, transposed,
      joint;
  for (int i = 0; i < kDraws; ++i) {
    const Transformation drawn = random_transformation(42, static_cast<std::uint64_t>(i / 4),
                                                       static_cast<std::uint64_t>(i % 4));
    const auto number = [](const auto& order) {
      std::uint64_t value = 0;
      for (const std::uint8_t line : order) value = 10 * value + line;
      return value;
    };
    ++row_orders[number(drawn.rows)];
    ++column_orders[number(drawn.columns)];
    ++transposed[drawn.transposes ? 1 : 0];
    ++digit_pairs[10U * drawn.digits[1] + drawn.digits[2]];
    ++first_last[10U * drawn.digits[4] + drawn.digits[9]];
    ++joint[1000U * drawn.rows[0] + 100U * drawn.columns[8] + 10U * drawn.digits[7] +
            (drawn.transposes ? 1 : 0)];
  }
  EXPECT_LT(chi_square(row_orders, 1296, kDraws), 1295 + 5 * 51);
  EXPECT_LT(chi_square(column_orders, 1296, kDraws), 1295 + 5 * 51);
  EXPECT_LT(chi_square(digit_pairs, 72, kDraws), 71 + 5 * 12);
  EXPECT_LT(chi_square(first_last, 72, kDraws), 71 + 5 * 12);
  EXPECT_LT(chi_square(transposed, 2, kDraws), 1 + 5 * 1.5);
  EXPECT_LT(chi_square(joint, 9 * 9 * 9 * 2, kDraws), 1457 + 5 * 54);
}

TEST(RandomTransformation, DrawsOrdersOfDigitsAsOftenAsChanceWould) {
  std::set<std::uint64_t> orders;
  for (std::uint64_t i = 0; i < 400000; ++i) {
    const auto digits = random_transformation(3, i, 0).digits;
    std::uint64_t value = 0;
    for (std::size_t digit = 1; digit <= 9; ++digit) value = 10 * value + digits[digit];
    orders.insert(value);
  }
  // Of 362,880 orders 400,000 draws miss a share of exp(-400000 / 362880), with a deviation of 250.
  EXPECT_NEAR(static_cast<double>(orders.size()), 362880 * (1 - 0.33212), 5 * 250);
}

class ShufflerTest : public EachLevel {};

TEST_P(ShufflerTest, WritesWhatTransformedSays) {
  const Shuffler shuffler(isa());
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Grid puzzle = generate_puzzle({.seed = 5}, i % 20);
    char line[kLineBytes];
    write_line(puzzle, line);
    const Transformation drawn = random_transformation(11, i, 0);
    std::array<char, Shuffler::kWritableBytes> copy{};
    shuffler.write({line, kCells}, {11, i, 0}, copy.data());
    EXPECT_EQ(grid_of_text({copy.data(), kCells}), transformed(puzzle, drawn));
  }
}

TEST_P(ShufflerTest, KeepsTheCharactersOfBlanks) {
  std::string puzzle(kFullGrid);
  constexpr std::string_view kBlanks = ".0_*";
  for (std::size_t i = 0; i < 40; ++i) puzzle[2 * i] = kBlanks[i % kBlanks.size()];
  for (const std::string_view letters : {"", "xX", "?", "-"}) {
    for (std::size_t i = 0; i < letters.size(); ++i) puzzle[2 * i] = letters[i];
    for (std::uint64_t i = 0; i < 20; ++i) {
      const Transformation drawn = random_transformation(12, i, 0);
      std::array<char, Shuffler::kWritableBytes> copy{};
      Shuffler(isa()).write(puzzle, {12, i, 0}, copy.data());
      for (int cell = 0; cell < kCells; ++cell) {
        const int row = drawn.rows[static_cast<std::size_t>(row_of(cell))];
        const int column = drawn.columns[static_cast<std::size_t>(column_of(cell))];
        const int from = drawn.transposes ? kSide * column + row : kSide * row + column;
        const char c = puzzle[static_cast<std::size_t>(from)];
        const int value = cell_value(c);
        const char expected =
            value > 0 ? static_cast<char>('0' + drawn.digits[static_cast<std::size_t>(value)]) : c;
        EXPECT_EQ(copy[static_cast<std::size_t>(cell)], expected);
      }
    }
  }
}

PUZZLED_EACH_LEVEL(ShufflerTest);

}  // namespace
}  // namespace puzzled::sudoku
