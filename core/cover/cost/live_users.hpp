// The live options of a node by item.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cover/cost/instance.hpp"
#include "core/cover/cost/node.hpp"

namespace puzzled::cover::cost {

class LiveUsers {
 public:
  explicit LiveUsers(const Instance& instance);

  void list(const Node& node);

  /// How many options of the item are live.
  std::uint32_t count(std::size_t item) const { return counts_[item]; }

  /// Their places in Node::live.
  /// REQUIRES: none has been removed since list().
  std::span<const std::uint32_t> of(std::size_t item) const {
    return std::span(users_).subspan(starts_[item], counts_[item]);
  }

  /// Removes the option from the counts.
  void remove(std::uint32_t option);

 private:
  const Instance& instance_;
  std::vector<std::uint32_t> counts_;  // by item
  std::vector<std::uint32_t> starts_;  // by item: its first user
  std::vector<std::uint32_t> users_;   // places, by item
};

}  // namespace puzzled::cover::cost
