#include "core/variants/rules.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "core/variants/crossing_propagator.hpp"
#include "core/variants/house_propagator.hpp"

namespace puzzled::variants {
namespace {

std::size_t count_shared(const std::vector<Cell>& one, const std::vector<Cell>& other) {
  std::vector<Cell> shared;
  std::ranges::set_intersection(one, other, std::back_inserter(shared));
  return shared.size();
}

std::vector<std::unique_ptr<const Propagator>> propagators_of(const Model& model) {
  std::vector<std::unique_ptr<const Propagator>> all;
  for (const House& house : model.houses) {
    all.push_back(std::make_unique<HousePropagator>(house.cells));
  }
  // Locked candidates run only where no house has anything to say.
  for (std::size_t i = 0; i < model.houses.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const std::vector<Cell>& one = model.houses[i].cells;
      const std::vector<Cell>& other = model.houses[k].cells;
      if (count_shared(one, other) > 1) {
        all.push_back(std::make_unique<CrossingPropagator>(one, other));
      }
    }
  }
  return all;
}

}  // namespace

Rules::Rules(Model model) : model_(std::move(model)), propagators_(propagators_of(model_)) {
  std::vector<std::set<Cell>> peers(model_.cells());
  for (const House& house : model_.houses) all_different_.push_back(house.cells);
  for (const std::vector<Cell>& group : all_different_) {
    for (const Cell cell : group) peers[cell].insert(group.begin(), group.end());
  }
  for (std::size_t cell = 0; cell < model_.cells(); ++cell) {
    peers_begin_.push_back(static_cast<std::uint32_t>(peers_.size()));
    peers[cell].erase(static_cast<Cell>(cell));
    peers_.insert(peers_.end(), peers[cell].begin(), peers[cell].end());
  }
  peers_begin_.push_back(static_cast<std::uint32_t>(peers_.size()));
  watcher_words_ = (propagators_.size() + 63) / 64;
  watchers_.resize(model_.cells() * watcher_words_);
  for (std::size_t i = 0; i < propagators_.size(); ++i) {
    for (const Cell cell : propagators_[i]->cells()) {
      watchers_[cell * watcher_words_ + i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
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
