// The vectors of the bound's kernel: 32 lanes of 32 bits in as many vectors as the level needs.
#pragma once

#include <cstdint>

#include "core/simd/vector.hpp"

namespace puzzled::target::bound::PUZZLED_LEVEL {
namespace {

using namespace simd::PUZZLED_LEVEL;

using Numbers = Vector<std::int32_t>;
using Bits = Vector<std::uint32_t>;
using Floats = Vector<float>;

constexpr int kWidth = kVectorBytes / 4;
constexpr int kUsedLanes = 27;
constexpr int kVectors = (kUsedLanes + kWidth - 1) / kWidth;

PUZZLED_INLINE Numbers max(Numbers a, Numbers b) {
  return a > b ? a : b;
}

PUZZLED_INLINE Numbers min(Numbers a, Numbers b) {
  return a < b ? a : b;
}

}  // namespace
}  // namespace puzzled::target::bound::PUZZLED_LEVEL
