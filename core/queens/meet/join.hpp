// Counts the pairs of a top and a bottom whose keys have no bit in common.
//
// Bottoms are taken in blocks of kLanes, one a bit of a row. For each byte of the key a table says,
// for any value of the byte, which bottoms of the block have none of its bits; so a top fits the
// bottoms that are in the rows of all its bytes. Tops and bottoms may change places.
#pragma once

#include "core/queens/meet/kernel.hpp"
#include "core/queens/meet/rows.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Room for so many keys, and for what steps read and write past their ends.
PUZZLED_INLINE Keys keys_in(Buffer& buffer, std::size_t count) {
  const std::size_t room = (count + 128) / 64 * 64;
  auto* const bytes = room_for<unsigned char>(buffer, 5 * room);
  return {reinterpret_cast<std::uint32_t*>(bytes), bytes + 4 * room};
}

/// The tables of a block; table k begins at row 256 k.
struct Tables {
  Row rows[5 * 256];
  Row having[40];  ///< which bottoms have a bit
};

/// Makes the rows of all values of a byte that have no bits but `live`: row 0 without the bottoms
/// that have the value's bits.
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

/// `live`: the bits that count; only rows of values without others are made.
template <int kBytes>
__attribute__((noinline)) void make_tables(Keys bottoms, std::uint32_t count, std::uint64_t live,
                                           Tables& tables) {
  split_keys<kBytes>(bottoms, count, tables.having);
  for (int k = 0; k < kBytes; ++k) {
    make_table(tables.rows + 256 * k, k == 0 ? first_keys(count) : ~Row{}, tables.having + 8 * k,
               live >> (8 * k) & 255);
  }
}

/// Cycles that make_tables() takes, roughly.
PUZZLED_INLINE std::uint32_t cost_of_tables(int bytes, std::uint64_t live) {
  std::uint32_t rows = 0;
  for (int k = 0; k < bytes; ++k) rows += 1U << __builtin_popcountll(live >> (8 * k) & 255);
  return kCyclesPerBlock + rows;
}

/// Cycles that it takes to join so many: `probes` one by one with blocks of `lanes`.
PUZZLED_INLINE std::uint64_t cost_of_join(std::uint32_t probes, std::uint32_t lanes,
                                          std::uint32_t tables) {
  return std::uint64_t{(lanes + kLanes - 1) / kLanes} * (tables + kCyclesPerTest * probes);
}

/// Pairs of `probes` and `lanes` without a common bit of `live`.
template <int kBytes>
__attribute__((noinline)) std::uint64_t join_blocks(Keys probes, std::uint32_t probe_count,
                                                    Keys lanes, std::uint32_t lane_count,
                                                    std::uint64_t live, Tables& tables) {
  const std::uint32_t blocks = (lane_count + kLanes - 1) / kLanes;
  const std::uint32_t size = ((lane_count + blocks - 1) / blocks + 15) / 16 * 16;
  std::uint64_t fits = 0;
  for (std::uint32_t begin = 0; begin < lane_count; begin += size) {
    const std::uint32_t count = lane_count - begin < size ? lane_count - begin : size;
    make_tables<kBytes>(lanes.at(begin), count, live, tables);
    fits += count_fits<kBytes>(tables.rows, probes, probe_count, live);
  }
  return fits;
}

/// The same, one pair at a time: for lists so short that tables would not pay.
template <bool kHigh>
__attribute__((noinline)) std::uint64_t join_pairs(Keys few, std::uint32_t few_count, Keys many,
                                                   std::uint32_t many_count, std::uint64_t live) {
  std::uint32_t fits = 0;
  for (std::uint32_t i = 0; i < few_count; ++i) {
    const std::uint32_t low = few.low[i] & static_cast<std::uint32_t>(live);
    for (std::uint32_t j = 0; j < many_count; ++j) {
      std::uint32_t common = many.low[j] & low;
      if constexpr (kHigh)
        common |= many.high[j] & few.high[i] & static_cast<std::uint32_t>(live >> 32);
      fits += static_cast<std::uint32_t>(common == 0);
    }
  }
  return fits;
}

/// Pairs of tops and bottoms without a common bit of `live`. Either may be the lanes.
template <int kBytes>
PUZZLED_INLINE std::uint64_t join(Keys tops, std::uint32_t top_count, Keys bottoms,
                                  std::uint32_t bottom_count, std::uint64_t live, Tables& tables) {
  if (top_count == 0 || bottom_count == 0) return 0;
  const std::uint32_t table_cost = cost_of_tables(kBytes, live);
  const bool fewer_tops = top_count < bottom_count;
  const std::uint32_t few = fewer_tops ? top_count : bottom_count;
  const std::uint32_t many = fewer_tops ? bottom_count : top_count;
  if (std::uint64_t{few} * (15 + many / kPairsPerCycle) < table_cost) {
    return fewer_tops ? join_pairs<(kBytes > 4)>(tops, few, bottoms, many, live)
                      : join_pairs<(kBytes > 4)>(bottoms, few, tops, many, live);
  }
  if (cost_of_join(bottom_count, top_count, table_cost) <
      cost_of_join(top_count, bottom_count, table_cost)) {
    return join_blocks<kBytes>(bottoms, bottom_count, tops, top_count, live, tables);
  }
  return join_blocks<kBytes>(tops, top_count, bottoms, bottom_count, live, tables);
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
