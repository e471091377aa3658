// How much of the memory that was freed stays with us. Glibc's own ways cost either a page fault
// for every 50 puzzles or, after a rush, memory that is never given back.
#pragma once

namespace puzzled::serve {

/// From now on freed buffers are used again instead of handed back to the system at once: a sixth
/// less CPU time for a stream of puzzles over one connection.
void keep_freed_memory();

/// Hands back what is free if that is much. To be called about once a second.
void give_back_freed_memory();

}  // namespace puzzled::serve
