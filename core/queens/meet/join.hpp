// Counts the pairs of a top and a bottom whose keys have no bit in common.
//
// Bottoms are processed in blocks of kLanes; each is one bit of a row. For each byte of the key
// there is a table: for every value of the byte, its row says which bottoms of the block have none
// of the value's bits. A top fits the bottoms that are in the rows of all its bytes. The roles of
// tops and bottoms can be exchanged.
#pragma once

#include "core/queens/meet/rows.hpp"
#include "core/queens/meet/unit.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Memory for `count` keys, and for what vectors read and write past their end.
PUZZLED_INLINE Keys keys_in(Buffer& buffer, std::size_t count) {
  const std::size_t room = (count + 128) / 64 * 64;
  auto* const bytes = room_for<unsigned char>(buffer, kMaxKeyBytes * room);
  return {reinterpret_cast<std::uint32_t*>(bytes), {bytes + 4 * room, bytes + 5 * room}};
}

/// The tables of a block; table k begins at row 256 k.
struct Tables {
  Row rows[kMaxKeyBytes * 256];
  Row having[kMaxKeyBytes * 8];  ///< which bottoms have a bit
};

/// Makes the rows of all values of a byte whose bits are all in `live`: row 0 without the bottoms
/// that have one of the value's bits.
PUZZLED_INLINE void make_table(Row* rows, Row first, const Row* having, unsigned live) {
  // The subsets of three bits stay in registers, and each subset of the others takes its own
  // bottoms from all eight: a row costs an AND and a store, and no load.
  Row eight[8];
  eight[0] = first;
  std::size_t place[3] = {0, 0, 0};
  int held = 0;
  unsigned rest = live;
  for (; rest != 0 && held < 3; rest &= rest - 1) {
    const int bit = __builtin_ctz(rest);
    place[held++] = std::size_t{1} << bit;
    const int size = 1 << (held - 1);
    for (int i = 0; i < size; ++i) eight[size + i] = eight[i] & ~having[bit];
  }
  if (held < 3) {
    for (int i = 0; i < 1 << held; ++i) {
      rows[(i & 1) * place[0] + (i >> 1 & 1) * place[1]] = eight[i];
    }
    return;
  }
  Row left[32];
  std::uint8_t value[32];
  left[0] = ~Row{};
  value[0] = 0;
  int size = 1;
  for (; rest != 0; rest &= rest - 1) {
    const int bit = __builtin_ctz(rest);
    for (int i = 0; i < size; ++i) {
      left[size + i] = left[i] & ~having[bit];
      value[size + i] = static_cast<std::uint8_t>(value[i] | 1U << bit);
    }
    size *= 2;
  }
  for (int i = 0; i < size; ++i) {
    Row* const at = rows + value[i];
    Row* const next = at + place[0];
    const Row mask = left[i];
    at[0] = eight[0] & mask;
    next[0] = eight[1] & mask;
    at[place[1]] = eight[2] & mask;
    next[place[1]] = eight[3] & mask;
    at[place[2]] = eight[4] & mask;
    next[place[2]] = eight[5] & mask;
    at[place[1] + place[2]] = eight[6] & mask;
    next[place[1] + place[2]] = eight[7] & mask;
  }
}

/// The tables of a block of keys. `live`: the bits that count; only rows of values without others
/// are made.
template <int kBytes>
__attribute__((noinline)) void make_tables(const RankedKeys& block, std::uint64_t live,
                                           Tables& tables) {
  split_keys<kBytes>(block, tables.having);
  const std::uint32_t at = first_at_rank(block.count[0]);
  const Row present =
      first_keys(block.count[0]) | (first_keys(at + block.count[1]) & ~first_keys(at));
  for (int k = 0; k < kBytes; ++k) {
    make_table(tables.rows + 256 * k, k == 0 ? present : ~Row{}, tables.having + 8 * k,
               live >> (8 * k) & 255);
  }
}

/// Cycles that make_tables() takes, roughly.
PUZZLED_INLINE std::uint32_t cost_of_tables(int bytes, std::uint64_t live) {
  std::uint32_t rows = 0;
  for (int k = 0; k < bytes; ++k) rows += 1U << __builtin_popcountll(live >> (8 * k) & 255);
  return kCyclesPerBlock + rows;
}

