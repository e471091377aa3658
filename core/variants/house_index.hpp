// The houses that each cell lies in.
#pragma once

#include <bitset>
#include <cstddef>
#include <span>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/propagator_store.hpp"

namespace puzzled::variants {

class HouseIndex {
 public:
  /// `houses` must outlive this.
  explicit HouseIndex(std::span<const House> houses, std::size_t cells);

  /// The cells of each house around `cells` that are not among them, house by house.
  std::span<const Cell> rests(std::span<const Cell> cells, PropagatorStore& store) const;

 private:
  static constexpr std::size_t kMaxHouses = 128;  // those behind are not looked at

  std::span<const House> houses_;
  std::vector<std::bitset<kMaxHouses>> of_cells_;
};

}  // namespace puzzled::variants
