#include "core/simd/levels.hpp"

#include <algorithm>

// glibc has the header from 2.33 on. clang does not know its _Bool in C++.
#if defined(__x86_64__) && !defined(__clang__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

namespace puzzled::simd {
namespace {

constexpr bool is_isa_name(std::string_view name) {
  return std::find(std::begin(kIsaNames), std::end(kIsaNames), name) != std::end(kIsaNames);
}
static_assert(std::all_of(std::begin(kLevels), std::end(kLevels), [](const Level& level) {
  return is_isa_name(level.name) && is_isa_name(level.family);
}));

#ifdef CPU_FEATURE_ACTIVE
// The C library has asked the processor when the program started. To ask again takes 40 to 80 µs in
// a virtual machine, which intercepts the instruction, and __builtin_cpu_supports() does so in
// every program that calls it. The library has other names, which only its macro takes:
#define PUZZLED_FEATURE(feature, name) \
  bool has_##feature() {               \
    return CPU_FEATURE_ACTIVE(name);   \
  }
PUZZLED_FEATURE(avx2, AVX2)
PUZZLED_FEATURE(bmi, BMI1)
PUZZLED_FEATURE(bmi2, BMI2)
PUZZLED_FEATURE(popcnt, POPCNT)
PUZZLED_FEATURE(avx512f, AVX512F)
PUZZLED_FEATURE(avx512bw, AVX512BW)
PUZZLED_FEATURE(avx512dq, AVX512DQ)
PUZZLED_FEATURE(avx512vl, AVX512VL)
PUZZLED_FEATURE(avx512vbmi, AVX512_VBMI)
PUZZLED_FEATURE(avx512vbmi2, AVX512_VBMI2)
PUZZLED_FEATURE(avx512bitalg, AVX512_BITALG)
PUZZLED_FEATURE(avx512vpopcntdq, AVX512_VPOPCNTDQ)
PUZZLED_FEATURE(gfni, GFNI)
#undef PUZZLED_FEATURE
#define PUZZLED_HAS(feature) &&has_##feature()
#else
#define PUZZLED_HAS(feature) &&__builtin_cpu_supports(#feature)
#endif

std::size_t ask_processor() {
  std::size_t levels = 0;
  bool has_all = true;
#define PUZZLED_ASK(name, family, features) \
  has_all = has_all features;               \
  levels += has_all ? 1 : 0;
  PUZZLED_FOR_EACH_LEVEL(PUZZLED_ASK, PUZZLED_HAS)
#undef PUZZLED_ASK
#undef PUZZLED_HAS
  return levels - 1;
}

}  // namespace

std::size_t best_level() {
  static const std::size_t best = ask_processor();
  return best;
}

std::optional<std::size_t> find_level(std::string_view isa) {
  for (std::size_t level = best_level() + 1; level-- > 0;) {
    if (isa.empty() || isa == kLevels[level].name || isa == kLevels[level].family) return level;
  }
  return std::nullopt;
}

bool has_isa(std::string_view isa) {
  return !isa.empty() && find_level(isa).has_value();
}

}  // namespace puzzled::simd
