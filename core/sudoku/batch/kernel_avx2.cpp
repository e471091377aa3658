// The batch kernel for processors with 256-bit vectors.
#define PUZZLED_BATCH_ISA avx2
#define PUZZLED_BATCH_LANES 256
#include "core/sudoku/batch/search.hpp"
#include "core/sudoku/batch/text.hpp"

namespace puzzled::sudoku::batch {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx2Kernel{.name = "avx2",
                                   .workspace_bytes = sizeof(avx2::Workspace),
                                   .run = avx2::run_job,
                                   .find_plain_lines = avx2::find_plain_lines};

}  // namespace puzzled::sudoku::batch
