#include "daemon/base/files/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/sudoku/text/lines.hpp"

namespace puzzled {
namespace {

constexpr std::size_t kFirstBytes = 64 * 1024;

}  // namespace

LineReader::LineReader(std::unique_ptr<ByteSource> source, std::string name,
                       std::uint64_t max_bytes)
    : source_(std::move(source)),
      name_(std::move(name)),
      max_bytes_(max_bytes),
      buffer_(kFirstBytes, '\0'),
      text_(std::string_view(buffer_).substr(0, 0)) {}

std::optional<std::string_view> LineReader::next() {
  for (;;) {
    number_ += sudoku::skip_blank_lines(text_);
    const std::size_t size = text_.find('\n');
    if (std::min(size, text_.size()) > sudoku::kMaxLineBytes) {
      error_ = Error{name_ + ':' + std::to_string(number_ + 1) + ": line longer than " +
                     std::to_string(sudoku::kMaxLineBytes) + " bytes"};
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
  const Result<std::size_t> got =
      source_->read(buffer_.data() + text_.size(), buffer_.size() - text_.size());
  if (!got) {
    error_ = got.error();
    return false;
  }
  bytes_ += *got;
  if (bytes_ > max_bytes_) {
    error_ = Error{name_ + " is longer than " + std::to_string(max_bytes_) + " bytes"};
    return false;
  }
  ended_ = *got == 0;
  text_ = {buffer_.data(), text_.size() + *got};
  return true;
}

}  // namespace puzzled
