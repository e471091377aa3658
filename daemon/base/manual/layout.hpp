// Text in lines of a given width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace puzzled::manual {

inline constexpr std::size_t kHelpColumns = 80;

/// `text` in UTF-8, broken at spaces into lines of at most `columns` characters, each behind
/// `prefix`. A line end stays one; a line that would be empty is `prefix` without trailing spaces.
std::string wrapped(std::string_view text, std::string_view prefix, std::size_t columns);

/// The text, followed by spaces up to `columns`.
std::string padded(std::string text, std::size_t columns);

}  // namespace puzzled::manual
