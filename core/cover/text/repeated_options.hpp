// Options with the same elements.
#pragma once

#include "core/cover/text/line_scanner.hpp"
#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

/// Counts the options of `read` that repeat earlier ones and writes the warnings. Options are equal
/// if their elements are, in any order; costs do not matter, because the dearer of two such options
/// is probably a mistake as well. Idle options repeat nothing. Ends early if `stop` is set.
void find_repeated_options(ReadProblem& read, std::string_view text, std::uint64_t first_line,
                           const StopFlag& stop);

}  // namespace puzzled::cover::text
