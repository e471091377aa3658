#include "core/queens/meet/unit.hpp"

namespace puzzled::queens::meet {

UnitCount to_unit_count(const Tally& tally) {
  UnitCount sum{.count = tally.count, .residues = {}};
  for (std::size_t i = 0; i < sum.residues.size(); ++i) {
    sum.residues[i] = static_cast<std::uint32_t>(tally.residues[i] % kResidueModuli[i]);
  }
  return sum;
}

bool is_stopped(const StopFlag& stop) {
  return stop.load(std::memory_order_relaxed);
}

}  // namespace puzzled::queens::meet
