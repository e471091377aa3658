// The keys of the two-sided engine. Its lists are compared by them when all middle rows but the
// last two pairs are placed.
#pragma once

#include <cstring>

#include "core/queens/meet/keys.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Pairs of middle rows that are placed with keys.
constexpr int kLastPairs = 2;

struct MiddleKeys {
  KeyBits bits[2];
  std::uint64_t key_of[2][64];  ///< by bit of a state
  std::uint64_t live;           ///< bits that states of both sides can have
  int count;
};

// Columns of the squares, from the list's last row outward, that are on the diagonal of a bit.
PUZZLED_INLINE std::uint32_t squares_of(int bit, int list_rows, int queens) {
  std::uint32_t columns = 0;
  for (int row = 1; row <= list_rows; ++row) {
    const int column = bit < 32 ? bit + row : bit - 32 - row;
    if (column >= 0 && column < queens) columns |= std::uint32_t{1} << column;
  }
  return columns;
}

/// `columns`: those that the last pairs and the lists will take, of tops and of bottoms. `asked`:
/// bits of top and of bottom states that queens of the last pairs may attack. `attacked`: bits of
/// top states that earlier queens attack, which no top has any more.
///
/// There are 2 (queens - middle rows + 1) diagonals that lead from list to list, and as many more
/// as middle rows at the edges of the board that lead from a list to a row of the last pairs alone,
/// on the other side of the cut. A diagonal is a bit of the keys if one of the lists can have it,
/// and the other list or one of the last queens on the other side, too.
void choose_middle_keys(int queens, const int* list_rows, const std::uint32_t* columns,
                        const State* asked, State attacked, MiddleKeys& keys) {
  const int between = queens - 1 - list_rows[0] - list_rows[1];
  int chosen[2][96];
  bool is_live[96];
  int count = 0;
  // Those at the edges, which only one side has, come last: see key_bits().
  for (const bool at_edge : {false, true}) {
    const int kinds = queens - between + 2 * (kLastPairs - 1);
    for (int n = 0; n < 2 * kinds; ++n) {
      const int kind = n / kinds;
      const int i = n % kinds + 1 - kLastPairs;
      // The same diagonal in the states of both sides.
      const int top = kind == 0 ? i + between : 32 + i;
      const int bottom = kind == 0 ? 32 + i : i + between;
      const bool has_top = kind == 0 ? top < queens : i >= 0;
      const bool has_bottom = kind == 0 ? i >= 0 : bottom < queens;
      if (at_edge == (has_top && has_bottom)) continue;
      if (has_top && (attacked >> top & 1) != 0) continue;
      const bool in_top = has_top && (squares_of(top, list_rows[0], queens) & columns[0]) != 0;
      const bool in_bottom =
          has_bottom && (squares_of(bottom, list_rows[1], queens) & columns[1]) != 0;
      const bool on_top = has_top && (asked[0] >> top & 1) != 0;
      const bool on_bottom = has_bottom && (asked[1] >> bottom & 1) != 0;
      if (!((in_top && (in_bottom || on_top)) || (in_bottom && on_bottom))) continue;
      chosen[0][count] = has_top ? top : kNoBit;
      chosen[1][count] = has_bottom ? bottom : kNoBit;
      is_live[count] = in_top && in_bottom;
      ++count;
    }
  }
  keys.count = count;
  keys.live = 0;
  std::memset(keys.key_of, 0, sizeof(keys.key_of));
  // The low bytes take bits that both sides can have, evenly; those that only the last pairs ask
  // for go to the high bytes, so that most joins do without them.
  std::uint8_t from[2][kMaxKeyBytes][8];
  std::memset(from, kNoBit, sizeof(from));
  int size[kMaxKeyBytes] = {};
  int live_left = 0;
  for (int n = 0; n < count; ++n) live_left += is_live[n] ? 1 : 0;
  int low_left = 32;
  int next = 0;
  for (int n = 0; n < count; ++n) {
    const bool low = is_live[n] ? low_left > 0 : low_left > live_left;
    live_left -= is_live[n] ? 1 : 0;
    int byte = size[4] < 8 ? 4 : 5;
    if (low) {
      while (size[next % 4] == 8) ++next;
      byte = next++ % 4;
      --low_left;
    }
    const int bit = size[byte]++;
    const std::uint64_t key = std::uint64_t{1} << (8 * byte + bit);
    for (int side = 0; side < 2; ++side) {
      from[side][byte][bit] = static_cast<std::uint8_t>(chosen[side][n]);
      keys.key_of[side][chosen[side][n]] = key;
    }
    if (is_live[n]) keys.live |= key;
  }
  for (int side = 0; side < 2; ++side) {
    keys.key_of[side][kNoBit] = 0;
    keys.bits[side] = key_bits(from[side], side == 1);
  }
}

PUZZLED_INLINE std::uint64_t key_of(const MiddleKeys& keys, int side, State attacked) {
  std::uint64_t key = 0;
  for (State rest = attacked; rest != 0; rest &= rest - 1) {
    key |= keys.key_of[side][__builtin_ctzll(rest)];
  }
  return key;
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
