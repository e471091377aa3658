// The batch kernel in plain vectors of 128 bits: SSE2 on any x86-64, NEON on any arm64.
#define PUZZLED_BATCH_ISA portable
#define PUZZLED_BATCH_LANES 128
#include "core/sudoku/batch/search.hpp"
#include "core/sudoku/batch/text.hpp"

namespace puzzled::sudoku::batch {

// constinit: nothing of this file runs before it is known that it can.
constinit const Kernel kPortableKernel{.name = "portable",
                                       .workspace_bytes = sizeof(portable::Workspace),
                                       .run = portable::run_job,
                                       .find_plain_lines = portable::find_plain_lines};

}  // namespace puzzled::sudoku::batch
