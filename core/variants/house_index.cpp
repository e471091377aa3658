#include "core/variants/house_index.hpp"

#include <algorithm>

namespace puzzled::variants {

HouseIndex::HouseIndex(std::span<const House> houses, std::size_t cells)
    : houses_(houses.first(std::min(houses.size(), kMaxHouses))), of_cells_(cells) {
  for (std::size_t i = 0; i < houses_.size(); ++i) {
    for (const Cell cell : houses_[i].cells) of_cells_[cell].set(i);
  }
}

std::span<const Cell> HouseIndex::rests(std::span<const Cell> cells, PropagatorStore& store) const {
  std::bitset<kMaxHouses> around;
  around.set();
  for (const Cell cell : cells) around &= of_cells_[cell];
  if (around.none()) return {};
  std::bitset<kMaxCells> is_among;
  for (const Cell cell : cells) is_among.set(cell);
  const std::span<Cell> rests =
      store.list<Cell>(around.count() * (houses_.front().cells.size() - cells.size()));
  std::size_t count = 0;
  for (std::size_t i = 0; count < rests.size(); ++i) {
    if (!around[i]) continue;
    for (const Cell cell : houses_[i].cells) {
      if (!is_among[cell]) rests[count++] = cell;
    }
  }
  return rests;
}

}  // namespace puzzled::variants
