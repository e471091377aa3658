#include "daemon/send/input_feed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/sudoku/text/lines.hpp"
#include "daemon/files/input.hpp"
#include "daemon/send/line_scan.hpp"
#include "daemon/wire/protocol.hpp"

namespace puzzled::send {
namespace {

// One is being filled, one is being sent; more if a slice is a few lines only.
constexpr std::size_t kMaxReady = 4;
constexpr std::size_t kMaxReadySlices = 256;

// Extra room in every buffer that is used again, for the incomplete line of the last read.
constexpr std::size_t kCarriedBytes = std::size_t{4} << 10;
constexpr std::size_t kMaxSpare = 32;  // more than are in flight, unless they are small

/// Keeps the lines that get an answer, and notes their line numbers. True if it found `end`.
bool drop_unanswered(Block& block) {
  using Kind = serve::Request::Kind;
  std::string_view rest = block.text();
  std::size_t kept = 0;
  std::uint64_t line = block.first_line;
  bool ended = false;
  for (; !rest.empty(); ++line) {
    line += sudoku::skip_blank_lines(rest);
    if (rest.empty()) break;
    const std::size_t size = rest.find('\n') + 1;
    std::string_view text = rest.substr(0, size - 1);
    if (text.ends_with('\r')) text.remove_suffix(1);
    const Kind kind = serve::read_request(text, {}).kind;
    ended = kind == Kind::kEnd;
    if (ended) break;
    if (kind != Kind::kNothing) {
      std::memmove(block.bytes.get() + kept, rest.data(), size);
      kept += size;
      block.lines.push_back(line);
    }
    rest.remove_prefix(size);
  }
  block.size = kept;
  block.requests = block.lines.size();
  return ended;
}

}  // namespace

InputFeed::InputFeed(std::string path, const FeedOptions& options, const Interrupt& interrupt,
                     std::function<void()> changed)
    : path_(std::move(path)),
      options_(options),
      interrupt_(interrupt),
      changed_(std::move(changed)) {}

InputFeed::~InputFeed() {
  if (!thread_.joinable()) return;
  stop();
  thread_.join();
}

Result<> InputFeed::start() {
  Result<std::unique_ptr<ByteSource>> source = open_input(path_, interrupt_);
  if (!source) return source.error();
  source_ = std::move(*source);
  thread_ = std::thread([this] { feed(); });
  return {};
}

std::unique_ptr<Block> InputFeed::take() {
  const std::lock_guard lock(mutex_);
  if (ready_.empty()) return nullptr;
  std::unique_ptr<Block> block = std::move(ready_.front());
  ready_.pop_front();
  next_line_ = block->line_of(block->requests - 1) + 1;
  room_.notify_one();
  return block;
}

void InputFeed::recycle(Block& block) {
  std::unique_ptr<char[]> bytes = std::move(block.bytes);
  const std::lock_guard lock(mutex_);
  if (block.capacity == options_.block_bytes + kCarriedBytes && spare_.size() < kMaxSpare) {
    spare_.push_back(std::move(bytes));
  }
}

/// With room for a line feed behind it.
std::unique_ptr<char[]> InputFeed::buffer(std::size_t capacity) {
  if (capacity == options_.block_bytes + kCarriedBytes) {
    const std::lock_guard lock(mutex_);
    if (!spare_.empty()) {
      std::unique_ptr<char[]> bytes = std::move(spare_.back());
      spare_.pop_back();
      return bytes;
    }
  }
  return std::make_unique_for_overwrite<char[]>(capacity + 1);
}

bool InputFeed::ended() {
  const std::lock_guard lock(mutex_);
  return ended_ && ready_.empty();
}

std::optional<Error> InputFeed::error() {
  const std::lock_guard lock(mutex_);
  return error_;
}

void InputFeed::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  room_.notify_one();
  if (source_) source_->cancel();
}

void InputFeed::feed() {
  Result<bool> more = feed_once();
  while (more && *more && options_.repeat && blocks_ > 0) {
    Result<std::unique_ptr<ByteSource>> again = open_input(path_, interrupt_);
    if (!again) {
      more = again.error();
      break;
    }
    {
      const std::lock_guard lock(mutex_);
      source_ = std::move(*again);
    }
    source_ended_ = saw_end_ = false;
    line_ = 1;
    more = feed_once();
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    if (!more) error_ = more.error();
  }
  changed_();
}

