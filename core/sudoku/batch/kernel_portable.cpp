// The batch kernel in plain vectors of 128 bits: SSE2 on any x86-64, NEON on any arm64.
#define PUZZLED_BATCH_ISA portable
#define PUZZLED_BATCH_LANES 128
#include "core/sudoku/batch/search.hpp"

namespace puzzled::sudoku::batch {

const Kernel kPortableKernel{.name = "portable",
                             .lanes = portable::kLanes,
                             .workspace_bytes = sizeof(portable::Workspace),
                             .is_supported = [] { return true; },
                             .run = portable::run_job};

}  // namespace puzzled::sudoku::batch
