// Counts solutions by the definition: a check on everything else. For small problems.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "core/cover/problem.hpp"

namespace puzzled::cover {

/// Calls `visit` with the total cost of each solution: a set of options that covers each primary
/// item as often as its bounds say and agrees on the colours of each secondary one.
class PlainCount {
 public:
  explicit PlainCount(const Problem& problem) : problem_(problem), left_(problem.primary_items()) {
    for (std::size_t item = 0; item < left_.size(); ++item) left_[item] = problem.bounds(item);
  }

  void for_each(const std::function<void(std::int64_t cost)>& visit) {
    std::vector<std::size_t> live(problem_.options());
    for (std::size_t i = 0; i < live.size(); ++i) live[i] = i;
    search(std::move(live), 0, visit);
  }

 private:
  using Live = std::vector<std::size_t>;

  // Options of `live` fit those chosen. They are chosen or dropped one by one, beginning with those
  // of the item that needs one and has the fewest.
  void search(Live live, std::int64_t cost, const std::function<void(std::int64_t)>& visit) {
    const std::size_t item = neediest(live);
    for (;;) {
      const auto next = std::find_if(live.begin(), live.end(), [&](std::size_t option) {
        return item == left_.size() || has(option, item);
      });
      if (next == live.end()) break;
      const std::size_t option = *next;
      live.erase(next);
      choose(option, -1);
      search(fitting(live, option), cost + problem_.cost(option), visit);
      choose(option, +1);
    }
    // Nothing more of the item is chosen.
    const bool is_done = std::all_of(left_.begin(), left_.end(), [](const Bounds& b) {
      return static_cast<std::int32_t>(b.lo) <= 0;
    });
    if (item == left_.size() && is_done) visit(cost);
  }

  std::size_t neediest(const Live& live) const {
    std::vector<std::size_t> options(left_.size());
    for (const std::size_t option : live) {
      for (const Element element : problem_.option(option)) {
        if (element.item < options.size()) ++options[element.item];
      }
    }
    std::size_t best = left_.size();
    for (std::size_t item = 0; item < left_.size(); ++item) {
      const bool needs = static_cast<std::int32_t>(left_[item].lo) > 0;
      if (needs && (best == left_.size() || options[item] < options[best])) best = item;
    }
    return best;
  }

  bool has(std::size_t option, std::size_t item) const {
    const auto elements = problem_.option(option);
    return std::any_of(elements.begin(), elements.end(),
                       [&](const Element& element) { return element.item == item; });
  }

  void choose(std::size_t option, int change) {
    for (const Element element : problem_.option(option)) {
      if (element.item >= left_.size()) continue;
      left_[element.item].lo += static_cast<std::uint32_t>(change);
      left_[element.item].hi += static_cast<std::uint32_t>(change);
    }
  }

  Live fitting(const Live& live, std::size_t chosen) const {
    std::vector<Colour> colours(problem_.items(), kUnset);
    for (const Element element : problem_.option(chosen)) {
      const bool is_full = element.item < left_.size() && left_[element.item].hi == 0;
      const bool is_open = element.item < left_.size() && left_[element.item].hi > 0;
      if (!is_open) colours[element.item] = is_full ? 0 : element.colour;
    }
    Live result;
    for (const std::size_t option : live) {
      const auto elements = problem_.option(option);
      const bool fits = std::all_of(elements.begin(), elements.end(), [&](const Element& element) {
        const Colour colour = colours[element.item];
        return colour == kUnset || (colour != 0 && colour == element.colour);
      });
      if (fits) result.push_back(option);
    }
    return result;
  }

  static constexpr Colour kUnset = UINT32_MAX;

  const Problem& problem_;
  std::vector<Bounds> left_;  // how many more options each item must be in, and may
};

inline std::uint64_t plain_count(const Problem& problem) {
  std::uint64_t count = 0;
  PlainCount(problem).for_each([&](std::int64_t /*cost*/) { ++count; });
  return count;
}

}  // namespace puzzled::cover
