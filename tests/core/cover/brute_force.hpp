// The solutions of small problems by the definition alone: every set of options is considered, in
// the order in which options were added. And random small problems to compare engines on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover::brute_force {

/// Option numbers, rising.
using OptionSet = std::vector<std::uint32_t>;

/// Chooses or leaves out each option in turn, and leaves out what breaks a rule at once.
class Search {
 public:
  explicit Search(const Problem& problem)
      : problem_(problem), chosen_(problem.items()), colours_(problem.items()) {}

  /// All solutions in lexicographic order of their option numbers.
  std::vector<OptionSet> solutions() {
    decide(0);
    std::ranges::sort(found_);
    return found_;
  }

 private:
  bool fits(std::uint32_t option) const {
    return std::ranges::all_of(problem_.option(option), [&](const Element& element) {
      if (element.item < problem_.primary_items()) {
        return chosen_[element.item] < problem_.bounds(element.item).hi;
      }
      return chosen_[element.item] == 0 ||
             (element.colour != 0 && element.colour == colours_[element.item]);
    });
  }

  bool is_complete() const {
    for (std::size_t item = 0; item < problem_.primary_items(); ++item) {
      if (chosen_[item] < problem_.bounds(item).lo) return false;
    }
    return true;
  }

  void decide(std::uint32_t option) {
    if (option == problem_.options()) {
      if (is_complete()) found_.push_back(set_);
      return;
    }
    decide(option + 1);
    if (!fits(option)) return;
    set_.push_back(option);
    for (const auto& [item, colour] : problem_.option(option)) {
      ++chosen_[item];
      colours_[item] = colour;
    }
    decide(option + 1);
    for (const auto& [item, colour] : problem_.option(option)) --chosen_[item];
    set_.pop_back();
  }

  const Problem& problem_;
  std::vector<std::uint32_t> chosen_;  // by item: how many chosen options have it
  std::vector<Colour> colours_;        // by item: its colour, if it is chosen
  OptionSet set_;
  std::vector<OptionSet> found_;
};

inline std::vector<OptionSet> solutions(const Problem& problem) {
  return Search(problem).solutions();
}

inline std::uint64_t count(const Problem& problem) {
  return solutions(problem).size();
}

inline std::int64_t cost_of(const Problem& problem, const OptionSet& set) {
  std::int64_t cost = 0;
  for (const std::uint32_t option : set) cost += problem.cost(option);
  return cost;
}

/// The solution of lowest cost, the lexicographically smallest of them; nothing if there is none.
/// `sign` -1: of highest cost.
inline std::optional<OptionSet> best(const Problem& problem, std::int64_t sign = 1) {
  std::optional<OptionSet> best;
  for (const OptionSet& set : solutions(problem)) {
    if (!best || sign * cost_of(problem, set) < sign * cost_of(problem, *best)) best = set;
  }
  return best;
}

/// What a random problem may have.
struct Kind {
  std::size_t primary = 5;
  std::size_t secondary = 0;
  std::size_t options = 14;
  Colour colours = 0;           ///< of secondary items
  std::uint32_t most = 1;       ///< the largest upper bound of a primary item
  bool optional_items = false;  ///< lower bounds may be 0
  std::int64_t cost = 0;        ///< costs are at most so high, and at least minus so high
};

/// Equal arguments give equal problems. An option may come more than once.
inline Problem random_problem(const Kind& kind, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t limit) { return random() % limit; };
  Problem problem(kind.primary, kind.secondary);
  const auto check = [](const Result<>& result) {
    if (!result) throw std::logic_error(result.error().message);
  };
  for (std::size_t item = 0; item < kind.primary && (kind.most > 1 || kind.optional_items);
       ++item) {
    const auto hi = static_cast<std::uint32_t>(1 + below(kind.most));
    const auto least = kind.optional_items ? 0U : 1U;
    check(
        problem.set_bounds(item, {static_cast<std::uint32_t>(least + below(hi + 1 - least)), hi}));
  }
  std::vector<std::uint32_t> items(kind.primary + kind.secondary);
  while (problem.options() < kind.options) {
    for (std::size_t i = 0; i < items.size(); ++i) items[i] = static_cast<std::uint32_t>(i);
    // (std::shuffle differs between libraries.)
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
    const std::size_t size = 1 + below(std::min<std::size_t>(items.size(), 4));
    std::vector<Element> elements;
    for (std::size_t i = 0; i < size; ++i) {
      const bool secondary = items[i] >= kind.primary;
      elements.push_back({items[i], secondary && kind.colours > 0
                                        ? static_cast<Colour>(below(kind.colours + 1))
                                        : Colour{0}});
    }
    const bool has_primary = std::ranges::any_of(
        elements, [&](const Element& element) { return element.item < kind.primary; });
    const auto range = static_cast<std::uint64_t>(2 * kind.cost + 1);
    const std::int64_t cost = static_cast<std::int64_t>(below(range)) - kind.cost;
    if (has_primary) check(problem.add_option(elements, cost));
  }
  return problem;
}

}  // namespace puzzled::cover::brute_force
