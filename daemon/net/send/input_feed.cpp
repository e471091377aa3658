#include "daemon/net/send/input_feed.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/text/block_cut.hpp"
#include "core/sudoku/text/lines.hpp"
#include "daemon/base/files/block_reader.hpp"
#include "daemon/base/files/input.hpp"
#include "daemon/net/send/line_scan.hpp"

namespace puzzled::net::send {
namespace {

// One is being filled, one is being sent; more if a slice is a few lines only.
constexpr std::size_t kMaxReady = 4;
constexpr std::size_t kMaxReadySlices = 256;

// Extra room in every buffer that is used again, for the incomplete line of the last read.
constexpr std::size_t kCarriedBytes = std::size_t{4} << 10;
constexpr std::size_t kMaxSpare = 32;  // more than are in flight, unless they are small

constexpr std::size_t kBeginningBytes = 4096;

}  // namespace

InputFeed::InputFeed(std::string path, const FeedOptions& options, const Interrupt& interrupt,
                     std::function<void()> changed)
    : path_(std::move(path)),
      options_(options),
      request_(options_.form.request()),
      interrupt_(interrupt),
      changed_(std::move(changed)),
      count_plain_lines_(sudoku::plain_line_counter()),
      writer_(count_plain_lines_) {}

InputFeed::~InputFeed() {
  if (!thread_.joinable()) return;
  stop();
  join();
}

void InputFeed::join() {
  if (thread_.joinable()) thread_.join();
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
  next_line_ = block->next_line;
  room_.notify_one();
  return block;
}

bool InputFeed::has_block() {
  const std::lock_guard lock(mutex_);
  return !ready_.empty();
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

bool InputFeed::has_given_all() {
  std::unique_lock lock(mutex_);
  settled_.wait(lock, [this] { return ended_ || is_waiting_ || !ready_.empty(); });
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

void InputFeed::begin_pass() {
  const InputForm& form = options_.form;
  const bool is_of_puzzles = form.format != "auto" || !form.column.empty() || !form.blank.empty();
  kind_ = form.format == "line" ? StreamKind::kRequests
          : is_of_puzzles       ? StreamKind::kPuzzles
                                : StreamKind::kUndecided;
  looks_for_boards_ = kind_ == StreamKind::kUndecided;
  form_.reset();
  boards_.reset();
  context_ = {};
  carried_.clear();
  source_ended_ = saw_end_ = false;
  begins_ = true;
  line_ = 1;
}

void InputFeed::feed() {
  begin_pass();
  Result<bool> more = feed_once();
  while (more && *more && options_.repeat && has_requests_) {
    is_first_pass_ = false;
    Result<std::unique_ptr<ByteSource>> again = open_input(path_, interrupt_);
    if (!again) {
      more = again.error();
      break;
    }
    {
      const std::lock_guard lock(mutex_);
      source_ = std::move(*again);
    }
    begin_pass();
    more = feed_once();
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    if (!more) error_ = more.error();
  }
  settled_.notify_all();
  changed_();
}

/// Reads the rest of the input; false if the feed was stopped.
Result<bool> InputFeed::feed_once() {
  for (;;) {
    Result<std::unique_ptr<Block>> read = read_block();
    if (!read) return read.error();
    std::unique_ptr<Block> block = std::move(*read);
    if (block == nullptr) return true;
    has_requests_ |= block->requests > 0;
    const bool has_answers = block->requests > 0 || !block->own.empty();
    if (has_answers && !push_sliced(std::move(block))) return false;
    if (saw_end_) {
      if (is_first_pass_) has_text_behind_end_ = has_text_left(carried_, *source_, source_ended_);
      return true;
    }
  }
}

/// The next block, which may be empty; null at the end of the input.
Result<std::unique_ptr<Block>> InputFeed::read_block() {
  Held held = hold_carried();
  bool may_cut = held.text().find('\n') != std::string_view::npos;
  for (;;) {
    if (may_cut || source_ended_) {
      const Cut found = cut(held);
      if (form_ && form_->is_refused()) {
        return Error{input_name(path_) + ": " + form_->reason_to_refuse(options_.form.column)};
      }
      if (found.bytes > 0) return block_of(std::move(held), found);
      if (source_ended_) return std::unique_ptr<Block>();
    }
    if (const Result<> read = read_more(held); !read) return read.error();
    // What an interrupt has cut off is no puzzle.
    if (source_ended_ && interrupt_.requested()) return std::unique_ptr<Block>();
    may_cut = begins_text(held);
  }
}

InputFeed::Held InputFeed::hold_carried() {
  Held held;
  held.capacity = options_.block_bytes + kCarriedBytes;
  if (carried_.size() > held.capacity / 2) held.capacity += carried_.size();
  held.bytes = buffer(held.capacity);
  held.size = carried_.size();
  std::memcpy(held.bytes.get(), carried_.data(), held.size);
  carried_.clear();
  return held;
}

Result<> InputFeed::read_more(Held& held) {
  if (held.size == held.capacity) {
    if (kind_ == StreamKind::kRequests && held.size >= kMaxLineBytes) {
      return Error{input_name(path_) + ':' + std::to_string(line_) + ": line longer than " +
                   std::to_string(kMaxLineBytes) + " bytes"};
    }
    const std::size_t capacity = 2 * held.capacity;
    std::unique_ptr<char[]> larger = buffer(capacity);
    std::memcpy(larger.get(), held.bytes.get(), held.size);
    held.bytes = std::move(larger);
    held.capacity = capacity;
  }
  const bool waits = !source_->ready();
  if (waits) tell_waiting(true);
  const Result<std::size_t> got =
      source_->read(held.bytes.get() + held.size, held.capacity - held.size);
  if (waits) tell_waiting(false);
  if (!got) return got.error();
  source_ended_ = *got == 0;
  held.size += *got;
  consumed_.store(source_->consumed(), std::memory_order_relaxed);
  return {};
}

void InputFeed::tell_waiting(bool is_waiting) {
  {
    const std::lock_guard lock(mutex_);
    is_waiting_ = is_waiting;
  }
  if (is_waiting) settled_.notify_all();
}

/// Drops a byte order mark at the beginning of the input; false while it may be incomplete.
bool InputFeed::begins_text(Held& held) {
  if (!begins_) return true;
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (!source_ended_ && held.size < kMark.size() && kMark.starts_with(held.text())) return false;
  const std::string_view text = sudoku::without_byte_order_mark(held.text());
  std::memmove(held.bytes.get(), text.data(), text.size());
  held.size = text.size();
  begins_ = context_.begins_stream = false;
  if (is_first_pass_) beginning_ = held.text().substr(0, kBeginningBytes);
  return true;
}

InputFeed::Cut InputFeed::cut(Held& held) {
  if (kind_ == StreamKind::kUndecided) {
    Cut found = cut_undecided(held.text());
    if (found.bytes > 0 || kind_ == StreamKind::kUndecided) return found;
  }
  return kind_ == StreamKind::kRequests ? cut_requests(held) : cut_puzzles(held.text());
}

/// Lines of which nobody need know whether they are requests; decides what is behind them.
InputFeed::Cut InputFeed::cut_undecided(std::string_view text) {
  Cut found;
  const sudoku::PlainForm plain_form = form_ ? form_->plain_form : sudoku::PlainForm::kPuzzle;
  const std::size_t plain_lines = count_plain_lines_(
      reinterpret_cast<const std::uint8_t*>(text.data()), text.size(), text.size(), plain_form);
  found.bytes = plain_lines * sudoku::plain_line_bytes(plain_form);
  if (plain_form == sudoku::PlainForm::kPuzzle) found.bare_lines = plain_lines;
  const std::string_view rest = text.substr(found.bytes);
  if (plain_lines > 0) looks_for_boards_ = false;
  const GlanceContext before{.comes_after_puzzles = plain_lines > 0 || form_.has_value(),
                             .looks_for_boards = looks_for_boards_,
                             .boards = boards_.get()};
  if (rest.find('\n') != std::string_view::npos || rest.size() > sudoku::kMaxLineBytes ||
      source_ended_) {
    const Glance glance = glance_at(rest, source_ended_, before, request_);
    const bool is_bare =
        glance.bytes == glance.bare_bytes && found.bytes == found.bare_lines * sudoku::kLineBytes;
    found.bare_lines = is_bare ? found.bare_lines + glance.bare_lines : 0;
    found.bytes += glance.bytes;
    if (glance.boards) take_boards(*glance.boards);
    kind_ = glance.kind;
    saw_end_ = glance.ended;
  }
  if (found.bytes == 0) return found;
  // Without a form there are only blank lines and comments.
  if (knows_form(text, source_ended_) && boards_) {
    found.boards = boards_;
  } else if (form_) {
    found.form = *form_;
    if (form_->plain_form == plain_form) found.form.plain_lines = plain_lines;
  } else {
    found.form.layout = sudoku::Layout::kAny;
  }
  return found;
}

InputFeed::Cut InputFeed::cut_requests(Held& held) {
  Cut found{.is_requests = true};
  if (source_ended_ && held.size > 0 && !held.text().ends_with('\n')) {
    held.bytes[held.size++] = '\n';  // capacity has room for one
  }
  const std::size_t last = held.text().rfind('\n');
  if (last != std::string_view::npos) found.bytes = last + 1;
  return found;
}

void InputFeed::take_boards(const variants::BoardForm& form) {
  boards_ = std::make_shared<const variants::BoardForm>(form);
  looks_for_boards_ = false;
}

/// As BlockReader finds it out.
bool InputFeed::knows_form(std::string_view text, bool complete) {
  if (looks_for_boards_) {
    const variants::BoardDetection found = variants::detect_boards(text, complete, {});
    if (!found.is_decided) return false;
    looks_for_boards_ = false;
    if (found.form) take_boards(*found.form);
  }
  if (!boards_ && !form_) form_ = sudoku::detect_form(text, complete, request_);
  return boards_ || form_;
}

InputFeed::Cut InputFeed::cut_puzzles(std::string_view text) {
  const bool full = text.size() >= kBlockBytes;
  if (!knows_form(text, source_ended_)) {
    // Blank lines and comments are a block of their own, so that each is read once.
    std::string_view rest = text;
    if (sudoku::skip_blank_lines(rest, request_.blanks) > 0) {
      return {.bytes = text.size() - rest.size(), .form = {.layout = sudoku::Layout::kAny}};
    }
    if (!knows_form(text, full)) return {};
  }
  if (boards_) {
    const sudoku::BlockCut found = cut_boards(text, *boards_, context_, source_ended_, full);
    saw_end_ = found.ended;
    return {.bytes = found.size, .boards = boards_, .next = found.next};
  }
  if (form_->is_refused()) return {};
  const sudoku::BlockCut found =
      sudoku::cut_block(text, *form_, context_, source_ended_, full, count_plain_lines_);
  const bool is_bare = form_->plain_form == sudoku::PlainForm::kPuzzle &&
                       found.size == found.plain_lines * sudoku::kLineBytes;
  Cut cut{.bytes = found.size,
          .bare_lines = is_bare ? found.plain_lines : 0,
          .form = *form_,
          .next = found.next};
  cut.form.has_quotes = found.has_quotes;
  cut.form.plain_lines = found.plain_lines;
  saw_end_ = found.ended;
  return cut;
}

std::unique_ptr<Block> InputFeed::block_of(Held held, const Cut& cut) {
  carried_.assign(held.bytes.get() + cut.bytes, held.size - cut.bytes);
  auto block = std::make_unique<Block>();
  block->first_line = line_;
  if (!cut.is_requests && cut.bare_lines == 0) {
    write_puzzles(std::move(held), cut, *block);
  } else {
    block->bytes = std::move(held.bytes);
    block->capacity = held.capacity;
    block->size = cut.bytes;
    if (cut.bare_lines > 0) {
      block->requests = cut.bare_lines;
      context_ = {.begins_stream = false,
                  .begins_content = false,
                  .preceding_text = sudoku::PrecedingText::kLines};
      line_ += block->requests;
    } else {
      const LineScan scan = scan_lines(block->text());
      block->requests = scan.lines;
      if (!scan.plain) {
        const std::optional<EndLine> end = drop_unanswered(*block);
        saw_end_ = end.has_value();
        if (end) {
          end_word_ = end->word;
          carried_.insert(0, end->behind);
        }
      }
      line_ += scan.lines;
    }
  }
  block->next_line = line_;
  return block;
}

void InputFeed::write_puzzles(Held held, const Cut& cut, Block& block) {
  const BlockWriter::Read read =
      cut.boards
          ? writer_.write_boards(held.text().substr(0, cut.bytes), *cut.boards, context_, line_,
                                 block)
          : writer_.write(held.text().substr(0, cut.bytes), cut.form, context_, line_, block);
  context_ = cut.next.value_or(read.context);
  line_ += read.line_ends;
  if (is_first_pass_) counters_.add(read.account);
  const std::string_view lines = writer_.lines();
  block.bytes = std::move(held.bytes);
  block.capacity = held.capacity;
  if (lines.size() > held.capacity) {
    block.bytes = std::make_unique_for_overwrite<char[]>(lines.size());
    block.capacity = lines.size();
  }
  block.size = lines.size();
  std::memcpy(block.bytes.get(), lines.data(), lines.size());
}

bool InputFeed::push_sliced(std::unique_ptr<Block> block) {
  if (block->requests <= options_.block_lines) return push(std::move(block));
  std::string_view rest = block->text();
  std::size_t own = 0;  // answers of our own that are in slices
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
    const std::uint64_t first = done;
    done += slice->requests;
    const bool is_last = done == block->requests;
    slice->next_line = is_last ? block->next_line : block->line_of(done);
    if (!block->kinds.empty()) {
      const auto from = block->kinds.begin() + static_cast<std::ptrdiff_t>(first);
      slice->kinds.assign(from, from + static_cast<std::ptrdiff_t>(slice->requests));
    }
    for (; own < block->own.count() && (is_last || block->own.index(own) < done); ++own) {
      std::string_view line = block->own.line(own);
      line.remove_suffix(1);
      slice->own.add(block->own.index(own) - first, line);
    }
    if (!push(std::move(slice))) return false;
  }
  return true;
}

/// Waits for room; false when the feed was stopped.
bool InputFeed::push(std::unique_ptr<Block> block) {
  block->first_place = places_;
  places_ += block->places();
  const std::size_t size = block->size + block->own.bytes();
  const std::size_t limit = size < options_.block_bytes / 16 ? kMaxReadySlices : kMaxReady;
  bool first = false;
  {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return stopped_ || ready_.size() < limit; });
    if (stopped_) return false;
    first = ready_.empty();
    ready_.push_back(std::move(block));
  }
  if (first) settled_.notify_all();
  if (first) changed_();
  return true;
}

}  // namespace puzzled::net::send