/// Reads the rest of the input; false if the feed was stopped.
Result<bool> InputFeed::feed_once() {
  for (;;) {
    Result<std::unique_ptr<Block>> read = read_block();
    if (!read) return read.error();
    std::unique_ptr<Block> block = std::move(*read);
    if (block == nullptr) return true;
    const std::uint64_t lines = block->requests;
    block->first_line = line_;
    if (block->lines.empty() && !scan_lines(block->text()).plain)
      saw_end_ = drop_unanswered(*block);
    line_ += lines;
    if (block->requests > 0 && !push_sliced(std::move(block))) return false;
    if (saw_end_) return true;
  }
}

/// The whole lines of one read, unchanged; null at the end of the input.
Result<std::unique_ptr<Block>> InputFeed::read_block() {
  std::size_t capacity = options_.block_bytes + std::max(carried_.size(), kCarriedBytes);
  std::unique_ptr<char[]> bytes = buffer(capacity);
  std::size_t size = carried_.size();
  std::memcpy(bytes.get(), carried_.data(), size);
  carried_.clear();
  std::size_t whole = 0;  // bytes of whole lines
  while (whole == 0 && !source_ended_) {
    if (size == capacity) {
      if (size >= kMaxLineBytes) {
        return Error{input_name(path_) + ':' + std::to_string(line_) + ": line longer than " +
                     std::to_string(kMaxLineBytes) + " bytes"};
      }
      capacity *= 2;
      std::unique_ptr<char[]> larger = buffer(capacity);
      std::memcpy(larger.get(), bytes.get(), size);
      bytes = std::move(larger);
    }
    const Result<std::size_t> got = source_->read(bytes.get() + size, capacity - size);
    if (!got) return got.error();
    source_ended_ = *got == 0;
    consumed_.store(source_->consumed(), std::memory_order_relaxed);
    const std::size_t last = std::string_view(bytes.get(), size + *got).rfind('\n');
    size += *got;
    if (last != std::string_view::npos) whole = last + 1;
  }
  if (whole == 0 && size > 0) {  // the last line has no line feed: capacity has room for one
    bytes[size++] = '\n';
    whole = size;
  }
  if (whole == 0) return std::unique_ptr<Block>();
  carried_.assign(bytes.get() + whole, size - whole);
  if (line_ == 1 && blocks_ == 0) {
    const std::string_view text(bytes.get(), whole);
    const std::size_t mark = whole - sudoku::without_byte_order_mark(text).size();
    std::memmove(bytes.get(), bytes.get() + mark, whole - mark);
    whole -= mark;
  }
  auto block = std::make_unique<Block>();
  block->bytes = std::move(bytes);
  block->capacity = capacity;
  block->size = whole;
  block->requests = scan_lines(block->text()).lines;
  return block;
}

bool InputFeed::push_sliced(std::unique_ptr<Block> block) {
  if (block->requests <= options_.block_lines) return push(std::move(block));
  std::string_view rest = block->text();
  for (std::uint64_t done = 0; done < block->requests;) {
    auto slice = std::make_unique<Block>();
    slice->requests = std::min(options_.block_lines, block->requests - done);
    slice->size = sudoku::end_of_line(rest, slice->requests);
    slice->bytes = std::make_unique_for_overwrite<char[]>(slice->size);
    std::memcpy(slice->bytes.get(), rest.data(), slice->size);
    slice->first_line = block->line_of(done);
    if (!block->lines.empty()) {
      const auto from = block->lines.begin() + static_cast<std::ptrdiff_t>(done);
      slice->lines.assign(from, from + static_cast<std::ptrdiff_t>(slice->requests));
    }
    rest.remove_prefix(slice->size);
    done += slice->requests;
    if (!push(std::move(slice))) return false;
  }
  return true;
}

/// Waits for room; false when the feed was stopped.
bool InputFeed::push(std::unique_ptr<Block> block) {
  block->number = blocks_++;
  const std::size_t limit = block->size < options_.block_bytes / 16 ? kMaxReadySlices : kMaxReady;
  bool first = false;
  {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return stopped_ || ready_.size() < limit; });
    if (stopped_) return false;
    first = ready_.empty();
    ready_.push_back(std::move(block));
  }
  if (first) changed_();
  return true;
}

}  // namespace puzzled::send
