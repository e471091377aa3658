#include "core/queens/meet/ranks.hpp"

#include <algorithm>

namespace puzzled::queens::meet {

RankBounds rank_bounds(int queens, int lines, std::uint32_t top_columns,
                       const std::array<std::uint8_t, 32>& weights) {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  for (int line = 0; line < lines; ++line) {
    left |= (top_columns >> line & 1U) << line;
    right |= (top_columns >> (queens - 1 - line) & 1U) << line;
  }
  const std::uint32_t left_rank = rank_of(left, lines);
  const std::uint32_t right_rank = rank_of(right, lines);
  RankBounds bounds{.lines = lines, .low = UINT8_MAX, .high = 0, .of_column = {}};
  for (int column = 0; column < queens; ++column) {
    if ((top_columns >> column & 1U) != 0 || weights[column] == 0) continue;
    std::uint32_t rank = std::min(left_rank, right_rank);
    if (queens % 2 != 0 && column < lines) rank = right_rank;
    if (queens % 2 != 0 && column >= queens - lines) rank = left_rank;
    bounds.of_column[column] = static_cast<std::uint8_t>(rank);
    bounds.low = std::min(bounds.low, bounds.of_column[column]);
    bounds.high = std::max(bounds.high, bounds.of_column[column]);
  }
  return bounds;
}

}  // namespace puzzled::queens::meet
