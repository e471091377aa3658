// Reads the forms whose items are numbered columns: rows of 0 and 1, and rows of column numbers.
#pragma once

#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

/// REQUIRES: no NUL byte and no byte order mark before the text; the form is not kDlx.
Result<ReadProblem, TextFault> read_numbered(std::string_view text, CoverForm form,
                                             std::uint64_t first_line);

}  // namespace puzzled::cover::text
