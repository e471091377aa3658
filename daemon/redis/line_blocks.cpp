#include "daemon/redis/line_blocks.hpp"

#include <cstring>
#include <utility>

#include "daemon/base/files/input.hpp"
#include "daemon/redis/block_form.hpp"

namespace puzzled::redis {
namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;

}  // namespace

LineBlocks::LineBlocks(std::vector<std::string> inputs, std::uint64_t lines, Open open)
    : inputs_(std::move(inputs)), most_lines_(lines), open_(std::move(open)) {}

std::string LineBlocks::name(std::size_t input) const {
  return input_name(inputs_[input]);
}

Result<> LineBlocks::open_next() {
  Result<std::unique_ptr<ByteSource>> source = open_(inputs_[opened_]);
  if (!source) return source.error();
  source_ = std::move(*source);
  source_ended_ = false;
  line_ = 1;
  ++opened_;
  return {};
}

Result<LineBlocks::Step> LineBlocks::next(LineBlock& block) {
  for (;;) {
    if (!source_) {
      if (opened_ == inputs_.size()) return Step::kEnd;
      if (const Result<> opened = open_next(); !opened) return opened.error();
    }
    if (find_line_ends() || (source_ended_ && end_ > 0)) {
      block = cut();
      return Step::kBlock;
    }
    if (size_ > kMaxBlockBytes) {
      return Error{name(opened_ - 1) + ':' + std::to_string(line_ + lines_) +
                   ": a line of more than " + std::to_string(kMaxBlockBytes) +
                   " bytes fits into no block"};
    }
    if (source_ended_) {
      consumed_before_ += source_->consumed();
      source_.reset();
      continue;
    }
    if (!source_->ready()) return Step::kNotYet;
    if (const Result<> read = read_more(); !read) return read.error();
  }
}

/// Whether the block is complete although more may follow.
bool LineBlocks::find_line_ends() {
  while (lines_ < most_lines_) {
    const void* const found = std::memchr(buffer_.data() + searched_, '\n', size_ - searched_);
    const bool is_cut_off = found == nullptr;
    const std::size_t end =
        is_cut_off ? size_
                   : static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) + 1;
    if (end > kMaxBlockBytes) return lines_ > 0;
    if (is_cut_off && (!source_ended_ || end_ == size_)) {
      searched_ = size_;
      return false;
    }
    searched_ = end;
    end_ = end;
    ++lines_;
  }
  return true;
}

Result<> LineBlocks::read_more() {
  if (buffer_.size() < size_ + kReadBytes) buffer_.resize(size_ + kReadBytes);
  const Result<std::size_t> got = source_->read(buffer_.data() + size_, kReadBytes);
  if (!got) return got.error();
  source_ended_ = *got == 0;
  size_ += *got;
  return {};
}

LineBlock LineBlocks::cut() {
  LineBlock block{.text = buffer_.substr(0, end_),
                  .lines = lines_,
                  .first_line = line_,
                  .input = opened_ - 1,
                  .consumed = consumed_before_ + source_->consumed()};
  line_ += lines_;
  size_ -= end_;
  std::memmove(buffer_.data(), buffer_.data() + end_, size_);
  searched_ = 0;
  end_ = 0;
  lines_ = 0;
  return block;
}

}  // namespace puzzled::redis