/// Cycles that a join takes, roughly: `probes` one by one, with blocks of `lanes`.
PUZZLED_INLINE std::uint64_t cost_of_join(std::uint32_t probes, std::uint32_t lanes,
                                          std::uint32_t tables) {
  return std::uint64_t{(lanes + kLanes - 1) / kLanes} * (tables + kCyclesPerTest * probes);
}

// A pair without a common bit of `live` counts twice if both are above the rank, else once.

/// Such pairs of `probes` and `lanes`.
template <int kBytes>
__attribute__((noinline)) std::uint64_t join_blocks(const RankedKeys& probes,
                                                    const RankedKeys& lanes, std::uint64_t live,
                                                    Tables& tables) {
  RankedKeys rest = lanes;
  BitSum fits;
  while (rest.total() != 0) {
    RankedKeys block = rest;
    block.count[0] = block.count[0] < kLanes ? block.count[0] : kLanes;
    const std::uint32_t room = kLanes - first_at_rank(block.count[0]);
    block.count[1] = block.count[1] < room ? block.count[1] : room;
    make_tables<kBytes>(block, live, tables);
    const Row above = first_keys(block.count[0]);
    count_fits<kBytes>(tables.rows, probes.keys[0], probes.count[0], live, above, fits);
    count_fits<kBytes>(tables.rows, probes.keys[1], probes.count[1], live, Row{}, fits);
    for (int r = 0; r < 2; ++r) {
      rest.keys[r] = rest.keys[r].at(block.count[r]);
      rest.count[r] -= block.count[r];
    }
  }
  return fits.total();
}

/// The same, one pair at a time: faster where lists are too short to pay for the tables.
template <int kHigh>
__attribute__((noinline)) std::uint64_t join_pairs(const RankedKeys& few, const RankedKeys& many,
                                                   std::uint64_t live) {
  std::uint64_t fits = 0;
  for (int r = 0; r < 4; ++r) {
    const Keys keys = few.keys[r & 1];
    const Keys others = many.keys[r >> 1];
    std::uint32_t fits_here = 0;
    for (std::uint32_t i = 0; i < few.count[r & 1]; ++i) {
      const std::uint32_t low = keys.low[i] & static_cast<std::uint32_t>(live);
      for (std::uint32_t j = 0; j < many.count[r >> 1]; ++j) {
        std::uint32_t common = others.low[j] & low;
        for (int h = 0; h < kHigh; ++h) {
          common |= others.high[h][j] & keys.high[h][i] &
                    static_cast<std::uint32_t>(live >> (32 + 8 * h));
        }
        fits_here += static_cast<std::uint32_t>(common == 0);
      }
    }
    fits += r == 0 ? 2 * fits_here : fits_here;
  }
  return fits;
}

/// Such pairs of tops and bottoms. Either may be the lanes.
template <int kBytes>
PUZZLED_INLINE std::uint64_t join(const RankedKeys& tops, const RankedKeys& bottoms,
                                  std::uint64_t live, Tables& tables) {
  const std::uint32_t top_count = tops.total();
  const std::uint32_t bottom_count = bottoms.total();
  if (top_count == 0 || bottom_count == 0) return 0;
  const std::uint32_t table_cost = cost_of_tables(kBytes, live);
  const bool fewer_tops = top_count < bottom_count;
  const std::uint32_t few = fewer_tops ? top_count : bottom_count;
  const std::uint32_t many = fewer_tops ? bottom_count : top_count;
  if (std::uint64_t{few} * (15 + many / kPairsPerCycle) < table_cost) {
    return fewer_tops ? join_pairs<high_bytes(kBytes)>(tops, bottoms, live)
                      : join_pairs<high_bytes(kBytes)>(bottoms, tops, live);
  }
  if (cost_of_join(bottom_count, top_count, table_cost) <
      cost_of_join(top_count, bottom_count, table_cost)) {
    return join_blocks<kBytes>(bottoms, tops, live, tables);
  }
  return join_blocks<kBytes>(tops, bottoms, live, tables);
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
