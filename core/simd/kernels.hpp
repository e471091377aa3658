// The builds of a kernel, one for each level, and the choice between them.
//
// A kernel is a source that CMake compiles once for each level (puzzled_kernel() in
// cmake/kernels.cmake). Each build hands out one thing: `kKernel`, a table of functions, in the
// namespace of its level. README.md shows how such a source is written.
#pragma once

#include <optional>
#include <string_view>

#include "core/simd/levels.hpp"

#define PUZZLED_DECLARE_BUILD(level, family, features) \
  namespace level {                                    \
  extern const Kernel kKernel;                         \
  }
#define PUZZLED_ADDRESS_OF_BUILD(level, family, features) &level::kKernel,

/// Follows the definition of a `struct Kernel`, in its namespace: declares its builds and defines
///
///   const Kernel* find_kernel(std::string_view isa)
///
/// which gives the build for simd::find_level(isa), or nullptr if the machine has no such level.
#define PUZZLED_DECLARE_KERNELS                                                \
  PUZZLED_FOR_EACH_LEVEL(PUZZLED_DECLARE_BUILD, )                              \
  inline const Kernel* find_kernel(std::string_view isa) {                     \
    static constexpr const Kernel* kBuilds[] = {                               \
        PUZZLED_FOR_EACH_LEVEL(PUZZLED_ADDRESS_OF_BUILD, )};                   \
    const std::optional<std::size_t> level = ::puzzled::simd::find_level(isa); \
    return level ? kBuilds[*level] : nullptr;                                  \
  }
