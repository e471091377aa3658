#include "daemon/base/files/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace puzzled {
namespace {

constexpr std::size_t kFirstBytes = 64 * 1024;

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source, std::string name,
                       const LineLimits& limits)
    : source_(std::move(source)),
      name_(std::move(name)),
      limits_(limits),
      buffer_(kFirstBytes, '\0'),
      text_(std::string_view(buffer_).substr(0, 0)) {}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = 0;  // bytes of the text without a line end
  for (;;) {
    if (!limits_.gives_all) {
      const std::uint64_t skipped = sudoku::skip_blank_lines(text_);
      if (skipped > 0) searched = 0;
      number_ += skipped;
    }
    const std::size_t size = text_.find('\n', searched);
    searched = text_.size();
    if (std::min(size, text_.size()) > limits_.line_bytes) {
      error_ = Error{name_ + ':' + std::to_string(number_ + 1) + ": line longer than " +
                     std::to_string(limits_.line_bytes) + " bytes"};
      return std::nullopt;
    }
    if (size != std::string_view::npos || (ended_ && !text_.empty())) {
      ++number_;
      return sudoku::take_line(text_);
    }
    if (ended_ || !read_more()) return std::nullopt;
  }
}

/// False after an error.
bool LineReader::read_more() {
  std::memmove(buffer_.data(), text_.data(), text_.size());
  if (2 * text_.size() > buffer_.size()) buffer_.resize(2 * buffer_.size());
  const Result<std::size_t> got =
      source_->read(buffer_.data() + text_.size(), buffer_.size() - text_.size());
  if (!got) {
    error_ = got.error();
    return false;
  }
  bytes_ += *got;
  if (bytes_ > limits_.bytes) {
    error_ = Error{name_ + " is longer than " + std::to_string(limits_.bytes) + " bytes"};
    return false;
  }
  ended_ = *got == 0;
  text_ = {buffer_.data(), text_.size() + *got};
  return true;
}

}  // namespace puzzled
