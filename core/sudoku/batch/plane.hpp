// One bit of every puzzle of a batch: a vector of kLanes bits, and the few operations on three of
// them that the kernel lives on. AVX-512 does each in one instruction.
//
// This header is compiled once for each instruction set (see kernel.hpp), each time in a namespace
// of its own: PUZZLED_BATCH_ISA names it, PUZZLED_BATCH_LANES is the vector's width.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__AVX512VL__)
#include <immintrin.h>
#endif

namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA {

inline constexpr int kLanes = PUZZLED_BATCH_LANES;
inline constexpr int kPlaneBytes = kLanes / 8;

using Plane = std::uint64_t __attribute__((vector_size(PUZZLED_BATCH_LANES / 8)));
using Bytes = std::uint8_t __attribute__((vector_size(PUZZLED_BATCH_LANES / 8)));

#define PUZZLED_INLINE static inline __attribute__((always_inline))

/// f(a, b, c), for any f made of &, |, ^ and ~. The instruction overwrites `a`: a value that is
/// used again costs a copy there, but not as `b` or `c`.
template <class Function>
PUZZLED_INLINE Plane ternary(Plane a, Plane b, Plane c, Function f) {
#if defined(__AVX512VL__)
  // The instruction takes f's truth table, which is f of these three columns.
  constexpr int kTable = static_cast<int>(Function{}(0xF0U, 0xCCU, 0xAAU) & 0xFFU);
  (void)f;
  return reinterpret_cast<Plane>(_mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a),
                                                           reinterpret_cast<__m512i>(b),
                                                           reinterpret_cast<__m512i>(c), kTable));
#else
  return f(a, b, c);
#endif
}

PUZZLED_INLINE Plane or3(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | y | z; });
}
PUZZLED_INLINE Plane and3(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & y & z; });
}
PUZZLED_INLINE Plane xor3(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x ^ y ^ z; });
}
/// At least two of the three: the carry of a full adder.
PUZZLED_INLINE Plane majority(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return (x & y) | (z & (x | y)); });
}
PUZZLED_INLINE Plane or_and(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | (y & z); });
}
PUZZLED_INLINE Plane andnot_or(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return (x & ~y) | z; });
}
PUZZLED_INLINE Plane and_neither(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & ~(y | z); });
}
PUZZLED_INLINE Plane neither(Plane a, Plane b) {
  return ternary(a, b, b, [](auto x, auto y, auto) { return ~(x | y); });
}
PUZZLED_INLINE Plane and_ornot(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & (y | ~z); });
}
PUZZLED_INLINE Plane or_neither(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | ~(y | z); });
}
PUZZLED_INLINE Plane or_andnot(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | (y & ~z); });
}
PUZZLED_INLINE Plane or_differ(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | (y ^ z); });
}
/// By bits of a: b where set, c where not.
PUZZLED_INLINE Plane choose(Plane a, Plane b, Plane c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return (x & y) | (~x & z); });
}

/// A plane that several operations use. Left alone, GCC reads it from memory for each of them.
PUZZLED_INLINE Plane read_once(const Plane& plane) {
  Plane value = plane;
#if defined(__AVX512VL__)
  asm("" : "+v"(value));
#elif defined(__x86_64__)
  asm("" : "+x"(value));
#endif
  return value;
}

/// Keeps GCC from merging the operation that made `value` with the one that uses it.
PUZZLED_INLINE Plane apart(Plane value) {
#if defined(__AVX512VL__)
  asm("" : "+v"(value));
#endif
  return value;
}

// On Zen 5 no operation on three planes starts in a cycle that stores one, but up to four on two
// planes do. So these are better than or3() and its like where much is stored.
PUZZLED_INLINE Plane or3_apart(Plane a, Plane b, Plane c) {
  return apart(apart(a | b) | c);
}
PUZZLED_INLINE Plane andnot_or_apart(Plane a, Plane b, Plane c) {
  return apart(apart(a & ~b) | c);
}
PUZZLED_INLINE Plane and_neither_apart(Plane a, Plane b, Plane c) {
  return apart(a & ~apart(b | c));
}

PUZZLED_INLINE Plane all_lanes() {
  return ~Plane{};
}

PUZZLED_INLINE bool any_lane(Plane a) {
  std::uint64_t bits = 0;
  for (int word = 0; word < kLanes / 64; ++word) bits |= a[word];
  return bits != 0;
}

PUZZLED_INLINE int count_lanes(Plane a) {
  int count = 0;
  for (int word = 0; word < kLanes / 64; ++word) count += __builtin_popcountll(a[word]);
  return count;
}

}  // namespace puzzled::sudoku::batch::PUZZLED_BATCH_ISA
