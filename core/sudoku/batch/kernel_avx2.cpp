// The batch kernel for processors with 256-bit vectors.
#define PUZZLED_BATCH_ISA avx2
#define PUZZLED_BATCH_LANES 256
#include "core/sudoku/batch/search.hpp"

namespace puzzled::sudoku::batch {

const Kernel kAvx2Kernel{.name = "avx2",
                         .lanes = avx2::kLanes,
                         .workspace_bytes = sizeof(avx2::Workspace),
                         .is_supported = [] { return __builtin_cpu_supports("avx2") != 0; },
                         .run = avx2::run_job};

}  // namespace puzzled::sudoku::batch
