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
      const Result<std::size_t> got = text_->read(to, size);
      if (!got && ahead_.empty()) return got;
      const std::size_t bytes = got ? *got : 0;
      const bool ends = bytes == 0;
      const std::string_view read(to, bytes);
      is_known_ = ends || read.find('\n') != std::string_view::npos ||
                  ahead_.size() + bytes > sudoku::kMaxLineBytes;
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
      std::memcpy(to, ahead_.data(), given);
      ahead_.erase(0, given);
    } else if (fault_) {
      return *fault_;
    } else if (!at_end_) {
      const Result<std::size_t> got = text_->read(to, size);
      if (!got) return got;
      given = *got;
    }
    if (has_returns_) std::replace(to, to + given, '\r', '\n');
    return given;
  }

  bool ready() override { return !ahead_.empty() || at_end_ || fault_ || text_->ready(); }
  bool gather(std::size_t wanted) override { return text_->gather(wanted); }
  void cancel() override { text_->cancel(); }
  std::uint64_t consumed() const override { return text_->consumed() - ahead_.size(); }

 private:
  const std::unique_ptr<ByteSource> text_;
  std::string ahead_;         // read, while it is not known how lines end
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
