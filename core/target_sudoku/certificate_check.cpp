#include "core/target_sudoku/certificate_check.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace puzzled::target {
namespace {

using Numbers = std::array<std::int64_t, 81>;
using Digits = std::array<int, 81>;

// Far beyond what a proof needs; keeps every sum below within 64 bits.
constexpr std::int64_t kMaxNumber = std::int64_t{1} << 45;
constexpr std::int64_t kImpossible = std::numeric_limits<std::int64_t>::min() / 4;

struct Failure {
  std::string reason;
};

// A template within a band: a column for each of the three rows, each in another box.
struct BandColumns {
  std::array<std::size_t, 3> columns;
  std::size_t set;  // of the columns, a bit each
};

std::vector<BandColumns> all_band_columns() {
  std::vector<BandColumns> all;
  for (std::size_t a = 0; a < 9; ++a) {
    for (std::size_t b = 0; b < 9; ++b) {
      for (std::size_t c = 0; c < 9; ++c) {
        if (a / 3 == b / 3 || a / 3 == c / 3 || b / 3 == c / 3) continue;
        all.push_back({{a, b, c}, std::size_t{1} << a | std::size_t{1} << b | std::size_t{1} << c});
      }
    }
  }
  return all;
}

// The cells that a template of `digit` may have: it has all clues of the digit, and no other clue.
std::array<bool, 81> allowed_cells(const Digits& board, int digit) {
  std::array<bool, 81> allowed{};
  for (std::size_t row = 0; row < 9; ++row) {
    const auto begin = board.begin() + static_cast<std::ptrdiff_t>(9 * row);
    const auto clues = std::count(begin, begin + 9, digit);
    for (std::size_t cell = 9 * row; cell < 9 * row + 9; ++cell) {
      allowed[cell] = clues == 0 ? board[cell] == 0 : clues == 1 && board[cell] == digit;
    }
  }
  return allowed;
}

// The best that cells in a set of columns are worth.
struct Way {
  std::size_t set;
  std::int64_t worth;
};

// Of ways with the same columns only the best matters.
std::vector<Way> best_of_each_set(const std::vector<Way>& ways) {
  std::array<std::int64_t, 512> best;
  best.fill(kImpossible);
  for (const Way& way : ways) best[way.set] = std::max(best[way.set], way.worth);
  std::vector<Way> kept;
  for (std::size_t set = 0; set < best.size(); ++set) {
    if (best[set] != kImpossible) kept.push_back({set, best[set]});
  }
  return kept;
}

// The best template of `digit`: one cell in each row, no two in a column or box. Band by band.
std::int64_t best_template(const Digits& board, int digit, const Numbers& worth) {
  static const std::vector<BandColumns> kBandColumns = all_band_columns();
  const std::array<bool, 81> allowed = allowed_cells(board, digit);
  std::vector<Way> best{{0, 0}};
  for (std::size_t band = 0; band < 3; ++band) {
    std::vector<Way> in_band;
    for (const BandColumns& way : kBandColumns) {
      const std::size_t a = 27 * band + way.columns[0];
      const std::size_t b = 27 * band + 9 + way.columns[1];
      const std::size_t c = 27 * band + 18 + way.columns[2];
      if (allowed[a] && allowed[b] && allowed[c]) {
        in_band.push_back({way.set, worth[a] + worth[b] + worth[c]});
      }
    }
    in_band = best_of_each_set(in_band);
    std::vector<Way> next;
    for (const Way& above : best) {
      for (const Way& here : in_band) {
        if ((above.set & here.set) == 0) {
          next.push_back({above.set | here.set, above.worth + here.worth});
        }
      }
    }
    best = best_of_each_set(next);
  }
  return best.empty() ? kImpossible : best.front().worth;
}

class Checker {
 public:
  explicit Checker(LineSource& lines) : lines_(lines) {}

  std::optional<CheckedCertificate> run() {
    const std::optional<std::string_view> first = next_significant();
    if (!first) return std::nullopt;
    CheckedCertificate result;
    try {
      check(*first, result);
    } catch (const Failure& failure) {
      result.error = failure.reason;
      result.error_line = lines_.number();
    }
    return result;
  }

 private:
  [[noreturn]] static void fail(std::string reason) { throw Failure{std::move(reason)}; }

