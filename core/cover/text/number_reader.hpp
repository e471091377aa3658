// Reads the forms whose items are numbered columns, by a reading that was chosen before.
#pragma once

#include "core/cover/text/problem_text.hpp"
#include "core/cover/text/reading_limits.hpp"
#include "core/cover/text/readings.hpp"

namespace puzzled::cover::text {

/// Whether the first line numbers the columns, as `1:7 | 8:9` does.
bool numbers_columns(std::string_view text, std::uint64_t first_line);

/// The reading that such a line implies, for rows of the given form: kMatrix, kSparse or kCounted.
Result<Reading, TextFault> read_numbering(std::string_view text, CoverForm form,
                                          std::uint64_t first_line);

/// REQUIRES: no NUL byte and no byte order mark before the text. If `numbers_columns`, the reading
/// is that of read_numbering().
Result<ReadProblem, TextFault> read_numbered(std::string_view text, const Reading& reading,
                                             std::uint64_t first_line, const ReadingLimits& limits);

}  // namespace puzzled::cover::text
