#include "core/queens/colour/symmetry.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace puzzled::queens::colour {

Lines mirrored(Lines lines, int count) {
  Lines result = 0;
  for (int i = 0; i < count; ++i) result |= (lines >> i & 1U) << (count - 1 - i);
  return result;
}

std::uint32_t rank_of(const Board& board, Lines lines) {
  const int count = board.even_lines;
  std::uint32_t rank = std::min(lines, mirrored(lines, count));
  if (board.is_even() && 2 * std::popcount(lines) == count) {
    const Lines others = board.all_even() & ~lines;
    rank = std::min({rank, others, mirrored(others, count)});
  }
  return rank;
}

int weight_of_rows(const Board& board, Lines even_rows, Lines odd_rows) {
  using Rows = std::pair<Lines, Lines>;
  const Rows rows{even_rows, odd_rows};
  if (!board.is_even()) {
    const Rows image{mirrored(even_rows, board.even_lines), mirrored(odd_rows, board.odd_lines)};
    if (rows > image) return 0;
    return rows == image ? 1 : 2;
  }
  if (rank_of(board, even_rows) > rank_of(board, odd_rows)) return 0;
  const int count = board.even_lines;
  const Lines others_even = board.all_even() & ~even_rows;
  const Lines others_odd = board.all_odd() & ~odd_rows;
  const Rows images[] = {rows,
                         {mirrored(odd_rows, count), mirrored(even_rows, count)},
                         {others_even, others_odd},
                         {mirrored(others_odd, count), mirrored(others_even, count)}};
  int same = 0;
  for (const Rows& image : images) {
    if (image == rows) ++same;
    // An image of the other size belongs to no unit.
    if (std::popcount(image.first) != std::popcount(even_rows)) continue;
    if (rank_of(board, image.first) <= rank_of(board, image.second) && image < rows) return 0;
  }
  return 4 / same;
}

}  // namespace puzzled::queens::colour
