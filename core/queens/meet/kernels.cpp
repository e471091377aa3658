#include "core/queens/meet/kernels.hpp"

#include "core/processor.hpp"

#include <span>

namespace puzzled::queens::meet {
namespace {

std::span<const Kernel* const> kernels() {
  static constexpr const Kernel* kKernels[] = {
#if defined(__x86_64__)
    &kAvx512Kernel,
    &kAvx2Kernel,
#endif
    &kPortableKernel,
  };
  return kKernels;
}

bool is_supported([[maybe_unused]] const Kernel* kernel) {
#if defined(__x86_64__)
  if (kernel == &kAvx512Kernel) {
    return has_avx512() && __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512vbmi2") && __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("gfni") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
  }
  if (kernel == &kAvx2Kernel) {
    return has_avx2() && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
  }
#endif
  return true;
}

}  // namespace

bool is_stopped(const std::atomic<bool>& stop) {
  return stop.load(std::memory_order_relaxed);
}

const Kernel* find_kernel(std::string_view isa) {
  for (const Kernel* kernel : kernels()) {
    if ((isa.empty() || isa == kernel->name) && is_supported(kernel)) return kernel;
  }
  return nullptr;
}

}  // namespace puzzled::queens::meet
