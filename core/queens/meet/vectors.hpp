// What the vector operations of all instruction sets share. The files vectors_*.hpp each define
//
//   kCyclesPer…, kKeysPerCycle                      what the steps cost, roughly
//   kLanes, Row, all_ones, first_lanes, and_not     rows of bits, one for each bottom half
//   filter_states, add_row, pack_keys, filter_keys  steps of the lists
//   split_keys, count_fits                          steps of the join
//
// This header is compiled once for each instruction set (see kernel.hpp), each time in a namespace
// of its own, which PUZZLED_QUEENS_ISA names. It uses nothing of the standard library that is
// inline: the linker might give that code to callers on other processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/queens/meet/geometry.hpp"

#define PUZZLED_INLINE static inline __attribute__((always_inline))

namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA {

/// Bits of states that make up keys: byte j of `from[k]` is the number of the bit that becomes bit
/// j of byte k. Bit 63 of a state is never set.
struct KeyBits {
  std::uint64_t from[5];
};

/// Keys of 24 to 40 bits, the first 32 in `low`, the rest in `high`.
struct Keys {
  std::uint32_t* low;
  std::uint8_t* high;

  Keys at(std::size_t index) const { return {low + index, high + index}; }
};

/// `count` ones, for any count.
PUZZLED_INLINE std::uint64_t low_bits(int count) {
  if (count <= 0) return 0;
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace puzzled::queens::meet::PUZZLED_QUEENS_ISA
