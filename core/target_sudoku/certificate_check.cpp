#include "core/target_sudoku/certificate_check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace puzzled::target {
namespace {

using Numbers = std::array<std::int64_t, 81>;
using Digits = std::array<int, 81>;

// Far beyond what a proof needs; keeps every sum below within 64 bits.
constexpr std::int64_t kLargestNumber = std::int64_t{1} << 45;
constexpr std::int64_t kImpossible = std::numeric_limits<std::int64_t>::min() / 4;

struct Failure {
  std::string reason;
};

// The best template of `digit`: one cell in each row, no two in a column or box, through all clues
// of the digit and through no other. Row by row, over all sets of columns used so far.
std::int64_t best_template(const Digits& board, int digit, const Numbers& worth) {
  std::vector<std::int64_t> best(512, kImpossible);
  best[0] = 0;
  for (int band = 0; band < 3; ++band) {
    std::vector<std::int64_t> next(512, kImpossible);
    for (int used = 0; used < 512; ++used) {
      if (best[static_cast<std::size_t>(used)] == kImpossible) continue;
      for (int a = 0; a < 9; ++a) {
        for (int b = 0; b < 9; ++b) {
          for (int c = 0; c < 9; ++c) {
            if (a / 3 == b / 3 || a / 3 == c / 3 || b / 3 == c / 3) continue;
            if ((used >> a & 1) + (used >> b & 1) + (used >> c & 1) != 0) continue;
            std::int64_t sum = best[static_cast<std::size_t>(used)];
            bool allowed = true;
            const std::array<int, 3> columns{a, b, c};
            for (int i = 0; i < 3; ++i) {
              const int row = 3 * band + i;
              const int column = columns[static_cast<std::size_t>(i)];
              const auto cell = static_cast<std::size_t>(9 * row + column);
              if (board[cell] != 0 && board[cell] != digit) allowed = false;
              for (int other = 0; other < 9; ++other) {
                if (other != column && board[static_cast<std::size_t>(9 * row + other)] == digit) {
                  allowed = false;
                }
              }
              sum += worth[cell];
            }
            if (!allowed) continue;
            std::int64_t& place = next[static_cast<std::size_t>(used | 1 << a | 1 << b | 1 << c)];
            place = std::max(place, sum);
          }
        }
      }
    }
    best = std::move(next);
  }
  return best[511];
}

class Checker {
 public:
  Checker(std::string_view& text, std::uint32_t& line) : text_(text), line_(line) {}

  CheckedCertificate run() {
    CheckedCertificate result;
    try {
      check(result);
    } catch (const Failure& failure) {
      result.error = failure.reason;
      result.error_line = line_ - 1;
    }
    return result;
  }

 private:
  [[noreturn]] static void fail(std::string reason) { throw Failure{std::move(reason)}; }

  // The next line that is neither blank nor a remark; throws at the end of the text.
  std::string_view next_line() {
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      ++line_;
      while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
      if (!line.empty() && line[0] != '#') return line;
    }
    ++line_;
    fail("the certificate breaks off");
  }