  // The next line that is neither blank nor a remark; nothing at the end of the text.
  std::optional<std::string_view> next_significant() {
    while (const std::optional<std::string_view> line = lines_.next()) {
      const std::size_t last = line->find_last_not_of(" \t\r");
      if (last != std::string_view::npos && !line->starts_with('#')) {
        return line->substr(0, last + 1);
      }
    }
    return std::nullopt;
  }

  std::string_view next_line() {
    const std::optional<std::string_view> line = next_significant();
    if (!line) fail("the certificate is incomplete");
    return *line;
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
    if (error != std::errc{} || stop != word.data() + word.size() || number > kMaxNumber ||
        number < -kMaxNumber) {
      fail("a number is malformed or too large");
    }
    return number;
  }

  static Numbers numbers_of(std::string_view words) {
    Numbers numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const std::size_t end = words.find(' ');
      if (words.empty() || (end == std::string_view::npos) != (i == numbers.size() - 1)) {
        fail("expected 81 numbers, separated by single spaces");
      }
      numbers[i] = number_of(words.substr(0, end));
      words.remove_prefix(end == std::string_view::npos ? words.size() : end + 1);
    }
    return numbers;
  }

  static Digits digits_of(std::string_view cells) {
    Digits digits{};
    if (cells.size() != digits.size()) fail("expected 81 cells");
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (cells[i] != '.' && (cells[i] < '0' || cells[i] > '9'))
        fail("a cell is neither a digit nor '.'");
      digits[i] = cells[i] == '.' ? 0 : cells[i] - '0';
    }
    return digits;
  }

  void check(std::string_view first_line, CheckedCertificate& result) {
    if (first_line != "puzzled certificate 1") fail("this is not a certificate");
    CertifiedProblem problem;
    const Digits board = digits_of(next_value("board"));
    for (const int digit : board)
      problem.board += digit == 0 ? '.' : static_cast<char>('0' + digit);
    weights_ = numbers_of(next_value("weights"));
    for (const std::int64_t weight : weights_) {
      if (weight > 1'000'000 || weight < -1'000'000) fail("a weight is too large");
    }
    problem.weights = weights_;
    const std::string_view direction = next_value("direction");
    if (direction != "maximize" && direction != "minimize")
      fail("the direction must be maximize or minimize");
    problem.minimize = direction == "minimize";
    const std::int64_t sign = problem.minimize ? -1 : 1;
    for (std::int64_t& weight : weights_) weight *= sign;
    result.problem = std::move(problem);
    result.score = number_of(next_value("score"));
    check_grid(digits_of(next_value("grid")), board, sign * result.score);
    result.bound = number_of(next_value("bound"));
    scale_ = number_of(next_value("scale"));
    if (scale_ < 1 || scale_ > 1'000'000) fail("the scale is out of range");
    const std::int64_t proven = check_proof(board, 0);
    if (next_line() != "end") fail("expected 'end' after the proof");
    if (proven > sign * result.bound) {
      fail("the proof shows only a bound of " + std::to_string(sign * proven));
    }
    if (sign * result.bound < sign * result.score) fail("the bound is worse than the score");
    result.optimal = result.bound == result.score;
  }

  void check_grid(const Digits& grid, const Digits& board, std::int64_t score) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < 81; ++i) {
      if (grid[i] == 0) fail("the grid has a blank");
      if (board[i] != 0 && board[i] != grid[i]) fail("the grid contradicts the board's clues");
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
    if (line.starts_with("leaf ")) {
      if (++leaves_ > kMaxLeaves)
        fail("a proof has at most " + std::to_string(kMaxLeaves) + " leaves");
      return check_leaf(board, numbers_of(line.substr(5)));
    }
    if (line.size() != 10 || !line.starts_with("split r") || line[8] != 'c' || line[7] < '1' ||
        line[7] > '9' || line[9] < '1' || line[9] > '9') {
      fail("expected 'split rNcN', or 'leaf' and 81 numbers");
    }
    const auto cell = static_cast<std::size_t>(9 * (line[7] - '1') + line[9] - '1');
    if (board[cell] != 0 || depth == 81) fail("that cell is decided already");
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

  LineSource& lines_;
  Numbers weights_{};
  std::int64_t scale_ = 1;
  int leaves_ = 0;
};

}  // namespace

std::optional<CheckedCertificate> check_certificate(LineSource& lines) {
  return Checker(lines).run();
}

}  // namespace puzzled::target
