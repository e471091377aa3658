// The one list of instruction-set levels. CMake reads it, too (cmake/kernels.cmake): a feature is
// called the same in GCC's flag -m<feature> and by __builtin_cpu_supports(), so that a kernel is
// compiled with exactly the features that the processor is asked for.
#pragma once

// LEVEL(name, family, features): from the plainest to the best; a level has the features of those
// before it, too. A family is a name for the best of its levels that a machine has.
//
//   portable  vectors of 128 bits that any x86-64 (SSE2) and any arm64 (NEON) has
//   avx2      256 bits: Haswell 2013, Zen 2017
//   skylakex  512 bits: Skylake-X and -SP 2017
//   icelake   bytes moved and bits counted in 512 bits: Ice Lake 2019, Zen 4 2022
//
// Both lists below keep this form, one HAS(...) for a feature: the regular expressions of
// cmake/kernels.cmake are no C++ parser.
#if defined(__x86_64__)
#define PUZZLED_FOR_EACH_LEVEL(LEVEL, HAS)                                          \
  LEVEL(portable, "portable", )                                                     \
  LEVEL(avx2, "avx2", HAS(avx2) HAS(bmi) HAS(bmi2) HAS(popcnt))                     \
  LEVEL(skylakex, "avx512", HAS(avx512f) HAS(avx512bw) HAS(avx512dq) HAS(avx512vl)) \
  LEVEL(icelake, "avx512",                                                          \
        HAS(avx512vbmi) HAS(avx512vbmi2) HAS(avx512bitalg) HAS(avx512vpopcntdq) HAS(gfni))
#else
#define PUZZLED_FOR_EACH_LEVEL(LEVEL, HAS) LEVEL(portable, "portable", )
#endif
