// The band engine's rules: what can be removed from a board without a guess, and what the builds of
// their kernel (AVX-512, AVX2, portable) have in common.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/sudoku/band_board.hpp"

namespace puzzled::sudoku::rules {

/// Applies all rules until none removes a candidate. Of a dead board, what is left means nothing.
using PropagateFunction = BandOutcome (*)(BandBoard& board);

/// The same for `count` boards, of which several go through the rules side by side. Every outcome
/// and every board that is not dead is what the other function would have made of it.
using PropagateAllFunction = void (*)(BandBoard* boards, std::size_t count, BandOutcome* outcomes);

/// Whether the processor has the instructions is asked elsewhere: a file that is compiled with them
/// must not run, not even to ask, where they are missing.
struct Kernel {
  const char* name;  ///< one of kIsaNames
  PropagateFunction propagate;
  PropagateAllFunction propagate_all;
  std::size_t side_by_side;  ///< boards that take little longer than one
};

#if defined(__x86_64__)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;
#endif
extern const Kernel kPortableKernel;

/// The kernel of that name, or the best that the processor has if it is empty; nullptr if the
/// processor has none such. Any thread, any time.
const Kernel* find_kernel(std::string_view isa);

}  // namespace puzzled::sudoku::rules
