// A kernel as it must not be: its helper has external linkage and is not in the level's namespace.
// The test `kernel_symbols_finds_a_leak` shows that kernel_symbols.cmake sees it.
#include <cstdint>

#include "core/simd/vector.hpp"

namespace puzzled::simd {

// Every build defines this, and the linker keeps one of them, for callers on any processor.
inline __attribute__((noinline)) std::uint64_t shared_sum(const std::uint64_t* words) {
  std::uint64_t sum = 0;
  for (int i = 0; i < 64; ++i) sum += words[i];
  return sum;
}

namespace PUZZLED_LEVEL {

struct LeakyKernel {
  std::uint64_t (*sum)(const std::uint64_t* words);
};

extern const LeakyKernel kKernel;
constinit const LeakyKernel kKernel{.sum = shared_sum};

}  // namespace PUZZLED_LEVEL
}  // namespace puzzled::simd
