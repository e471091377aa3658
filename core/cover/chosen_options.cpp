#include "core/cover/chosen_options.hpp"

#include <algorithm>
#include <vector>

namespace puzzled::cover {
namespace {

/// What the chosen options leave of the items.
class RestItems {
 public:
  explicit RestItems(const Problem& problem)
      : problem_(problem), chosen_(problem.items(), 0), colours_(problem.items(), 0) {}

  /// False if the option disagrees with those chosen before.
  bool choose(std::size_t option) {
    if (!admits(option)) return false;
    for (const auto [item, colour] : problem_.option(option)) {
      ++chosen_[item];
      colours_[item] = colour;
    }
    return true;
  }

  /// Whether the option agrees with the chosen ones.
  bool admits(std::size_t option) const {
    const auto elements = problem_.option(option);
    return std::all_of(elements.begin(), elements.end(), [this](const Element& element) {
      const auto [item, colour] = element;
      if (is_primary(item)) return chosen_[item] < problem_.bounds(item).hi;
      return chosen_[item] == 0 || (colour != 0 && colour == colours_[item]);
    });
  }

  /// Whether options may still differ in this item: else nothing of it is left.
  bool is_open(std::size_t item) const {
    return is_primary(item) ? chosen_[item] < problem_.bounds(item).hi : chosen_[item] == 0;
  }

  Bounds bounds(std::size_t item) const {
    const auto [lo, hi] = problem_.bounds(item);
    return {lo > chosen_[item] ? lo - chosen_[item] : 0, hi - chosen_[item]};
  }

 private:
  bool is_primary(std::size_t item) const { return item < problem_.primary_items(); }

  const Problem& problem_;
  std::vector<std::uint32_t> chosen_;  // by item: options with it
  std::vector<Colour> colours_;        // by item: the colour that a chosen option gave it
};

}  // namespace

std::optional<Problem> with_chosen(const Problem& problem, std::span<const std::uint32_t> chosen) {
  RestItems rest(problem);
  std::vector<bool> is_chosen(problem.options(), false);
  for (const std::uint32_t option : chosen) {
    if (problem.is_idle(option) || is_chosen[option] || !rest.choose(option)) return std::nullopt;
    is_chosen[option] = true;
  }
  // Open items keep their order.
  std::vector<std::uint32_t> renumbered(problem.items(), 0);
  std::uint32_t items = 0;
  std::uint32_t primary_items = 0;
  for (std::size_t item = 0; item < problem.items(); ++item) {
    if (!rest.is_open(item)) continue;
    renumbered[item] = items++;
    if (item < problem.primary_items()) primary_items = items;
  }
  Problem left(primary_items, items - primary_items);
  for (std::size_t item = 0; item < problem.primary_items(); ++item) {
    if (rest.is_open(item) && !left.set_bounds(renumbered[item], rest.bounds(item))) {
      return std::nullopt;  // cannot be: an open item has hi > 0
    }
  }
  std::vector<Element> elements;
  for (std::size_t option = 0; option < problem.options(); ++option) {
    if (problem.is_idle(option) || is_chosen[option] || !rest.admits(option)) continue;
    elements.clear();
    for (const auto [item, colour] : problem.option(option)) {
      if (rest.is_open(item)) elements.push_back({renumbered[item], colour});
    }
    if (!left.add_option(elements, problem.cost(option))) return std::nullopt;  // cannot be
  }
  return left;
}

}  // namespace puzzled::cover
