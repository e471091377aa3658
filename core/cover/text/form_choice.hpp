// Determines the form of a text of numbered columns, and reads it.
#pragma once

#include "core/cover/text/problem_text.hpp"
#include "core/cover/text/reading_limits.hpp"

namespace puzzled::cover::text {

/// A text of the form in the settings, which is not kDlx; refused if it is ambiguous.
/// REQUIRES: no NUL byte and no byte order mark before the text.
Result<ReadProblem, TextFault> read_columns(std::string_view text, const ReadSettings& settings,
                                            std::uint64_t first_line, const ReadingLimits& limits);

/// A text of an unknown form.
Result<ReadProblem, TextFault> read_any(std::string_view text, std::uint64_t first_line,
                                        const ReadingLimits& limits);

}  // namespace puzzled::cover::text
