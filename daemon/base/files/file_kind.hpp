// The kind of a file, detected by its first bytes: text, compressed text that is unpacked here,
// arrays that are read as text, or data that has to be converted first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace puzzled {

struct FileKind {
  enum class Reading { kText, kGzip, kZstandard, kNpy, kRefused };
  Reading reading = Reading::kText;
  std::string_view name{};  ///< if refused: `xz data`
  std::string_view cure{};  ///< if refused: what to do; of arrays, where they are packed
};

/// This many bytes are enough to detect the kind.
inline constexpr std::size_t kKindBytes = 4;

/// Detects the kind by the first kKindBytes, or all bytes of a shorter file. Unknown data is text.
FileKind kind_of(std::string_view head);

/// Whether more bytes may change the kind. A line typed at a terminal is not delayed: every line
/// that gets an answer is longer than what this needs.
bool kind_is_open(std::string_view head);

/// `NAME: xz data cannot be read directly; pipe it through ...`. REQUIRES: refused.
std::string refusal_of(const FileKind& kind, const std::string& name);

}  // namespace puzzled
