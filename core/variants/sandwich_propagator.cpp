#include "core/variants/sandwich_propagator.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace puzzled::variants {
namespace {

constexpr std::uint64_t kStepsOfSandwichWay = 20;

}  // namespace

SandwichPropagator::SandwichPropagator(Sandwich clue) : clue_(std::move(clue)) {
  const int size = static_cast<int>(clue_.cells.size());
  const ValueSet values = all_values(size - 1) & ~set_of(1);
  for (int count = 0; count <= size - 2; ++count)
    fillings_.emplace_back(values, count, clue_.total);
}

std::uint64_t SandwichPropagator::steps() const {
  std::uint64_t steps = 0;
  std::uint64_t places = 1;  // of both crusts, one if all other cells are inside
  for (auto filling = fillings_.rbegin(); filling != fillings_.rend(); ++filling, ++places) {
    steps += places * kStepsOfSandwichWay * (1 + filling->count());
  }
  return steps;
}

/// Every two places of the outermost values are tried.
bool SandwichPropagator::propagate(State& state) const {
  const std::size_t size = clue_.cells.size();
  const ValueSet least = set_of(1);
  const ValueSet greatest = set_of(static_cast<int>(size));
  // The cells twice in a row: the cells outside follow the second crust, up to the first.
  std::array<ValueSet, 2 * kMaxSize> candidates;
  std::array<ValueSet, kMaxSize> kept{};
  for (std::size_t i = 0; i < size; ++i) {
    candidates[i] = candidates[i + size] = state[clue_.cells[i]];
  }
  for (std::size_t left = 0; left + 1 < size; ++left) {
    for (std::size_t right = left + 1; right < size; ++right) {
      const std::size_t inside = right - left - 1;
      const SplitHouse& filling = fillings_[inside];
      if (!filling.is_possible()) continue;
      const bool rises = (candidates[left] & least) != 0 && (candidates[right] & greatest) != 0;
      const bool falls = (candidates[left] & greatest) != 0 && (candidates[right] & least) != 0;
      if (!rises && !falls) continue;
      SplitValues found;
      const auto part = std::span(candidates).subspan(left + 1, inside);
      const auto rest = std::span(candidates).subspan(right + 1, size - 2 - inside);
      if (!filling.find(part, rest, found)) continue;
      kept[left] |= (rises ? least : 0) | (falls ? greatest : 0);
      kept[right] |= (rises ? greatest : 0) | (falls ? least : 0);
      for (std::size_t i = 0; i < size; ++i) {
        if (i == left || i == right) continue;
        kept[i] |= i > left && i < right ? found.in_part : found.in_rest;
      }
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (!state.keep(clue_.cells[i], kept[i])) return false;
  }
  return true;
}

}  // namespace puzzled::variants
