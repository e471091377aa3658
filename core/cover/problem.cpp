#include "core/cover/problem.hpp"

namespace puzzled::cover {

Problem::Problem(std::size_t primary_items, std::size_t secondary_items)
    : items_(primary_items + secondary_items), bounds_(primary_items), last_attempt_(items_) {}

Result<> Problem::set_bounds(std::size_t item, Bounds bounds) {
  if (item >= bounds_.size()) {
    return Error{"item " + std::to_string(item) + " is not a primary item"};
  }
  if (bounds.hi == 0 || bounds.lo > bounds.hi) {
    return Error{"the interval " + std::to_string(bounds.lo) + ':' + std::to_string(bounds.hi) +
                 " of item " + std::to_string(item) + " is empty"};
  }
  bounds_[item] = bounds;
  has_multiplicities_ = has_multiplicities_ || bounds != Bounds{};
  return {};
}

void Problem::reserve(std::size_t options, std::size_t elements) {
  option_starts_.reserve(options + 1);
  elements_.reserve(elements);
}

Result<> Problem::add_option(std::span<const Element> elements, std::int64_t cost) {
  ++attempts_;
  bool has_primary = false;
  bool has_colour = false;
  for (const auto [item, colour] : elements) {
    if (item >= items_) return Error{"there is no item " + std::to_string(item)};
    if (last_attempt_[item] == attempts_) {
      return Error{"item " + std::to_string(item) + " is twice in an option"};
    }
    last_attempt_[item] = attempts_;
    has_primary = has_primary || item < bounds_.size();
    has_colour = has_colour || colour != 0;
    if (colour != 0 && item < bounds_.size()) {
      return Error{"primary item " + std::to_string(item) + " has a colour"};
    }
  }
  if (!has_primary) return Error{"an option has no primary item"};
  elements_.insert(elements_.end(), elements.begin(), elements.end());
  option_starts_.push_back(static_cast<std::uint32_t>(elements_.size()));
  has_colours_ = has_colours_ || has_colour;
  if (cost != 0 || !costs_.empty()) {
    costs_.resize(options());
    costs_.back() = cost;
  }
  return {};
}

void Problem::set_costs(std::int64_t cost) {
  costs_.assign(options(), cost);
  for (std::size_t option = 0; option < options(); ++option) {
    if (is_idle(option)) costs_[option] = 0;
  }
}

void Problem::add_idle_option() {
  option_starts_.push_back(static_cast<std::uint32_t>(elements_.size()));
  if (!costs_.empty()) costs_.resize(options());
}

}  // namespace puzzled::cover
