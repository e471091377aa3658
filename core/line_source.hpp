// Lines of text that come from anywhere, for readers that need one at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace puzzled {

/// The lines of a text, one after another.
class LineSource {
 public:
  virtual ~LineSource() = default;

  /// The next line, without its line end, until the next call; nothing at the end of the text.
  virtual std::optional<std::string_view> next() = 0;

  /// The number of that line, counted from 1.
  virtual std::uint64_t number() const = 0;
};

}  // namespace puzzled
