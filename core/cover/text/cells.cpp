#include "core/cover/text/cells.hpp"

#include <algorithm>

namespace puzzled::cover::text {
namespace {

bool is_same_but_case(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a | 0x20) == b; });
}

bool is_zeros(std::string_view digits) {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

}  // namespace

std::optional<bool> spelt_cell(std::string_view word) {
  if (is_same_but_case(word, "true")) return true;
  if (is_same_but_case(word, "false")) return false;
  if (word.size() < 2 || (word[0] != '0' && word[0] != '1') || word[1] != '.') return std::nullopt;
  const std::string_view behind = word.substr(2);
  const std::size_t exponent = std::min(behind.find_first_of("eE"), behind.size());
  if (!is_zeros(behind.substr(0, exponent))) return std::nullopt;
  std::string_view power = behind.substr(exponent);
  if (!power.empty()) {
    power.remove_prefix(1);
    if (power.starts_with('+') || power.starts_with('-')) power.remove_prefix(1);
    if (power.empty() || !is_zeros(power)) return std::nullopt;
  }
  return word[0] == '1';
}

}  // namespace puzzled::cover::text
