#include "core/queens/meet/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace puzzled::queens::meet {
namespace {

// Turns a set of columns around: the order of all 32 bits, then those of the board.
std::uint32_t reflected(std::uint32_t columns, int queens) {
  std::uint32_t x = columns;
  x = (x >> 1U & 0x55555555U) | (x & 0x55555555U) << 1U;
  x = (x >> 2U & 0x33333333U) | (x & 0x33333333U) << 2U;
  x = (x >> 4U & 0x0F0F0F0FU) | (x & 0x0F0F0F0FU) << 4U;
  x = (x >> 8U & 0x00FF00FFU) | (x & 0x00FF00FFU) << 8U;
  return (x >> 16U | x << 16U) >> (32 - queens);
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

std::uint32_t next_set(std::uint32_t set) {
  if (set == 0) return 0;
  const std::uint32_t lowest = set & (0U - set);
  const std::uint32_t ripple = set + lowest;
  return (ripple ^ set) >> 2U >> std::countr_zero(lowest) | ripple;
}

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

std::array<std::uint8_t, 32> column_weights(int queens, std::uint32_t top) {
  const std::uint32_t board = (std::uint32_t{1} << queens) - 1;
  std::array<std::uint8_t, 32> weights{};
  for (int column = 0; column < queens; ++column) {
    const std::uint32_t bit = 1U << column;
    if ((top & bit) != 0) continue;
    weights[column] = weight(top, board, queens % 2 != 0 ? bit : 0, queens);
  }
  return weights;
}

int weighted_columns(int queens, std::uint32_t top) {
  const std::uint32_t board = (std::uint32_t{1} << queens) - 1;
  const std::uint32_t mirrored = reflected(top, queens);
  // Weight is with the smallest of the images; see weight().
  if (mirrored < top) return 0;
  const std::uint32_t others = board & ~top;
  if (queens % 2 == 0) {
    return top <= others && top <= reflected(others, queens) ? queens - queens / 2 : 0;
  }
  const std::uint32_t others_mirrored = reflected(others, queens);
  int count = 0;
  for (std::uint32_t rest = others; rest != 0; rest &= rest - 1) {
    const std::uint32_t middle = rest & (0U - rest);
    const std::uint32_t other_middle = reflected(middle, queens);
    const std::uint32_t bottom = others ^ middle;
    const std::uint32_t bottom_mirrored = others_mirrored ^ other_middle;
    const bool smallest =
        (top < mirrored || middle <= other_middle) && top <= bottom &&
        (top < bottom_mirrored || (top == bottom_mirrored && middle <= other_middle));
    count += smallest ? 1 : 0;
  }
  return count;
}

std::vector<std::uint32_t> top_column_sets(int queens) {
  const std::uint32_t board = (std::uint32_t{1} << queens) - 1;
  std::vector<std::uint32_t> sets;
  for (std::uint32_t top = (1U << (queens / 2)) - 1; top <= board; top = next_set(top)) {
    if (weighted_columns(queens, top) != 0) sets.push_back(top);
  }
  return sets;
}

}  // namespace puzzled::queens::meet
