// Weights from text, and certificates: what is written is checked by code that shares nothing with
// the engines, and what is altered is found out.
#include <gtest/gtest.h>

#include <string>

#include "core/target_sudoku/certificate.hpp"
#include "core/target_sudoku/certificate_check.hpp"
#include "core/target_sudoku/weights.hpp"
#include "tests/core/certificate_lines.hpp"
#include "tests/core/target_samples.hpp"

namespace puzzled::target {
namespace {

std::string numbers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i - 40) + (i % 9 == 8 ? "\n" : ", ");
  return text;
}

TEST(WeightsText, ReadsIntegersHoweverApart) {
  const auto weights = parse_weights("# mine\r\n" + numbers(81) + "# end");
  ASSERT_TRUE(weights);
  for (int cell = 0; cell < kCells; ++cell) EXPECT_EQ((*weights)[cell], cell - 40);
  EXPECT_EQ((*parse_weights("+7 " + numbers(80)))[0], 7);
  EXPECT_TRUE(parse_weights("\xEF\xBB\xBF" + numbers(81)));
}

TEST(WeightsText, SaysWhatIsWrongAndWhere) {
  const auto expect_error = [](const std::string& text, const std::string& error,
                               std::uint32_t line, std::uint32_t column) {
    const auto weights = parse_weights(text);
    ASSERT_FALSE(weights) << text;
    EXPECT_EQ(weights.error().message, error) << text;
    EXPECT_EQ(weights.error().place.line, line) << text;
    EXPECT_EQ(weights.error().place.column, column) << text;
  };
  expect_error("", "0 weights instead of 81", 1, 1);
  expect_error("5", "1 weight instead of 81", 1, 2);
  expect_error(numbers(80), "80 weights instead of 81", 9, 33);
  expect_error(numbers(81) + " 7", "more than 81 weights", 10, 2);
  expect_error("1 2\n 3x", "'3x' is not an integer", 2, 2);
  expect_error("1e3", "'1e3' is not an integer", 1, 1);
  expect_error("--3", "'--3' is not an integer", 1, 1);
  expect_error("-1000001", "'-1000001' is not within -1000000 to 1000000", 1, 1);
  expect_error("99999999999999999999", "'99999999999999999999' is not within -1000000 to 1000000",
               1, 1);
  // Beyond 64 bits on either side, and the least integer, which has no absolute value.
  for (const std::string number : {"1000001", "-9223372036854775808", "-9223372036854775809",
                                   "9223372036854775808", "+1000001", "-2147483648"}) {
    const std::string shown = number.size() > 20 ? number.substr(0, 20) + "..." : number;
    expect_error("7 " + number, "'" + shown + "' is not within -1000000 to 1000000", 1, 3);
  }
  for (const std::string word : {"-", "+", "+-5", "-+5", "++5", "0x10", "5.0", "5-", "1_000"}) {
    expect_error(word, "'" + word + "' is not an integer", 1, 1);
  }
  expect_error(std::string(50, 'a'), "'aaaaaaaaaaaaaaaaaaaa...' is not an integer", 1, 1);
}

CheckedCertificate check(const std::string& text) {
  TextLines lines(text);
  return check_certificate(lines).value_or(CheckedCertificate{.error = "nothing"});
}

std::string certificate_of(const Grid& board, const Weights& weights, Direction direction) {
  SerialExecutor executor;
  const StopFlag stop = false;
  const Solver solver(weights, direction);
  std::string text;
  append_certificate(text, board, weights, direction, solver, executor, stop);
  return text;
}

TEST(Certificate, ProvesTheEmptyBoard) {
  const CheckedCertificate most = check(certificate_of({}, kTargetWeights, Direction::kMaximize));
  EXPECT_EQ(most.error, "");
  EXPECT_EQ(most.score, 2906);
  EXPECT_EQ(most.bound, 2906);
  EXPECT_TRUE(most.optimal);
  const CheckedCertificate least = check(certificate_of({}, kTargetWeights, Direction::kMinimize));
  EXPECT_EQ(least.error, "");
  EXPECT_EQ(least.score, 2794);
  EXPECT_TRUE(least.optimal);
}

