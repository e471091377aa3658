#include "core/variants/skyscraper_propagator.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace puzzled::variants {
namespace {

/// A height is a value, or 0 before the first cell; bit h stands for height h.
using Heights = std::uint32_t;

/// Those above the lowest of some.
Heights above_lowest(Heights heights) {
  return heights == 0 ? 0 : ~(heights ^ (heights - 1));
}
/// Those below the highest of some.
Heights below_highest(Heights heights) {
  return heights == 0 ? 0 : (Heights{1} << (std::bit_width(heights) - 1)) - 1;
}

}  // namespace

/// By the number of cells passed and of values seen: which heights the highest value so far may
/// have, first forward from the clue, then those from which the end can be reached.
bool SkyscraperPropagator::propagate(State& state) const {
  const std::size_t size = clue_.cells.size();
  if (clue_.visible < 1 || static_cast<std::size_t>(clue_.visible) > size) return false;
  const auto visible = static_cast<std::size_t>(clue_.visible);
  std::array<std::array<Heights, kMaxSize + 1>, kMaxSize + 1> highest{};
  highest[0][0] = 1;
  for (std::size_t i = 0; i < size; ++i) {
    const Heights cell = state[clue_.cells[i]] << 1;
    // i + 1 cells that differ reach as high as that.
    const Heights high_enough = ~((Heights{2} << i) - 1);
    for (std::size_t seen = 0; seen <= visible; ++seen) {
      const Heights before = highest[i][seen];
      if (before == 0) continue;
      highest[i + 1][seen] |= before & above_lowest(cell) & high_enough;
      if (seen < visible) highest[i + 1][seen + 1] |= cell & above_lowest(before) & high_enough;
    }
  }
  std::array<Heights, kMaxSize + 1> reached{};  // after the cell at hand, by the values seen
  reached[visible] = highest[size][visible] & (Heights{1} << size);
  if (reached[visible] == 0) return false;
  for (std::size_t i = size; i-- > 0;) {
    const Heights cell = state[clue_.cells[i]] << 1;
    Heights kept = 0;
    std::array<Heights, kMaxSize + 1> before{};
    for (std::size_t seen = 0; seen <= visible; ++seen) {
      const Heights heights = highest[i][seen];
      if (heights == 0) continue;
      const Heights hidden = heights & reached[seen] & above_lowest(cell);
      const Heights next = seen < visible ? cell & reached[seen + 1] : 0;
      kept |= (cell & below_highest(hidden)) | (next & above_lowest(heights));
      before[seen] = hidden | (heights & below_highest(next));
    }
    if (!state.keep(clue_.cells[i], kept >> 1)) return false;
    reached = before;
  }
  return true;
}

}  // namespace puzzled::variants
