// The batch kernel: puzzles in vectors of bits, 128 to 512 at once.
#include "core/sudoku/batch/kernel.hpp"

#include "core/sudoku/batch/search.hpp"
#include "core/sudoku/batch/text.hpp"

namespace puzzled::sudoku::batch::PUZZLED_LEVEL {

constinit const Kernel kKernel{
    .workspace_bytes = sizeof(Workspace), .run = run_job, .find_plain_lines = find_plain_lines};

}  // namespace puzzled::sudoku::batch::PUZZLED_LEVEL