  std::string_view next_value(std::string_view name) {
    const std::string_view line = next_line();
    if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ' ') {
      fail("a line '" + std::string(name) + " ...' is missing");
    }
    return line.substr(name.size() + 1);
  }

  static std::int64_t number_of(std::string_view word) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || stop != word.data() + word.size() || number > kLargestNumber ||
        number < -kLargestNumber) {
      fail("a number is none, or too large");
    }
    return number;
  }

  static Numbers numbers_of(std::string_view words) {
    Numbers numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t end = words.find(' ');
      if (words.empty() || (end == std::string_view::npos) != (i == numbers.size() - 1)) {
        fail("there must be 81 numbers, apart by single spaces");
      }
      numbers[i] = number_of(words.substr(0, end));
      words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    }
    return numbers;
  }

  static Digits digits_of(std::string_view cells) {
    Digits digits{};
    if (cells.size() != digits.size()) fail("there must be 81 cells");
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (cells[i] != '.' && (cells[i] < '0' || cells[i] > '9')) fail("a cell is no digit");
      digits[i] = cells[i] == '.' ? 0 : cells[i] - '0';
    }
    return digits;
  }

  void check(CheckedCertificate& result) {
    if (next_line() != "puzzled certificate 1") fail("this is no certificate");
    const Digits board = digits_of(next_value("board"));
    weights_ = numbers_of(next_value("weights"));
    const std::string_view direction = next_value("direction");
    if (direction != "maximize" && direction != "minimize") fail("there is no such direction");
    const std::int64_t sign = direction == "maximize" ? 1 : -1;
    for (std::int64_t& weight : weights_) {
      if (weight > 1'000'000 || weight < -1'000'000) fail("a weight is too large");
      weight *= sign;
    }
    result.score = number_of(next_value("score"));
    check_grid(digits_of(next_value("grid")), board, sign * result.score);
    result.bound = number_of(next_value("bound"));
    scale_ = number_of(next_value("scale"));
    if (scale_ < 1 || scale_ > 1'000'000) fail("the scale is out of range");
    const std::int64_t proven = check_proof(board, 0);
    if (next_line() != "end") fail("behind the proof there must be 'end'");
    if (proven > sign * result.bound) {
      fail("the proof shows no more than a bound of " + std::to_string(sign * proven));
    }
    if (sign * result.bound < sign * result.score) fail("the bound is worse than the score");
    result.optimal = result.bound == result.score;
  }

  void check_grid(const Digits& grid, const Digits& board, std::int64_t score) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 81; ++i) {
      if (grid[i] == 0) fail("the grid has a blank");
      if (board[i] != 0 && board[i] != grid[i]) fail("the grid does not have the board's clues");
      sum += weights_[i] * grid[i];
      for (std::size_t j = 0; j < i; ++j) {
        const bool together =
            i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3);
        if (together && grid[i] == grid[j])
          fail("the grid has a digit twice in a row, column or box");
      }
    }
    if (sum != score) fail("the grid does not have that score");
  }

  // The best score, to maximize, that the proof leaves possible.
  std::int64_t check_proof(const Digits& board, int depth) {
    const std::string_view line = next_line();
    if (line.starts_with("leaf ")) return check_leaf(board, numbers_of(line.substr(5)));
    if (line.size() != 10 || !line.starts_with("split r") || line[8] != 'c' || line[7] < '1' ||
        line[7] > '9' || line[9] < '1' || line[9] > '9') {
      fail("a proof is 'split rNcN' or 'leaf' and 81 numbers");
    }
    const auto cell = static_cast<std::size_t>(9 * (line[7] - '1') + line[9] - '1');
    if (board[cell] != 0 || depth == 81) fail("that cell has been decided");
    std::int64_t worst = kImpossible;
    for (int digit = 1; digit <= 9; ++digit) {
      Digits child = board;
      child[cell] = digit;
      worst = std::max(worst, check_proof(child, depth + 1));
    }
    return worst;
  }

  std::int64_t check_leaf(const Digits& board, const Numbers& multipliers) const {
    std::int64_t bound = 0;
    for (const std::int64_t multiplier : multipliers) bound += multiplier;
    for (int digit = 1; digit <= 9; ++digit) {
      Numbers worth{};
      for (std::size_t i = 0; i < 81; ++i) worth[i] = scale_ * digit * weights_[i] - multipliers[i];
      const std::int64_t best = best_template(board, digit, worth);
      if (best == kImpossible) return kImpossible;
      bound += best;
    }
    // Scores are integers: round down.
    return bound >= 0 ? bound / scale_ : -((-bound + scale_ - 1) / scale_);
  }

  std::string_view& text_;
  std::uint32_t& line_;
  Numbers weights_{};
  std::int64_t scale_ = 1;
};

}  // namespace

CheckedCertificate check_certificate(std::string_view& text, std::uint32_t& line) {
  return Checker(text, line).run();
}

}  // namespace puzzled::target
