// Finds runs of Sudoku lines at a few bytes a cycle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace puzzled::net {

struct PlainLines {
  std::size_t bytes = 0;  ///< all of whole lines
  std::uint64_t lines = 0;
};

/// All lines that find_plain_lines() finds are shorter.
inline constexpr std::size_t kPlainLineBytes = 1024;

/// The lines at the beginning of `text`, at most `most`, that are certainly Sudoku lines (or
/// comments, or blank) and short. It may find fewer than there are, or none.
PlainLines find_plain_lines(std::string_view text, std::uint64_t most);

}  // namespace puzzled::net
