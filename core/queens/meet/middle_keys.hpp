// The keys of the two-sided engine, in which the lists are compared when all middle rows but the
// last pair are placed.
#pragma once

#include <cstring>

#include "core/queens/meet/keys.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Keys of what is left when all middle rows but the last pair are placed.
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

/// `columns`: those that the last pair and the lists will take, of tops and of bottoms. `attacked`:
/// bits of top states that earlier queens attack, which no top has any more.
///
/// There are 2 (queens - middle rows + 1) diagonals that lead from list to list. Of those at the
/// edges of the board four have no square in one of the lists, and are asked for only if a queen of
/// the last pair is in the corner: in two cases of four, for a corner's column is either the tops'
/// or the bottoms'. So keys hold all bits.
/// REQUIRES: at least queens - 20 middle rows.
void choose_middle_keys(int queens, const int* list_rows, const std::uint32_t* columns,
                        State attacked, MiddleKeys& keys) {
  const int between = queens - 1 - list_rows[0] - list_rows[1];
  int chosen[2][80];
  bool is_live[80];
  int count = 0;
  for (int kind = 0; kind < 2; ++kind) {
    for (int i = 0; i < queens - between; ++i) {
      // The same diagonal in the states of both sides.
      const int top = kind == 0 ? i + between : 32 + i;
      const int bottom = kind == 0 ? 32 + i : i + between;
      if ((attacked >> top & 1) != 0) continue;
      const bool in_top = (squares_of(top, list_rows[0], queens) & columns[0]) != 0;
      const bool in_bottom = (squares_of(bottom, list_rows[1], queens) & columns[1]) != 0;
      // The last pair's queens, each in the row after its own list, attack the other side.
      const bool by_top = (columns[0] >> (top & 31) & 1) != 0;
      const bool by_bottom = (columns[1] >> (bottom & 31) & 1) != 0;
      if (!((in_top && (in_bottom || by_bottom)) || (in_bottom && by_top))) continue;
      chosen[0][count] = top;
      chosen[1][count] = bottom;
      is_live[count] = in_top && in_bottom;
      ++count;
    }
  }
  keys.count = count;
  keys.live = 0;
  std::memset(keys.key_of, 0, sizeof(keys.key_of));
  // The low bytes take bits that both sides can have, evenly; those that only the last pair asks
  // for go to the high byte, so that most joins do without it.
  std::uint8_t from[2][5][8];
  std::memset(from, 63, sizeof(from));
  int size[5] = {0, 0, 0, 0, 0};
  int live_count = 0;
  for (int n = 0; n < count; ++n) live_count += is_live[n] ? 1 : 0;
  int low_left = 32;
  int live_left = live_count;
  int next = 0;
  for (int n = 0; n < count; ++n) {
    const bool low = is_live[n] ? low_left > 0 : low_left > live_left;
    live_left -= is_live[n] ? 1 : 0;
    int byte = 4;
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
    std::memcpy(keys.bits[side].from, from[side], sizeof(from[side]));
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
