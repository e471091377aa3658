// Filters of arrays: which elements of a vector pass, and those that do stored without gaps.
#pragma once

#include "core/simd/vector.hpp"

namespace puzzled::simd::PUZZLED_LEVEL {
namespace {

/// What a filter takes at a time: a vector of T, or a single T on levels that cannot permute by
/// what is in a register.
#if defined(__AVX2__)
template <class T>
using Group = Vector<T>;
#else
template <class T>
using Group = T;
#endif

template <class T>
constexpr std::uint32_t kGroupSize = sizeof(Group<T>) / sizeof(T);

/// One bit for each element of a group.
using GroupMask = std::uint32_t;

template <class T>
constexpr GroupMask kAllOf = (GroupMask{1} << kGroupSize<T>)-1;

/// The first `count` elements, or all if there are fewer. REQUIRES: count > 0.
template <class T>
PUZZLED_INLINE GroupMask first_elements(std::uint32_t count) {
  return count < kGroupSize<T> ? (GroupMask{1} << count) - 1 : kAllOf<T>;
}

#if defined(__AVX2__) && !defined(__AVX512BW__)
// For each set of elements, where the 32-bit parts of a compressed vector come from.
template <int kElements>
struct PartsOfSets {
  alignas(64) std::uint8_t from[1 << kElements][8];

  constexpr PartsOfSets() : from{} {
    constexpr int kParts = 8 / kElements;
    for (int set = 0; set < 1 << kElements; ++set) {
      int kept = 0;
      for (int element = 0; element < kElements; ++element) {
        if ((set >> element & 1) == 0) continue;
        for (int part = 0; part < kParts; ++part) {
          from[set][kept++] = static_cast<std::uint8_t>(element * kParts + part);
        }
      }
    }
  }
};
template <int kElements>
constexpr PartsOfSets<kElements> kPartsOfSets;
#endif

/// Which elements have no bit in common with `bits`. T has 32 or 64 bits.
template <class T>
PUZZLED_INLINE GroupMask find_disjoint(Group<T> group, Group<T> bits) {
#if defined(__AVX512BW__)
  const auto v = reinterpret_cast<__m512i>(group);
  const auto b = reinterpret_cast<__m512i>(bits);
  if constexpr (sizeof(T) == 8) return _mm512_testn_epi64_mask(v, b);
  if constexpr (sizeof(T) == 4) return _mm512_testn_epi32_mask(v, b);
#elif defined(__AVX2__)
  const auto clear = reinterpret_cast<__m256i>((group & bits) == 0);
  if constexpr (sizeof(T) == 8) {
    return static_cast<GroupMask>(_mm256_movemask_pd(_mm256_castsi256_pd(clear)));
  } else {
    return static_cast<GroupMask>(_mm256_movemask_ps(_mm256_castsi256_ps(clear)));
  }
#else
  return static_cast<GroupMask>((group & bits) == 0);
#endif
}

/// The same among the elements of a mask.
template <class T>
PUZZLED_INLINE GroupMask find_disjoint(Group<T> group, Group<T> bits, GroupMask among) {
#if defined(__AVX512BW__)
  const auto v = reinterpret_cast<__m512i>(group);
  const auto b = reinterpret_cast<__m512i>(bits);
  if constexpr (sizeof(T) == 8) {
    return _mm512_mask_testn_epi64_mask(static_cast<__mmask8>(among), v, b);
  } else {
    return _mm512_mask_testn_epi32_mask(static_cast<__mmask16>(among), v, b);
  }
#else
  return find_disjoint<T>(group, bits) & among;
#endif
}

/// The same among the first `left` elements. REQUIRES: left > 0.
template <class T>
PUZZLED_INLINE GroupMask find_disjoint_of_first(std::uint32_t left, Group<T> group, Group<T> bits) {
  if constexpr (kVectorBytes == 64) return find_disjoint<T>(group, bits, first_elements<T>(left));
  // A branch that goes wrong once a list is cheaper than a mask in each step (17 queens: 6 %).
  GroupMask found = find_disjoint<T>(group, bits);
  if (left < kGroupSize<T>) found &= first_elements<T>(left);
  return found;
}

/// Stores the chosen elements one after another and returns how many they are. A whole group is
/// written; what is behind the last of them means nothing.
template <class T>
PUZZLED_INLINE std::uint32_t compress_store(T* to, Group<T> group, GroupMask chosen) {
#if defined(__AVX512BW__)
  const auto v = reinterpret_cast<__m512i>(group);
  if constexpr (sizeof(T) == 8) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(chosen), v));
  } else {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(chosen), v));
  }
  return static_cast<std::uint32_t>(__builtin_popcount(chosen));
#elif defined(__AVX2__)
  const std::uint8_t* const from = kPartsOfSets<32 / sizeof(T)>.from[chosen];
  const __m256i parts =
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from)));
  const __m256i kept = _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(group), parts);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), kept);
  return static_cast<std::uint32_t>(__builtin_popcount(chosen));
#else
  *to = group;
  return chosen;
#endif
}

/// What filters of bytes take at a time: 8 k bytes for groups of 32-bit elements.
constexpr std::uint32_t kByteGroup = kGroupSize<std::uint32_t>;

/// Of kByteGroup bytes, those of `among` that have no bit in common with `bits`.
PUZZLED_INLINE GroupMask find_disjoint_bytes(const std::uint8_t* bytes, std::uint8_t bits,
                                             GroupMask among) {
#if defined(__AVX512BW__)
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  return _mm_mask_testn_epi8_mask(static_cast<__mmask16>(among), v,
                                  _mm_set1_epi8(static_cast<char>(bits)));
#elif defined(__AVX2__)
  const __m128i v = _mm_and_si128(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)),
                                  _mm_set1_epi8(static_cast<char>(bits)));
  return static_cast<GroupMask>(_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_setzero_si128()))) & among;
#else
  return static_cast<GroupMask>((*bytes & bits) == 0) & among;
#endif
}

/// As compress_store(), for kByteGroup bytes at `from`.
PUZZLED_INLINE void compress_bytes(std::uint8_t* to, const std::uint8_t* from, GroupMask chosen) {
#if defined(__AVX512VBMI2__)
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to),
                   _mm_maskz_compress_epi8(static_cast<__mmask16>(chosen), v));
#elif defined(__AVX512BW__)
  const __m512i v = _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm512_cvtepi32_epi8(_mm512_maskz_compress_epi32(
                                                       static_cast<__mmask16>(chosen), v)));
#elif defined(__AVX2__)
  std::uint64_t bytes;
  __builtin_memcpy(&bytes, from, sizeof bytes);
  bytes = _pext_u64(bytes, _pdep_u64(chosen, 0x0101010101010101) * 0xFF);
  __builtin_memcpy(to, &bytes, sizeof bytes);
#else
  (void)chosen;
  *to = *from;
#endif
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
