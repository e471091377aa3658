// Boards of region queens that are answered together, SearchRequest::lines of them.
#pragma once

#include <string_view>

namespace puzzled::net {

/// The tag that a line `TAG BOARD` begins with and the blank behind it, as they stand before the
/// answer; empty without a tag: then the line begins with the blank.
inline std::string_view tag_of_line(std::string_view line) {
  const std::size_t tag = line.find(' ');
  return line.substr(0, tag == 0 ? 0 : tag + 1);
}

}  // namespace puzzled::net
