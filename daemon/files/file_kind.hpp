// What a file is, by its first bytes: text, compressed in a way that is unpacked here, or something
// that has to be converted first.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace puzzled {

struct FileKind {
  enum class Reading { kText, kGzip, kZstandard, kRefused };
  Reading reading = Reading::kText;
  std::string_view name{};  ///< if refused: `xz data`
  std::string_view cure{};  ///< if refused: what to do
};

/// As many bytes tell.
inline constexpr std::size_t kKindBytes = 4;

/// By the first kKindBytes, or all there are. Whatever is not known counts as text.
FileKind kind_of(std::string_view head);

/// Whether more bytes may make a difference. A terminal's user need not type more to be heard: no
/// line of text that gets an answer is as short as this needs.
bool kind_is_open(std::string_view head);

/// `NAME: xz data cannot be read as it is; pipe it through ...`. REQUIRES: refused.
std::string refusal_of(const FileKind& kind, const std::string& name);

}  // namespace puzzled
