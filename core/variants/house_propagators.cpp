#include "core/variants/house_propagators.hpp"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <utility>

#include "core/variants/crossing_propagator.hpp"
#include "core/variants/house_propagator.hpp"

namespace puzzled::variants {
namespace {

using CellBits = std::bitset<kMaxCells>;

/// Finds the chutes: each pair of houses that shares several cells is looked at once.
class CrossingFinder {
 public:
  CrossingFinder(std::span<const House> houses, PropagatorStore& store)
      : houses_(houses),
        store_(store),
        bits_(houses.size()),
        is_done_(houses.size() * houses.size()) {
    for (std::size_t i = 0; i < houses.size(); ++i) {
      for (const Cell cell : houses[i].cells) bits_[i].set(cell);
    }
  }

  HousePropagators::List find() {
    for (std::size_t i = 0; i < houses_.size(); ++i) {
      for (std::size_t k = i + 1; k < houses_.size(); ++k) {
        if (is_done_[i * houses_.size() + k] || count_shared(i, k) < 2) continue;
        if (!add_chute(i, k)) {
          found_.push_back(store_.add<CrossingPropagator>(houses_[i].cells, houses_[k].cells));
        }
      }
    }
    return std::move(found_);
  }

 private:
  using Numbers = std::vector<std::size_t>;  // of houses

  std::size_t count_shared(std::size_t one, std::size_t other) const {
    std::size_t count = 0;
    for (const Cell cell : houses_[one].cells) count += bits_[other][cell];
    return count;
  }

  /// `first`, and the houses that share `shared` cells with `crossed` and none with each other.
  Numbers side(std::size_t first, std::size_t crossed, std::size_t shared) const {
    Numbers side{first};
    CellBits covered = bits_[first];
    for (std::size_t i = 0; i < houses_.size(); ++i) {
      if (i == crossed || count_shared(i, crossed) != shared || (covered & bits_[i]).any())
        continue;
      side.push_back(i);
      covered |= bits_[i];
    }
    return side;
  }

  bool add_chute(std::size_t line, std::size_t box) {
    const std::size_t shared = count_shared(line, box);
    const Numbers lines = side(line, box, shared);
    const Numbers boxes = side(box, line, shared);
    if (lines.size() != boxes.size() || lines.size() > ChutePropagator::kMaxLines ||
        lines.size() * shared != houses_[line].cells.size()) {
      return false;
    }
    std::vector<std::span<const Cell>> line_cells;
    std::vector<std::span<const Cell>> box_cells;
    for (const std::size_t i : lines) {
      line_cells.emplace_back(houses_[i].cells);
      for (const std::size_t k : boxes) {
        if (count_shared(i, k) != shared) return false;
      }
    }
    for (const std::size_t k : boxes) box_cells.emplace_back(houses_[k].cells);
    for (const std::size_t i : lines) {
      for (const std::size_t k : boxes) {
        is_done_[i * houses_.size() + k] = is_done_[k * houses_.size() + i] = true;
      }
    }
    found_.push_back(store_.add<ChutePropagator>(line_cells, box_cells));
    return true;
  }

  const std::span<const House> houses_;
  PropagatorStore& store_;
  std::vector<CellBits> bits_;  // the cells of each house
  std::vector<bool> is_done_;   // by pairs of houses
  HousePropagators::List found_;
};

}  // namespace

HousePropagators::HousePropagators(std::span<const House> all, std::size_t cells)
    : houses(all.begin(), all.end()), index(houses, cells), peers(cells) {
  for (const House& house : houses) {
    peers.add(house.cells);
    singles.push_back(store.add<HousePropagator>(house.cells));
    subsets.push_back(store.add<SubsetPropagator>(house.cells));
  }
  crossings = CrossingFinder(houses, store).find();
}

std::shared_ptr<const HousePropagators> house_propagators(std::span<const House> houses,
                                                          std::size_t cells) {
  thread_local std::shared_ptr<const HousePropagators> last;
  if (!last || last->peers.cells() != cells || !std::ranges::equal(houses, last->houses)) {
    last = std::make_shared<const HousePropagators>(houses, cells);
  }
  return last;
}

}  // namespace puzzled::variants
