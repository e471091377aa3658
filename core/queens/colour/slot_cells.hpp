// A matrix of pairs by lanes and partners, as the kernels keep it: a cell for each slot of lanes
// and each column set of partners.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/queens/colour/join_task.hpp"
#include "core/queens/colour/lane_lists.hpp"

namespace puzzled::queens::colour {

/// Sums that left their 16 bits. So few cells do that a list of them costs nothing.
class Spills {
 public:
  void clear() { sums_.clear(); }
  bool empty() const { return sums_.empty(); }
  void add(std::uint64_t cell, std::uint32_t pairs) { sums_[cell] += pairs; }
  /// Calls visit(cell, pairs).
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [cell, pairs] : sums_) visit(cell, pairs);
  }
  std::uint64_t at(std::uint64_t cell) const {
    if (sums_.empty()) return 0;
    const auto found = sums_.find(cell);
    return found == sums_.end() ? 0 : found->second;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint64_t> sums_;
};

/// How the lanes of a colour are shared out over slots.
class SlotPlan {
 public:
  /// `length`: of a slot, in parts of the mean list.
  void make(const LaneLists& lanes, double length);

  const std::vector<Slot>& slots() const { return slots_; }

  /// Calls visit(slot) for those of a column set.
  template <class Visit>
  void for_each_slot(std::uint32_t set, const Visit& visit) const {
    for (std::uint32_t i = starts_[set]; i < starts_[set + 1]; ++i) visit(slots_of_sets_[i]);
  }

 private:
  std::vector<Slot> slots_;  // the longest first
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint32_t> slots_of_sets_;
};

/// Where the kernel of that many slots a block has the cell of a slot (see RowSetTask::cells).
struct CellOrder {
  std::uint32_t block_slots;
  std::uint64_t partner_sets;

  std::uint64_t cell(std::uint32_t slot, std::uint32_t partner_set) const {
    const std::uint64_t block = slot / block_slots;
    const std::uint64_t place = slot % block_slots;
    return (block * partner_sets + partner_set) * block_slots + (place & 1U) * (block_slots / 2) +
           place / 2;
  }
  /// The slot of a cell.
  std::uint32_t slot(std::uint64_t cell) const {
    const auto place = static_cast<std::uint32_t>(cell % block_slots);
    const std::uint32_t in_block =
        place < block_slots / 2 ? 2 * place : 2 * place - block_slots + 1;
    return static_cast<std::uint32_t>(cell / block_slots / partner_sets) * block_slots + in_block;
  }
  std::uint64_t size(std::uint64_t slots) const { return slots * partner_sets; }
};

}  // namespace puzzled::queens::colour
