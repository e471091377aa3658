#include "core/variants/rules.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

#include "core/variants/crossings.hpp"
#include "core/variants/house_propagator.hpp"

namespace puzzled::variants {
namespace {

std::vector<std::unique_ptr<const Propagator>> propagators_of(const Model& model) {
  std::vector<std::unique_ptr<const Propagator>> all;
  for (const House& house : model.houses) {
    all.push_back(std::make_unique<HousePropagator>(house.cells));
  }
  // What follows runs only where no house has anything to say.
  std::ranges::move(crossing_propagators(model.houses), std::back_inserter(all));
  for (const House& house : model.houses) {
    all.push_back(std::make_unique<SubsetPropagator>(house.cells));
  }
  return all;
}

}  // namespace

Rules::Rules(Model model) : model_(std::move(model)), propagators_(propagators_of(model_)) {
  for (const House& house : model_.houses) all_different_.push_back(house.cells);
  find_peers();
  find_watchers();
}

void Rules::find_peers() {
  const std::size_t words = (model_.cells() + 63) / 64;
  std::vector<std::uint64_t> is_peer(model_.cells() * words);
  std::vector<std::uint64_t> group_bits(words);
  for (const std::vector<Cell>& group : all_different_) {
    std::ranges::fill(group_bits, 0);
    for (const Cell cell : group) group_bits[cell / 64U] |= std::uint64_t{1} << (cell % 64U);
    for (const Cell cell : group) {
      for (std::size_t w = 0; w < words; ++w) is_peer[cell * words + w] |= group_bits[w];
    }
  }
  for (std::size_t cell = 0; cell < model_.cells(); ++cell) {
    peers_begin_.push_back(static_cast<std::uint32_t>(peers_.size()));
    is_peer[cell * words + cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
    for (std::size_t w = 0; w < words; ++w) {
      for (std::uint64_t left = is_peer[cell * words + w]; left != 0; left &= left - 1) {
        peers_.push_back(
            static_cast<Cell>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  }
  peers_begin_.push_back(static_cast<std::uint32_t>(peers_.size()));
}

void Rules::find_watchers() {
  std::vector<std::vector<QueueBits>> of_cells(model_.cells());
  full_board_checks_.resize((propagators_.size() + 63) / 64);
  for (std::size_t i = 0; i < propagators_.size(); ++i) {
    const auto word = static_cast<std::uint32_t>(i / 64);
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (propagators_[i]->checks_full_boards()) full_board_checks_[word] |= bit;
    for (const Cell cell : propagators_[i]->cells()) {
      std::vector<QueueBits>& bits = of_cells[cell];
      if (bits.empty() || bits.back().word != word) bits.push_back({word, 0});
      bits.back().bits |= bit;
    }
  }
  for (const std::vector<QueueBits>& bits : of_cells) {
    watchers_.begin.push_back(static_cast<std::uint32_t>(watchers_.bits.size()));
    watchers_.bits.insert(watchers_.bits.end(), bits.begin(), bits.end());
  }
  watchers_.begin.push_back(static_cast<std::uint32_t>(watchers_.bits.size()));
}

std::pair<Cell, Cell> Rules::find_conflict(std::span<const ValueSet> candidates) const {
  for (std::size_t cell = 0; cell < model_.cells(); ++cell) {
    if (!is_single(candidates[cell])) continue;
    for (const Cell peer : peers(static_cast<Cell>(cell))) {
      if (peer > cell && candidates[peer] == candidates[cell]) {
        return {static_cast<Cell>(cell), peer};
      }
    }
  }
  return {};
}

}  // namespace puzzled::variants
