#include "core/queens/meet/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace puzzled::queens::meet {
namespace {

std::uint32_t reflected(std::uint32_t columns, int queens) {
  std::uint32_t result = 0;
  for (int column = 0; column < queens; ++column) {
    if ((columns >> column & 1U) != 0) result |= 1U << (queens - 1 - column);
  }
  return result;
}

// How many the unit stands for, itself included; 0 if another one stands for it. `middle` is the
// bit of the middle row's column if that is an outer column.
std::uint8_t weight(std::uint32_t top, std::uint32_t outer, std::uint32_t middle, int queens) {
  using Unit = std::pair<std::uint32_t, std::uint32_t>;
  const std::uint32_t bottom = outer & ~top & ~middle;
  const std::uint32_t other_middle = reflected(middle, queens);
  std::array<Unit, 4> images{Unit{top, middle}, Unit{reflected(top, queens), other_middle},
                             Unit{bottom, middle}, Unit{reflected(bottom, queens), other_middle}};
  const Unit self = images[0];
  std::sort(images.begin(), images.end());
  if (images[0] != self) return 0;
  return static_cast<std::uint8_t>(std::unique(images.begin(), images.end()) - images.begin());
}

}  // namespace

std::vector<OuterColumns> outer_columns(int queens, int margin) {
  const int top_rows = queens / 2;
  const int inner = queens - 2 * margin;
  const std::uint32_t left = (1U << margin) - 1;
  const std::uint32_t outer = left | left << (queens - margin);
  std::vector<OuterColumns> units;
  for (std::uint32_t number = 0; number < 1U << (2 * margin); ++number) {
    const std::uint32_t top = (number & left) | number >> margin << (queens - margin);
    const int inner_tops = top_rows - std::popcount(top);
    if (inner_tops < 0 || inner_tops > inner) continue;
    OuterColumns unit{.top = top, .weights = {}};
    bool any = false;
    for (int column = 0; column < queens; ++column) {
      const std::uint32_t bit = 1U << column;
      if ((top & bit) != 0) continue;
      unit.weights[column] = weight(top, outer, queens % 2 != 0 ? bit & outer : 0, queens);
      any |= unit.weights[column] != 0;
    }
    if (any) units.push_back(unit);
  }
  return units;
}

}  // namespace puzzled::queens::meet