TEST(Certificate, HoldsForAnyBoardAndWeights) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr std::uint64_t kSeeds = 8;
#else
  constexpr std::uint64_t kSeeds = 48;
#endif
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Grid board = random_board(seed, static_cast<int>(18 + seed % 20));
    const WeightKind kind = kWeightKinds[seed % std::size(kWeightKinds)];
    const Direction direction = seed % 3 == 0 ? Direction::kMinimize : Direction::kMaximize;
    const CheckedCertificate checked =
        check(certificate_of(board, random_weights(kind, seed), direction));
    ASSERT_EQ(checked.error, "") << seed;
    ASSERT_TRUE(checked.optimal) << seed;
  }
}

TEST(Certificate, NamesWhatItIsFor) {
  const Weights weights = random_weights(kWeightKinds[0], 3);
  const Grid board = random_board(2, 24);
  for (const Direction direction : {Direction::kMaximize, Direction::kMinimize}) {
    const CheckedCertificate checked = check(certificate_of(board, weights, direction));
    ASSERT_TRUE(checked.problem);
    EXPECT_EQ(checked.problem->minimize, direction == Direction::kMinimize);
    for (int cell = 0; cell < kCells; ++cell) {
      const char expected = board[cell] == 0 ? '.' : static_cast<char>('0' + board[cell]);
      EXPECT_EQ(checked.problem->board[static_cast<std::size_t>(cell)], expected);
      EXPECT_EQ(checked.problem->weights[static_cast<std::size_t>(cell)], weights[cell]);
    }
  }
}

TEST(Certificate, RefusesMoreLeavesThanAnyProofHas) {
  const std::string good = certificate_of({}, kTargetWeights, Direction::kMaximize);
  std::string leaf = "leaf";
  for (int i = 0; i < kCells; ++i) leaf += " 0";
  leaf += '\n';
  // Five splits, one below the other, make 9^5 leaves.
  std::string proof;
  const auto append = [&](const auto& self, int depth) -> void {
    if (depth == 5) {
      proof += leaf;
      return;
    }
    proof += "split r1c" + std::to_string(depth + 1) + '\n';
    for (int digit = 1; digit <= 9; ++digit) self(self, depth + 1);
  };
  append(append, 0);
  const std::string text = good.substr(0, good.find("leaf ")) + proof + "end\n";
  EXPECT_EQ(check(text).error, "a proof has at most 25000 leaves");
}

TEST(Certificate, IsFollowedByTheNext) {
  const std::string one = certificate_of({}, kTargetWeights, Direction::kMaximize);
  const std::string text = "# remark\n\n" + one + "\n  \n#\n" + one + "\t\n";
  TextLines lines(text);
  for (int i = 0; i < 2; ++i) {
    const std::optional<CheckedCertificate> checked = check_certificate(lines);
    ASSERT_TRUE(checked);
    EXPECT_EQ(checked->error, "");
  }
  EXPECT_FALSE(check_certificate(lines));
}

TEST(Certificate, FindsOutWhatWasAltered) {
  const std::string good =
      certificate_of(random_board(1, 24), kTargetWeights, Direction::kMaximize);
  ASSERT_EQ(check(good).error, "");
  const auto altered = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return check(text).error;
  };
  const std::string score = std::to_string(check(good).score);
  EXPECT_NE(altered("bound " + score, "bound " + std::to_string(check(good).score - 1)), "");
  EXPECT_NE(altered("score " + score, "score 2000"), "");
  EXPECT_NE(altered("maximize", "minimize"), "");
  EXPECT_NE(altered("maximize", "maximise"), "");
  EXPECT_NE(altered("weights 6", "weights 7"), "");
  EXPECT_NE(altered("leaf ", "leaf 1 "), "");
  EXPECT_NE(altered("leaf ", "leaf x"), "");
  EXPECT_NE(altered("end", ""), "");
  EXPECT_NE(altered("scale 256", "scale 0"), "");
  EXPECT_NE(check("").error, "");
  EXPECT_NE(check("hello\n").error, "");
  EXPECT_NE(check(good.substr(0, good.size() / 2)).error, "");
}

}  // namespace
}  // namespace puzzled::target
