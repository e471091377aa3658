// Counts lines at a few bytes per cycle; it is the only work for each line sent or received.
#pragma once

#include <cstdint>
#include <string_view>

namespace puzzled::net::send {

struct LineScan {
  std::uint64_t lines = 0;
  /// Every line begins with a digit or one of `* + , - . /`: a puzzle, which gets an answer, or an
  /// answer other than a word.
  bool plain = true;
};

/// REQUIRES: `text` is whole lines, each with its line feed.
LineScan scan_lines(std::string_view text);

}  // namespace puzzled::net::send
