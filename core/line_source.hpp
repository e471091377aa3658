// Lines of text that come from anywhere, for readers that need one at a time.
#pragma once

#include <algorithm>
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

/// The lines of a text in memory, all of them. The text must outlive this.
class TextLines final : public LineSource {
 public:
  explicit TextLines(std::string_view text) : text_(text) {}

  std::optional<std::string_view> next() override {
    if (text_.empty()) return std::nullopt;
    const std::string_view line = text_.substr(0, text_.find('\n'));
    text_.remove_prefix(std::min(line.size() + 1, text_.size()));
    ++number_;
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }
  std::uint64_t number() const override { return number_; }

 private:
  std::string_view text_;
  std::uint64_t number_ = 0;
};

}  // namespace puzzled
