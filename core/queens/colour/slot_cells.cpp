#include "core/queens/colour/slot_cells.hpp"

#include <algorithm>
#include <cmath>

namespace puzzled::queens::colour {

void add_spill(Spills& spills, std::uint64_t cell, std::uint32_t pairs) {
  spills.add(cell, pairs);
}

void SlotPlan::make(const LaneLists& lanes, double length) {
  slots_.clear();
  const std::uint32_t sets = lanes.sets();
  // Few sets fill a block, too, or its other slots would hold nothing.
  const double mean =
      static_cast<double>(lanes.states.size()) / std::max<std::uint32_t>(sets, kSlotMultiple);
  for (std::uint32_t set = 0; set < sets; ++set) {
    const std::uint32_t size = lanes.size(set);
    if (size == 0) continue;
    const double wanted = std::max(1.0, std::ceil(size / (length * mean) - 0.25));
    const auto parts = static_cast<std::uint32_t>(std::min<double>(wanted, size));
    for (std::uint32_t part = 0; part < parts; ++part) {
      slots_.push_back({.begin = lanes.starts[set] + part,
                        .length = (size - part + parts - 1) / parts,
                        .step = parts,
                        .set = static_cast<std::int32_t>(set)});
    }
  }
  std::stable_sort(slots_.begin(), slots_.end(),
                   [](const Slot& a, const Slot& b) { return a.length > b.length; });
  starts_.assign(sets + 1, 0);
  for (const Slot& slot : slots_) ++starts_[static_cast<std::size_t>(slot.set) + 1];
  for (std::uint32_t set = 0; set < sets; ++set) starts_[set + 1] += starts_[set];
  slots_of_sets_.resize(slots_.size());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) {
    const auto set = static_cast<std::uint32_t>(slots_[slot].set);
    slots_of_sets_[next[set]++] = slot;
  }
  while (slots_.size() % kSlotMultiple != 0) {
    slots_.push_back({.begin = 0, .length = 0, .step = 1, .set = -1});
  }
}

}  // namespace puzzled::queens::colour
