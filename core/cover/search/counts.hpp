// For the kernel: questions about vectors of bytes and bits.
#pragma once

#include "core/cover/search/matrices.hpp"
#include "core/cover/search/space.hpp"
#include "core/simd/vector.hpp"

namespace puzzled::cover::search::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;
using Words = Vector<std::uint64_t>;
using Bytes = Vector<std::uint8_t>;

constexpr int kVectorsPerBlock = static_cast<int>(kBlockBytes) / kVectorBytes;

PUZZLED_INLINE Bytes min(Bytes a, Bytes b) {
  return a < b ? a : b;
}

/// The least of all bytes.
PUZZLED_INLINE std::uint8_t min_byte(Bytes v) {
#if defined(__AVX2__)
#if defined(__AVX512BW__)
  const auto wide = reinterpret_cast<__m512i>(v);
  const __m256i half =
      _mm256_min_epu8(_mm512_castsi512_si256(wide), _mm512_extracti64x4_epi64(wide, 1));
#else
  const auto half = reinterpret_cast<__m256i>(v);
#endif
  const __m128i quarter =
      _mm_min_epu8(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
  // The least of eight 16-bit numbers is one instruction: their high bytes are cleared for it.
  const __m128i pairs =
      _mm_and_si128(_mm_min_epu8(quarter, _mm_srli_epi16(quarter, 8)), _mm_set1_epi16(0xff));
  return static_cast<std::uint8_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(pairs)));
#else
  v = min(v, __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  const auto words = reinterpret_cast<Words>(v);
  std::uint64_t rest = words[0];
  std::uint8_t least = kCovered;
  for (int i = 0; i < 8; ++i, rest >>= 8) {
    const auto byte = static_cast<std::uint8_t>(rest);
    least = byte < least ? byte : least;
  }
  return least;
#endif
}

/// A bit for each byte that equals `value`.
PUZZLED_INLINE std::uint64_t equal_bytes(Bytes v, std::uint8_t value) {
#if defined(__AVX512BW__)
  return _mm512_cmpeq_epi8_mask(reinterpret_cast<__m512i>(v),
                                _mm512_set1_epi8(static_cast<char>(value)));
#elif defined(__AVX2__)
  return static_cast<std::uint32_t>(
      _mm256_movemask_epi8(reinterpret_cast<__m256i>(v == broadcast<Bytes>(value))));
#else
  const auto words = reinterpret_cast<Words>(v == broadcast<Bytes>(value));
  // Of each byte one bit, brought together at the top by a multiplication.
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kGather = 0x0102040810204080U;
  return ((words[0] & kOnes) * kGather) >> 56 | ((words[1] & kOnes) * kGather) >> 56 << 8;
#endif
}

/// Counts bits of many vectors.
class BitCount {
 public:
  PUZZLED_INLINE void add(Words v) {
#if defined(__AVX512VPOPCNTDQ__)
    sum_ += reinterpret_cast<Words>(_mm512_popcnt_epi64(reinterpret_cast<__m512i>(v)));
#elif defined(__POPCNT__)
    for (int i = 0; i < kVectorBytes / 8; ++i) {
      sum_ += static_cast<std::uint64_t>(__builtin_popcountll(v[i]));
    }
#else
    constexpr std::uint64_t kBytes = 0x0101010101010101U;
    v -= (v >> 1) & (kBytes * 0x55);
    v = (v & (kBytes * 0x33)) + ((v >> 2) & (kBytes * 0x33));
    v = (v + (v >> 4)) & (kBytes * 0x0f);
    sum_ += ((v[0] * kBytes) >> 56) + ((v[1] * kBytes) >> 56);
#endif
  }

  PUZZLED_INLINE std::uint32_t total() const {
#if defined(__AVX512VPOPCNTDQ__)
    return static_cast<std::uint32_t>(_mm512_reduce_add_epi64(reinterpret_cast<__m512i>(sum_)));
#else
    return static_cast<std::uint32_t>(sum_);
#endif
  }

 private:
#if defined(__AVX512VPOPCNTDQ__)
  Words sum_{};
#else
  std::uint64_t sum_ = 0;
#endif
};

}  // namespace
}  // namespace puzzled::cover::search::PUZZLED_LEVEL
