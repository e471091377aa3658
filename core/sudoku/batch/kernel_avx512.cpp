// The batch kernel for processors with 512-bit vectors, from Ice Lake and Zen 4 on.
#define PUZZLED_BATCH_ISA avx512
#define PUZZLED_BATCH_LANES 512
#include "core/sudoku/batch/search.hpp"
#include "core/sudoku/batch/text.hpp"

namespace puzzled::sudoku::batch {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kAvx512Kernel{.name = "avx512",
                                     .workspace_bytes = sizeof(avx512::Workspace),
                                     .run = avx512::run_job,
                                     .find_plain_lines = avx512::find_plain_lines};

}  // namespace puzzled::sudoku::batch
