// Vectors as the kernels use them: GCC's and clang's own, of any width, with the operators of C++.
// This header has what the operators leave out: moves, a choice of what the compiler may fuse, and
// questions about all bits.
//
// This header and the others for kernels (logic.hpp, transpose.hpp, compress.hpp) are compiled once
// for each level, each time in a namespace of its own, which PUZZLED_LEVEL names. All they define
// is internal to the kernel: if two builds shared a function, the linker would keep one of them for
// both, and a processor might be handed instructions that it does not have. For the same reason
// kernels call nothing of the standard library that is inline.
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(PUZZLED_LEVEL)
#error "only for kernels, which puzzled_kernel() of cmake/kernels.cmake compiles"
#endif

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define PUZZLED_INLINE inline __attribute__((always_inline))

namespace puzzled::simd::PUZZLED_LEVEL {
namespace {

/// The widest vectors of the level, unless a kernel asks for short ones.
#if defined(PUZZLED_SHORT_VECTORS)
constexpr int kVectorBytes = 16;
#elif defined(__AVX512BW__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

template <class T, int kBytes>
struct VectorOf {
  using Type __attribute__((vector_size(kBytes))) = T;
};

template <class T, int kBytes = kVectorBytes>
using Vector = typename VectorOf<T, kBytes>::Type;

template <class V>
struct __attribute__((packed, may_alias)) Unaligned {
  V value;
};

/// A vector from anywhere in memory. Not by memcpy(), which g++ 12 makes two moves of 32 bytes
/// where it is not tuned for wider ones: to load whole what was just stored in halves costs more
/// than most of what kernels do.
template <class V>
PUZZLED_INLINE V load(const void* from) {
  return static_cast<const Unaligned<V>*>(from)->value;
}
template <class V>
PUZZLED_INLINE void store(void* to, V v) {
  static_cast<Unaligned<V>*>(to)->value = v;
}

/// The value in all elements.
template <class V, class T>
PUZZLED_INLINE V broadcast(T value) {
  return V{} + value;
}

/// A vector in memory that several operations use. Left alone, GCC loads it for each of them.
template <class V>
PUZZLED_INLINE V load_once(const V& vector) {
  V value = vector;
#if defined(__AVX512VL__)
  asm("" : "+v"(value));
#elif defined(__x86_64__)
  asm("" : "+x"(value));
#endif
  return value;
}

/// Keeps the compiler from fusing the operation that made `value` with the one that uses it into
/// one on three vectors. (Where there are no such operations there is nothing to keep it from.)
template <class V>
PUZZLED_INLINE V no_fuse(V value) {
#if defined(__AVX512VL__)
  asm("" : "+v"(value));
#endif
  return value;
}

template <class V>
PUZZLED_INLINE bool any_bit(V v) {
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 16) {
    const auto bits = reinterpret_cast<__m128i>(v);
    return _mm_testz_si128(bits, bits) == 0;
  }
  if constexpr (sizeof(V) == 32) {
    const auto bits = reinterpret_cast<__m256i>(v);
    return _mm256_testz_si256(bits, bits) == 0;
  }
#endif
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) {
    const auto bits = reinterpret_cast<__m512i>(v);
    return _mm512_test_epi64_mask(bits, bits) != 0;
  }
#endif
  const auto words = reinterpret_cast<Vector<std::uint64_t, sizeof(V)>>(v);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(V) / 8; ++i) bits |= words[i];
  return bits != 0;
}

/// How many bits are set.
template <class V>
PUZZLED_INLINE int count_bits(V v) {
  const auto words = reinterpret_cast<Vector<std::uint64_t, sizeof(V)>>(v);
  int count = 0;
  for (std::size_t i = 0; i < sizeof(V) / 8; ++i) count += __builtin_popcountll(words[i]);
  return count;
}

/// `count` ones, from the lowest bit on, for any count.
PUZZLED_INLINE std::uint64_t low_bits(int count) {
  if (count <= 0) return 0;
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace
}  // namespace puzzled::simd::PUZZLED_LEVEL
