// Vectors of PUZZLED_BOUND_BYTES for the kernel's files, in the namespace that PUZZLED_BOUND_ISA
// names (see evaluate.hpp).
#pragma once

#include <cstdint>
#include <cstring>

namespace puzzled::target::bound::PUZZLED_BOUND_ISA {

#define PUZZLED_INLINE static inline __attribute__((always_inline))

using Numbers = std::int32_t __attribute__((vector_size(PUZZLED_BOUND_BYTES)));
using Bits = std::uint32_t __attribute__((vector_size(PUZZLED_BOUND_BYTES)));
using Floats = float __attribute__((vector_size(PUZZLED_BOUND_BYTES)));

inline constexpr int kWidth = PUZZLED_BOUND_BYTES / 4;
inline constexpr int kUsedLanes = 27;
inline constexpr int kVectors = (kUsedLanes + kWidth - 1) / kWidth;

template <class Vector, class T>
PUZZLED_INLINE Vector load(const T* from) {
  Vector v;
  std::memcpy(&v, from, sizeof v);
  return v;
}

template <class Vector, class T>
PUZZLED_INLINE void store(T* to, Vector v) {
  std::memcpy(to, &v, sizeof v);
}

PUZZLED_INLINE Numbers max(Numbers a, Numbers b) {
  return a > b ? a : b;
}

PUZZLED_INLINE Numbers min(Numbers a, Numbers b) {
  return a < b ? a : b;
}

}  // namespace puzzled::target::bound::PUZZLED_BOUND_ISA
