// States and keys in groups that have the same column in one row, so that the queen of that row can
// filter what the group is joined with.
#pragma once

#include "core/queens/meet/join.hpp"

namespace puzzled::queens::meet::PUZZLED_LEVEL {
namespace {

/// Of the boards that the one-sided engine takes.
constexpr int kMaxColumns = 20;

/// Keys in groups that have the same column in one row.
struct KeyGroups {
  int size;
  int columns[kMaxColumns];
  RankedKeys all;
  std::uint32_t begins[2][kMaxColumns + 1];  ///< in either part of `all`

  RankedKeys group(int i) const {
    return {{all.keys[0].at(begins[0][i]), all.keys[1].at(begins[1][i])},
            {begins[0][i + 1] - begins[0][i], begins[1][i + 1] - begins[1][i]}};
  }
};

/// States in groups, likewise.
struct StateGroups {
  int size;
  int columns[kMaxColumns];
  State* states;
  std::uint32_t begins[kMaxColumns + 1];

  std::uint32_t count() const { return begins[size]; }
  /// All of them as one group.
  StateGroups ungrouped() const { return {1, {columns[0]}, states, {0, count()}}; }
};

// Packs groups of states, those that count.
template <int kBytes>
void pack_groups(const StateGroups& states, const KeyBits& bits, RankTest test, Buffer* buffers,
                 KeyGroups& out) {
  out.size = states.size;
  out.all = {{keys_in(buffers[0], states.count()), keys_in(buffers[1], states.count())}, {0, 0}};
  for (int i = 0; i < states.size; ++i) {
    out.columns[i] = states.columns[i];
    for (int r = 0; r < 2; ++r) out.begins[r][i] = out.all.count[r];
    const RankedKeys packed = pack_keys<kBytes>(
        states.states + states.begins[i], states.begins[i + 1] - states.begins[i], bits, test,
        out.all.keys[0].at(out.all.count[0]), out.all.keys[1].at(out.all.count[1]));
    for (int r = 0; r < 2; ++r) out.all.count[r] += packed.count[r];
  }
  for (int r = 0; r < 2; ++r) out.begins[r][out.size] = out.all.count[r];
}

// What a queen leaves of groups of keys.
template <int kHigh>
void filter_groups(const KeyGroups& in, std::uint64_t queen, Buffer* buffers, KeyGroups& out) {
  out.size = in.size;
  for (int r = 0; r < 2; ++r) {
    out.all.keys[r] = keys_in(buffers[r], in.all.count[r]);
    std::uint32_t count = 0;
    for (int i = 0; i < in.size; ++i) {
      out.columns[i] = in.columns[i];
      out.begins[r][i] = count;
      const std::uint32_t begin = in.begins[r][i];
      count += filter_keys<kHigh>(in.all.keys[r].at(begin), in.begins[r][i + 1] - begin, queen,
                                  out.all.keys[r].at(count));
    }
    out.begins[r][in.size] = out.all.count[r] = count;
  }
}

}  // namespace
}  // namespace puzzled::queens::meet::PUZZLED_LEVEL
