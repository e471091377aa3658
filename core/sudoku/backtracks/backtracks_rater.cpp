#include "core/sudoku/backtracks/backtracks_rater.hpp"

#include <algorithm>
#include <limits>

#include "core/split_mix.hpp"
#include "core/sudoku/shuffle/transformation.hpp"
#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

// Copies that are counted in one go: enough to keep the searches side by side busy.
constexpr std::size_t kCopiesAtOnce = 512;

// Stands for the puzzle where copies are drawn: other threads, parts and orders of the input shall
// change nothing.
std::uint64_t number_of_puzzle(const Grid& puzzle) {
  std::uint64_t number = 0;
  for (int row = 0; row < kSide; ++row) {
    std::uint64_t digits = 0;
    for (int column = 0; column < kSide; ++column) {
      digits = 10 * digits + puzzle[kSide * row + column];
    }
    number = SplitMix64(number ^ digits).next();
  }
  return number;
}

}  // namespace

BacktracksRater::BacktracksRater(std::string_view isa) : solver_(isa), counter_(isa) {}

void BacktracksRater::rate(std::span<const Grid> puzzles, const BacktracksOptions& options,
                           std::span<TotalGuesses> results) {
  find_unique(puzzles, results);
  copies_.clear();
  numbers_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (!results[i]) continue;
    numbers_.push_back(i);
    copies_.push_back(puzzles[i]);
  }
  counts_.resize(copies_.size());
  counter_.count(copies_, counts_);
  for (std::size_t i = 0; i < numbers_.size(); ++i) results[numbers_[i]] = counts_[i];
  // What the rules solve alone they solve in any order of cells and digits.
  std::erase_if(numbers_, [&](std::size_t i) { return *results[i] == 0; });
  count_copies(puzzles, options, results);
}

void BacktracksRater::find_unique(std::span<const Grid> puzzles, std::span<TotalGuesses> results) {
  cells_.clear();
  for (const Grid& puzzle : puzzles) cells_.push_back(puzzle.digits.data());
  lines_.resize(std::max(lines_.size(), cells_.size() * kLineBytes));
  const std::span<const std::uint64_t> solutions =
      solver_.solve_cells(cells_, {.solutions = 2}, lines_.data(), kLineBytes).counts;
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    results[i] = solutions[i] == 1 ? TotalGuesses(0) : std::nullopt;
  }
}

void BacktracksRater::count_copies(std::span<const Grid> puzzles, const BacktracksOptions& options,
                                   std::span<TotalGuesses> results) {
  copies_.clear();
  owners_.clear();
  const auto count_all = [&] {
    counts_.resize(copies_.size());
    counter_.count(copies_, counts_);
    for (std::size_t i = 0; i < owners_.size(); ++i) *results[owners_[i]] += counts_[i];
    copies_.clear();
    owners_.clear();
  };
  for (const std::size_t i : numbers_) {
    const std::uint64_t number = number_of_puzzle(puzzles[i]);
    for (std::uint64_t copy = 1; copy < options.copies; ++copy) {
      copies_.push_back(transformed(puzzles[i], random_transformation(options.seed, number, copy)));
      owners_.push_back(i);
      if (copies_.size() == kCopiesAtOnce) count_all();
    }
  }
  count_all();
}

double mean_of(const TotalGuesses& guesses, std::uint64_t copies) {
  if (!guesses) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>(*guesses) / static_cast<double>(copies);
}

std::string mean_text(const TotalGuesses& guesses, std::uint64_t copies) {
  if (!guesses) return "-";
  if (copies == 1) return std::to_string(*guesses);
  const std::uint64_t mean = mean_in_hundredths(*guesses, copies);
  const auto digit = [](std::uint64_t number) { return static_cast<char>('0' + number % 10); };
  return std::to_string(mean / 100) + '.' + digit(mean / 10) + digit(mean);
}

std::optional<std::uint64_t> parse_hundredths(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  std::string_view decimals = text.substr(point);
  if (!decimals.empty()) {
    decimals.remove_prefix(1);
    if (decimals.empty() || decimals.size() > 2) return std::nullopt;
  }
  // Far more than any puzzle needs.
  constexpr std::size_t kMaxDigits = 12;
  if (whole.empty() || whole.size() > kMaxDigits) return std::nullopt;
  std::uint64_t value = 0;
  const auto add = [&](char digit) {
    if (digit < '0' || digit > '9') return false;
    value = 10 * value + static_cast<std::uint64_t>(digit - '0');
    return true;
  };
  if (!std::ranges::all_of(whole, add) || !std::ranges::all_of(decimals, add)) return std::nullopt;
  for (std::size_t i = decimals.size(); i < 2; ++i) value *= 10;
  return value;
}

}  // namespace puzzled::sudoku
