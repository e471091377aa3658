#include "core/variants/x_sum_propagator.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace puzzled::variants {
namespace {

constexpr std::uint64_t kStepsOfWay = 20;

}  // namespace

XSumPropagator::XSumPropagator(XSum clue) : clue_(std::move(clue)) {
  const int size = static_cast<int>(clue_.cells.size());
  for (int first = 1; first <= size; ++first) {
    fillings_.emplace_back(all_values(size) & ~set_of(first), first - 1, clue_.total - first);
  }
}

std::uint64_t XSumPropagator::steps() const {
  std::uint64_t steps = 0;
  for (const SplitHouse& filling : fillings_) steps += kStepsOfWay * (1 + filling.count());
  return steps;
}

bool XSumPropagator::propagate(State& state) const {
  const std::size_t size = clue_.cells.size();
  std::array<ValueSet, kMaxSize> candidates;
  std::array<ValueSet, kMaxSize> kept{};
  for (std::size_t i = 0; i < size; ++i) candidates[i] = state[clue_.cells[i]];
  for (ValueSet left = candidates[0]; left != 0; left &= left - 1) {
    const auto first = static_cast<std::size_t>(value_of(left));
    const SplitHouse& filling = fillings_[first - 1];
    if (!filling.is_possible()) continue;
    SplitValues found;
    const auto part = std::span(candidates).subspan(1, first - 1);
    const auto rest = std::span(candidates).subspan(first, size - first);
    if (!filling.find(part, rest, found)) continue;
    kept[0] |= set_of(static_cast<int>(first));
    for (std::size_t i = 1; i < size; ++i) kept[i] |= i < first ? found.in_part : found.in_rest;
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (!state.keep(clue_.cells[i], kept[i])) return false;
  }
  return true;
}

}  // namespace puzzled::variants
