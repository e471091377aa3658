// For kernels: counters of eight bits, one in each byte of a vector. How many bits bytes have, sums
// that stop at 255, and products of 16 bits.
#pragma once

#include "core/simd/logic.hpp"

namespace puzzled::simd::PUZZLED_LEVEL {
namespace {

using ByteCounts = Vector<std::uint8_t>;
using Shorts = Vector<std::int16_t>;
using Sums = Vector<std::int32_t>;

/// The number of bits of each byte.
PUZZLED_INLINE ByteCounts count_bits_of_bytes(Vector<std::uint64_t> v) {
#if defined(__AVX512BITALG__)
  return reinterpret_cast<ByteCounts>(_mm512_popcnt_epi8(reinterpret_cast<__m512i>(v)));
#elif defined(__AVX512BW__)
  const __m512i counts =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m512i low = _mm512_set1_epi8(15);
  const auto bits = reinterpret_cast<__m512i>(v);
  return reinterpret_cast<ByteCounts>(_mm512_add_epi8(
      _mm512_shuffle_epi8(counts, _mm512_and_si512(bits, low)),
      _mm512_shuffle_epi8(counts, _mm512_and_si512(_mm512_srli_epi16(bits, 4), low))));
#elif defined(__AVX2__)
  const __m256i counts =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
  const __m256i low = _mm256_set1_epi8(15);
  const auto bits = reinterpret_cast<__m256i>(v);
  return reinterpret_cast<ByteCounts>(_mm256_add_epi8(
      _mm256_shuffle_epi8(counts, _mm256_and_si256(bits, low)),
      _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16(bits, 4), low))));
#else
  v -= v >> 1 & 0x5555555555555555;
  v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
  return reinterpret_cast<ByteCounts>((v + (v >> 4)) & 0x0F0F0F0F0F0F0F0F);
#endif
}

/// a + b, or 255 where that is more.
PUZZLED_INLINE ByteCounts add_saturating(ByteCounts a, ByteCounts b) {
#if defined(__AVX512BW__)
  return reinterpret_cast<ByteCounts>(
      _mm512_adds_epu8(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
  return reinterpret_cast<ByteCounts>(
      _mm256_adds_epu8(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#else
  const ByteCounts sum = a + b;
  return sum | reinterpret_cast<ByteCounts>(sum < a);
#endif
}

/// a[2 i] b[2 i] + a[2 i + 1] b[2 i + 1] for each i.
PUZZLED_INLINE Sums multiply_pairs(Shorts a, Shorts b) {
#if defined(__AVX512BW__)
  return reinterpret_cast<Sums>(
      _mm512_madd_epi16(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#elif defined(__AVX2__)
  return reinterpret_cast<Sums>(
      _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(b)));
#else
  const auto low = [](Shorts v) { return (reinterpret_cast<Sums>(v) << 16) >> 16; };
  const auto high = [](Shorts v) { return reinterpret_cast<Sums>(v) >> 16; };
  return low(a) * low(b) + high(a) * high(b);
#endif
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
