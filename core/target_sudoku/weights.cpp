#include "core/target_sudoku/weights.hpp"

#include <charconv>
#include <string>

#include "core/sudoku/text/lines.hpp"

namespace puzzled::target {
namespace {

using sudoku::kUnits;

// Cell `i` of a unit: rows, then columns, then boxes.
constexpr int cell_of(int unit, int i) {
  const int number = unit % 9;
  if (unit < 9) return 9 * number + i;
  if (unit < 18) return 9 * i + number;
  return number / 3 * 27 + i / 3 * 9 + number % 3 * 3 + i % 3;
}

// Each round lowers the sum of absolute values, so this is a guard, not a tuning: random weights
// take some twenty rounds, and whatever is left is right, too.
constexpr int kMaxRounds = 60;

constexpr std::size_t kMaxQuote = 20;

bool is_gap(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',';
}

std::string quoted_word(std::string_view word) {
  std::string text = "'";
  for (const char c : word.substr(0, kMaxQuote)) text += c > ' ' && c <= '~' ? c : '?';
  return text + (word.size() > kMaxQuote ? "...'" : "'");
}

Result<std::int32_t> read_weight(std::string_view word) {
  std::int64_t number = 0;
  const std::size_t plus = word.size() > 1 && word[0] == '+' && word[1] != '-' ? 1 : 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data() + plus, end, number);
  if (error == std::errc::invalid_argument || stop != end) {
    return Error{quoted_word(word) + " is not an integer"};
  }
  // (The absolute value of the least integer is none.)
  if (error != std::errc{} || number > kMaxWeight || number < -kMaxWeight) {
    return Error{quoted_word(word) + " is not within -" + std::to_string(kMaxWeight) + " to " +
                 std::to_string(kMaxWeight)};
  }
  return static_cast<std::int32_t>(number);
}

}  // namespace

Reduction reduce(const Weights& weights) {
  Reduction reduction{.weights = weights};
  for (int round = 0; round < kMaxRounds; ++round) {
    bool moved = false;
    for (int unit = 0; unit < kUnits; ++unit) {
      std::array<std::int32_t, 9> sorted{};
      for (int i = 0; i < 9; ++i) {
        sorted[static_cast<std::size_t>(i)] = reduction.weights[cell_of(unit, i)];
      }
      std::sort(sorted.begin(), sorted.end());
      const std::int32_t median = sorted[4];
      if (median == 0) continue;
      moved = true;
      reduction.constant += std::int64_t{45} * median;
      for (int i = 0; i < 9; ++i) reduction.weights[cell_of(unit, i)] -= median;
    }
    if (!moved) break;
  }
  return reduction;
}

Result<Weights, WeightsError> parse_weights(std::string_view text) {
  text = sudoku::without_byte_order_mark(text);
  Weights weights;
  int count = 0;
  std::uint32_t line = 1;
  std::size_t line_begin = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const sudoku::TextPlace place{line, static_cast<std::uint32_t>(at - line_begin) + 1};
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (is_gap(text[at])) {
      if (text[at++] != '\n') continue;
      ++line;
      line_begin = at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !is_gap(text[end]) && text[end] != '#') ++end;
    if (count == kCells) return WeightsError{{"more than 81 weights"}, place};
    const Result<std::int32_t> weight = read_weight(text.substr(at, end - at));
    if (!weight) return WeightsError{weight.error(), place};
    weights[count++] = *weight;
    at = end;
  }
  if (count < kCells) {
    return WeightsError{
        {std::to_string(count) + (count == 1 ? " weight" : " weights") + " instead of 81"},
        {line, static_cast<std::uint32_t>(text.size() - line_begin) + 1}};
  }
  return weights;
}

}  // namespace puzzled::target
