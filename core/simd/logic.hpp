// Logic on three vectors, bit by bit. From AVX-512 on each of these functions is one instruction,
// for any width of vector; elsewhere it is what its definition says.
#pragma once

#include "core/simd/vector.hpp"

namespace puzzled::simd::PUZZLED_LEVEL {
namespace {

/// f(a, b, c), for any f made of &, |, ^ and ~. The instruction overwrites `a`: a value that is
/// used again costs a copy there, but not as `b` or `c`.
template <class V, class Function>
PUZZLED_INLINE V ternary(V a, V b, V c, Function f) {
#if defined(__AVX512VL__)
  // The instruction takes f's truth table, which is f of these three columns.
  constexpr int kTable = static_cast<int>(Function{}(0xF0U, 0xCCU, 0xAAU) & 0xFFU);
  (void)f;
  if constexpr (sizeof(V) == 16) {
    return reinterpret_cast<V>(_mm_ternarylogic_epi64(reinterpret_cast<__m128i>(a),
                                                      reinterpret_cast<__m128i>(b),
                                                      reinterpret_cast<__m128i>(c), kTable));
  } else if constexpr (sizeof(V) == 32) {
    return reinterpret_cast<V>(_mm256_ternarylogic_epi64(reinterpret_cast<__m256i>(a),
                                                         reinterpret_cast<__m256i>(b),
                                                         reinterpret_cast<__m256i>(c), kTable));
  } else {
    return reinterpret_cast<V>(_mm512_ternarylogic_epi64(reinterpret_cast<__m512i>(a),
                                                         reinterpret_cast<__m512i>(b),
                                                         reinterpret_cast<__m512i>(c), kTable));
  }
#else
  return f(a, b, c);
#endif
}

template <class V>
PUZZLED_INLINE V or3(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | y | z; });
}
template <class V>
PUZZLED_INLINE V and3(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & y & z; });
}
template <class V>
PUZZLED_INLINE V xor3(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x ^ y ^ z; });
}
/// At least two of the three: the carry of a full adder, of which xor3() is the sum.
template <class V>
PUZZLED_INLINE V majority(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return (x & y) | (z & (x | y)); });
}
template <class V>
PUZZLED_INLINE V or_and(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | (y & z); });
}
template <class V>
PUZZLED_INLINE V and_or(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & (y | z); });
}
template <class V>
PUZZLED_INLINE V and_ornot(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & (y | ~z); });
}
template <class V>
PUZZLED_INLINE V and_neither(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x & ~(y | z); });
}
template <class V>
PUZZLED_INLINE V andnot_or(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return (x & ~y) | z; });
}
template <class V>
PUZZLED_INLINE V or_neither(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | ~(y | z); });
}
template <class V>
PUZZLED_INLINE V or_differ(V a, V b, V c) {
  return ternary(a, b, c, [](auto x, auto y, auto z) { return x | (y ^ z); });
}
template <class V>
PUZZLED_INLINE V neither(V a, V b) {
  return ternary(a, b, b, [](auto x, auto y, auto) { return ~(x | y); });
}
/// By bits of the mask: b where set, c where not.
template <class V>
PUZZLED_INLINE V choose(V mask, V b, V c) {
  return ternary(mask, b, c, [](auto x, auto y, auto z) { return (x & y) | (~x & z); });
}

/// A full adder in each bit: sum + a + b = sum + 2 carry.
template <class V>
PUZZLED_INLINE void add_bits(V& sum, V& carry, V a, V b) {
#if defined(__AVX512VL__)
  carry = majority(sum, a, b);
  sum = xor3(sum, a, b);
#else
  const V differ = sum ^ a;
  carry = (sum & a) | (differ & b);
  sum = differ ^ b;
#endif
}

// The same as two operations on two vectors. On Zen 5 no operation on three vectors starts in a
// cycle that stores one, but up to four on two do: so these are better where much is stored.
template <class V>
PUZZLED_INLINE V or3_unfused(V a, V b, V c) {
  return no_fuse(no_fuse(a | b) | c);
}
template <class V>
PUZZLED_INLINE V and_neither_unfused(V a, V b, V c) {
  return no_fuse(a & ~no_fuse(b | c));
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
