#include "daemon/commands/queens/board_lines.hpp"

#include <algorithm>
#include <cstring>

namespace puzzled::commands {

std::optional<std::string_view> BoardLines::next() {
  constexpr std::size_t kReadBytes = 64 * 1024;
  std::size_t searched = begin_;
  while (!error_) {
    const std::string_view unread(buffer_.data() + searched, end_ - searched);
    const std::size_t feed = unread.find('\n');
    if (feed != std::string_view::npos || (ended_ && begin_ < end_)) {
      const std::size_t stop = feed != std::string_view::npos ? searched + feed : end_;
      const std::string_view line(buffer_.data() + begin_, stop - begin_);
      begin_ = std::min(stop + 1, end_);
      ++number_;
      return line;
    }
    if (ended_) return std::nullopt;
    if (end_ - begin_ > max_bytes_) {
      error_ = Error{"line " + std::to_string(number_ + 1) + ": longer than " +
                     std::to_string(max_bytes_) + " bytes"};
      return std::nullopt;
    }
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    searched = end_;
    if (buffer_.size() < end_ + kReadBytes) buffer_.resize(2 * buffer_.size() + kReadBytes);
    const Result<std::size_t> got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
    if (!got) {
      error_ = got.error();
      return std::nullopt;
    }
    ended_ = *got == 0;
    end_ += *got;
  }
  return std::nullopt;
}

}  // namespace puzzled::commands
