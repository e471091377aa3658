#include "core/cover/cost/live_users.hpp"

#include <algorithm>

namespace puzzled::cover::cost {

LiveUsers::LiveUsers(const Instance& instance)
    : instance_(instance),
      counts_(instance.problem.items()),
      starts_(instance.problem.items()),
      users_(instance.problem.elements()) {}

void LiveUsers::list(const Node& node) {
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const LiveOption& live : node.live) {
    for (const Element& element : instance_.problem.option(live.option)) ++counts_[element.item];
  }
  std::uint32_t end = 0;
  for (std::size_t item = 0; item < counts_.size(); ++item) {
    end += counts_[item];
    starts_[item] = end;  // each user moves it to the front
  }
  for (std::size_t place = node.live.size(); place-- > 0;) {
    for (const Element& element : instance_.problem.option(node.live[place].option)) {
      users_[--starts_[element.item]] = static_cast<std::uint32_t>(place);
    }
  }
}

void LiveUsers::remove(std::uint32_t option) {
  for (const Element& element : instance_.problem.option(option)) --counts_[element.item];
}

}  // namespace puzzled::cover::cost
