// What is asked of a board.
#pragma once

#include <cstdint>

namespace puzzled::variants {

/// `limits.solutions` of the options bounds the answer.
enum class BoardQuestion : std::uint8_t {
  kSolve,       ///< a solution; unless the limit is 1, their number up to it and the first one
  kList,        ///< the solutions in order, up to the limit (0: all)
  kCandidates,  ///< of each candidate how many solutions have it, up to the limit (at least 1)
  kEstimate,    ///< about how many solutions there are
};

}  // namespace puzzled::variants
