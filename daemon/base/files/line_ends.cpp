#include "daemon/base/files/line_ends.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "core/sudoku/text/lines.hpp"

namespace puzzled {
namespace {

class LineEndSource final : public ByteSource {
 public:
  explicit LineEndSource(std::unique_ptr<ByteSource> text) : text_(std::move(text)) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    while (!is_known_) {
      // Nobody waits for what only a carriage return makes worth knowing.
      const std::size_t plain = bytes_before_return();
      if (plain > 0 && !text_->ready()) return give(to, std::min(size, plain));
      Result<std::size_t> got = text_->read(to, size);
      if (!got && ahead_.empty()) return got;
      const std::size_t bytes = got ? *got : 0;
      const bool ends = bytes == 0;
      const std::string_view read(to, bytes);
      seen_ += bytes;
      is_known_ =
          ends || read.find('\n') != std::string_view::npos || seen_ > sudoku::kMaxLineBytes;
      if (is_known_ && ahead_.empty() && !read.empty() && read.find('\r') >= read.find('\n')) {
        return got;  // as nearly every text
      }
      ahead_ += read;
      fault_ = got ? std::nullopt : std::optional(got.error());
      at_end_ = ends;
    }
    if (is_first_) {
      is_first_ = false;
      const std::size_t carriage_return = ahead_.find('\r');
      const std::string_view line_end =
          std::string_view(ahead_).substr(std::min(carriage_return, ahead_.size()));
      has_returns_ = ahead_.find('\n') == std::string::npos && line_end.size() > 1;
    }
    std::size_t given = std::min(size, ahead_.size());
    if (given > 0) {
      give(to, given);
    } else if (fault_) {
      return *fault_;
    } else if (!at_end_) {
      Result<std::size_t> got = text_->read(to, size);
      if (!got) return got;
      given = *got;
    }
    if (has_returns_) std::replace(to, to + given, '\r', '\n');
    return given;
  }

  bool ready() override {
    const bool has_bytes = is_known_ ? !ahead_.empty() : bytes_before_return() > 0;
    return has_bytes || at_end_ || fault_ || text_->ready();
  }
  bool gather(std::size_t wanted) override { return text_->gather(wanted); }
  void cancel() override { text_->cancel(); }
  std::uint64_t consumed() const override { return text_->consumed() - ahead_.size(); }

 private:
  std::size_t bytes_before_return() const { return std::min(ahead_.find('\r'), ahead_.size()); }

  std::size_t give(char* to, std::size_t size) {
    std::memcpy(to, ahead_.data(), size);
    ahead_.erase(0, size);
    return size;
  }

  const std::unique_ptr<ByteSource> text_;
  std::string ahead_;         // read, while it is not known how lines end
  std::size_t seen_ = 0;      // bytes, while it is not known
  bool is_known_ = false;     // how they end
  bool is_first_ = true;      // nothing has been given of ahead_
  bool has_returns_ = false;  // alone
  std::optional<Error> fault_;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> with_line_feeds(std::unique_ptr<ByteSource> text) {
  return std::make_unique<LineEndSource>(std::move(text));
}

}  // namespace puzzled
