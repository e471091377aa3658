#include "core/sudoku/tools/class_split.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/split_mix.hpp"

namespace puzzled::sudoku {

Result<std::vector<std::uint32_t>> parse_split(std::string_view text) {
  const Error error{"must be two or three numbers such as 90:10 or 80:10:10, each from 1 to " +
                    std::to_string(kMaxSplitWeight) + " (got '" + std::string(text) + "')"};
  std::vector<std::uint32_t> weights;
  for (std::string_view rest = text; weights.size() < kMaxSplitParts;) {
    const std::string_view word = rest.substr(0, rest.find(':'));
    std::uint32_t weight = 0;
    const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), weight);
    if (failure != std::errc() || end != word.data() + word.size()) return error;
    if (weight < 1 || weight > kMaxSplitWeight) return error;
    weights.push_back(weight);
    if (word.size() == rest.size()) {
      if (weights.size() < 2) return error;
      return weights;
    }
    rest.remove_prefix(word.size() + 1);
  }
  return error;
}

std::size_t part_of(const FormKey& key, std::uint64_t seed,
                    std::span<const std::uint32_t> weights) {
  std::uint64_t total = 0;
  for (const std::uint32_t weight : weights) total += weight;
  // Each step mixes all bits, so neighbouring seeds draw independently.
  const std::uint64_t of_seed = SplitMix64(seed).next();
  const std::uint64_t of_half = SplitMix64(of_seed ^ key.high).next();
  std::uint64_t place = SplitMix64(of_half ^ key.low).below(total);
  std::size_t part = 0;
  while (place >= weights[part]) place -= weights[part++];
  return part;
}

}  // namespace puzzled::sudoku
