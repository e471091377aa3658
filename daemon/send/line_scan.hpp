// Counts lines at a few bytes a cycle: all that is done for every line that goes out or comes in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace puzzled::send {

struct LineScan {
  std::uint64_t lines = 0;
  /// Every line begins with a digit or one of `* + , - . /`: a puzzle that gets an answer, or an
  /// answer that is no word.
  bool plain = true;
};

/// REQUIRES: `text` is whole lines, each with its line feed.
LineScan scan_lines(std::string_view text);

}  // namespace puzzled::send
