// The readers of the forms of text. REQUIRES, for each of them: no NUL byte and no byte order mark
// before the text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/cover/text/problem_text.hpp"
#include "core/cover/text/reading_limits.hpp"
#include "core/cover/text/readings.hpp"

namespace puzzled::cover::text {

/// Knuth's form.
Result<ReadProblem, TextFault> read_dlx(std::string_view text, std::uint64_t first_line,
                                        const ReadingLimits& limits);

/// Whether the first line numbers the columns, as `1:7 | 8:9` does.
bool numbers_columns(std::string_view text, std::uint64_t first_line);

/// The reading that such a line implies, for rows of the given form: kMatrix, kSparse or kCounted.
Result<Reading, TextFault> read_numbering(std::string_view text, CoverForm form,
                                          std::uint64_t first_line);

/// Rows of numbered columns, by a reading that was chosen before: if `numbers_columns`, that of
/// read_numbering().
Result<ReadProblem, TextFault> read_numbered(std::string_view text, const Reading& reading,
                                             std::uint64_t first_line, const ReadingLimits& limits);

/// Whether the whole text can be several problems without a line `---`, as judges write them: each
/// is a line of two numbers, of rows and of columns, and then so many rows. If so, a fault at the
/// beginning of the second problem. Takes time that is linear in the size of the text.
std::optional<TextFault> find_series(std::string_view text, std::uint64_t first_line);

/// A text of the form in the settings, which is not kDlx; refused if it is ambiguous.
Result<ReadProblem, TextFault> read_columns(std::string_view text, const ReadSettings& settings,
                                            std::uint64_t first_line, const ReadingLimits& limits);

/// A text of an unknown form.
Result<ReadProblem, TextFault> read_any(std::string_view text, std::uint64_t first_line,
                                        const ReadingLimits& limits);

}  // namespace puzzled::cover::text
