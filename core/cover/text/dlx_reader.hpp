// Reads Knuth's form.
#pragma once

#include "core/cover/text/problem_text.hpp"
#include "core/cover/text/reading_limits.hpp"

namespace puzzled::cover::text {

/// REQUIRES: no NUL byte and no byte order mark before the text.
Result<ReadProblem, TextFault> read_dlx(std::string_view text, std::uint64_t first_line,
                                        const ReadingLimits& limits);

}  // namespace puzzled::cover::text
