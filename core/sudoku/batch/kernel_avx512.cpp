// The batch kernel for processors with 512-bit vectors, from Ice Lake and Zen 4 on.
#define PUZZLED_BATCH_ISA avx512
#define PUZZLED_BATCH_LANES 512
#include "core/sudoku/batch/search.hpp"

namespace puzzled::sudoku::batch {

const Kernel kAvx512Kernel{.name = "avx512",
                           .lanes = avx512::kLanes,
                           .workspace_bytes = sizeof(avx512::Workspace),
                           .is_supported =
                               [] {
                                 return __builtin_cpu_supports("avx512f") != 0 &&
                                        __builtin_cpu_supports("avx512bw") != 0 &&
                                        __builtin_cpu_supports("avx512vl") != 0 &&
                                        __builtin_cpu_supports("avx512dq") != 0 &&
                                        __builtin_cpu_supports("avx512vbmi") != 0 &&
                                        __builtin_cpu_supports("gfni") != 0;
                               },
                           .run = avx512::run_job};

}  // namespace puzzled::sudoku::batch
