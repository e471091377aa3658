// The batch kernel for small batches: short planes, three boxes abreast.
#include "core/sudoku/batch/small_kernel.hpp"

#if defined(__AVX512VL__)
#define PUZZLED_SHORT_VECTORS
#include "core/sudoku/batch/search.hpp"
#endif

namespace puzzled::sudoku::batch::small::PUZZLED_LEVEL {

#if defined(__AVX512VL__)
constinit const Kernel kKernel{.workspace_bytes = sizeof(batch::PUZZLED_LEVEL::Workspace),
                               .run = batch::PUZZLED_LEVEL::run_job};
#else
constinit const Kernel kKernel{.workspace_bytes = 0, .run = nullptr};
#endif

}  // namespace puzzled::sudoku::batch::small::PUZZLED_LEVEL
