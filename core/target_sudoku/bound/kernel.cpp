#include "core/target_sudoku/bound/kernel.hpp"

#include "core/processor.hpp"

namespace puzzled::target::bound {
namespace {

bool is_supported([[maybe_unused]] const Kernel* kernel) {
#if defined(__x86_64__)
  if (kernel == &kAvx512Kernel) return has_avx512();
  if (kernel == &kAvx2Kernel) return has_avx2();
#endif
  return true;
}

}  // namespace

const Kernel* find_kernel(std::string_view isa) {
  for (const Kernel* kernel : {
#if defined(__x86_64__)
         &kAvx512Kernel, &kAvx2Kernel,
#endif
             &kPortableKernel
       }) {
    if ((isa.empty() || isa == kernel->name) && is_supported(kernel)) return kernel;
  }
  return nullptr;
}

}  // namespace puzzled::target::bound
