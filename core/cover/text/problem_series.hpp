// Several problems one after another without a line `---`, as judges write them: each is a line of
// two numbers, of rows and of columns, and then so many rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/cover/text/problem_text.hpp"

namespace puzzled::cover::text {

/// A fault at the beginning of the second problem if the whole text can be such a series. Takes
/// time that is linear in its size.
std::optional<TextFault> find_series(std::string_view text, std::uint64_t first_line);

}  // namespace puzzled::cover::text
