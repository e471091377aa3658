// Two regions that touch exchange a cell each, again and again, as long as both stay connected.
#include "core/variants/random_regions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

namespace puzzled::variants {
namespace {

class RegionExchange {
 public:
  /// Begins with rows, which touch most others after few exchanges.
  RegionExchange(int size, SplitMix64& random)
      : size_(size), random_(random), regions_(static_cast<std::size_t>(size * size)) {
    for (std::size_t cell = 0; cell < regions_.size(); ++cell) {
      regions_[cell] = static_cast<std::uint8_t>(cell / static_cast<std::size_t>(size));
    }
  }

  /// Gives a random cell to a region that it touches, which gives one back; undone if a region
  /// falls apart by that.
  bool exchange() {
    const std::size_t given = random_cell();
    const std::uint8_t from = regions_[given];
    const std::optional<std::uint8_t> to = neighbour_region(given);
    if (!to) return false;
    regions_[given] = *to;
    std::vector<std::size_t> back;  // cells that may be given back
    for (std::size_t cell = 0; cell < regions_.size(); ++cell) {
      if (regions_[cell] == *to && cell != given && touches(cell, from)) back.push_back(cell);
    }
    if (!back.empty()) {
      const std::size_t returned = back[random_.below(back.size())];
      regions_[returned] = from;
      if (is_connected(from) && is_connected(*to)) return true;
      regions_[returned] = *to;
    }
    regions_[given] = from;
    return false;
  }

  std::vector<std::uint8_t> take() { return std::move(regions_); }

 private:
  std::size_t random_cell() { return random_.below(regions_.size()); }

  /// The cells that share a side with one; -1 for none.
  std::array<int, 4> neighbours(std::size_t cell) const {
    const int at = static_cast<int>(cell);
    const int column = at % size_;
    return {at - size_, at + size_ < size_ * size_ ? at + size_ : -1, column > 0 ? at - 1 : -1,
            column + 1 < size_ ? at + 1 : -1};
  }

  bool touches(std::size_t cell, std::uint8_t region) const {
    return std::ranges::any_of(neighbours(cell), [&](int other) {
      return other >= 0 && regions_[static_cast<std::size_t>(other)] == region;
    });
  }

  /// Another region at a random side of the cell, if there is one.
  std::optional<std::uint8_t> neighbour_region(std::size_t cell) {
    const int other = neighbours(cell)[random_.below(4)];
    if (other < 0) return std::nullopt;
    const std::uint8_t region = regions_[static_cast<std::size_t>(other)];
    return region == regions_[cell] ? std::nullopt : std::optional(region);
  }

  bool is_connected(std::uint8_t region) const {
    const auto first =
        static_cast<std::size_t>(std::ranges::find(regions_, region) - regions_.begin());
    std::vector<std::size_t> reached{first};
    std::vector<bool> is_reached(regions_.size());
    is_reached[first] = true;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (const int other : neighbours(reached[i])) {
        if (other < 0) continue;
        const auto cell = static_cast<std::size_t>(other);
        if (regions_[cell] != region || is_reached[cell]) continue;
        is_reached[cell] = true;
        reached.push_back(cell);
      }
    }
    return reached.size() == static_cast<std::size_t>(size_);
  }

  const int size_;
  SplitMix64& random_;
  std::vector<std::uint8_t> regions_;
};

}  // namespace

std::vector<std::uint8_t> random_regions(int size, SplitMix64& random) {
  // From then on layouts do not look more irregular.
  constexpr int kExchangesPerCell = 3;
  constexpr int kMaxTriesPerExchange = 40;
  const int wanted = kExchangesPerCell * size * size;
  RegionExchange regions(size, random);
  int exchanges = 0;
  for (int tries = 0; exchanges < wanted && tries < wanted * kMaxTriesPerExchange; ++tries) {
    exchanges += regions.exchange() ? 1 : 0;
  }
  return regions.take();
}

}  // namespace puzzled::variants
