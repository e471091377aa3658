#include "daemon/net/send/work.hpp"

#include <cstring>
#include <utility>

#include "core/sudoku/text/lines.hpp"

namespace puzzled::net::send {
namespace {

// Limit of answers that are kept for their turn. Above it only the connection whose turn it is is
// read, and no other block is taken.
constexpr std::size_t kMaxKeptBytes = std::size_t{64} << 20;

/// The bytes of a block are used again when nobody has it any more.
struct Recycle {
  InputFeed* feed;

  void operator()(Block* block) const {
    if (block == nullptr) return;
    feed->recycle(*block);
    delete block;
  }
};

// Requests that were refused go in parts of this size, so that several connections share them.
constexpr std::size_t kRefusedBytes = std::size_t{64} << 10;

/// Answers to requests with those of our own in front of them; behind the last one of a block, too.
/// The tally gets our own.
std::string with_own_answers(const Span& requests, std::string_view answers, AnswerTally& tally) {
  const Block& block = *requests.block;
  const std::size_t end =
      block.own.first_from(requests.end == block.requests ? UINT64_MAX : requests.end);
  std::string text;
  std::uint64_t at = requests.next;
  for (std::size_t i = block.own.first_from(requests.next); i < end; ++i) {
    const std::uint64_t next = block.own.index(i);
    if (next > at) {
      const std::size_t size = sudoku::end_of_line(answers, next - at);
      text += answers.substr(0, size);
      answers.remove_prefix(size);
      at = next;
    }
    tally.add(block.own.line(i));
    text += block.own.line(i);
  }
  text += answers;
  return text;
}

/// Of the answers to the rest of a block: a solution is as long as a puzzle.
std::size_t expected_bytes(const Span& requests) {
  const Block& block = *requests.block;
  return block.size / block.requests * (block.requests - requests.next);
}

void add_line(std::uint64_t line, LineRanges& ranges) {
  if (!ranges.empty() && ranges.back().second + 1 == line) {
    ranges.back().second = line;
  } else {
    ranges.emplace_back(line, line);
  }
}

}  // namespace

Work::Work(const WorkOptions& options, InputFeed& feed, std::function<void(std::string_view)> write,
           std::function<void()> changed)
    : options_(options),
      feed_(feed),
      write_(std::move(write)),
      changed_(std::move(changed)),
      order_(write_),
      refusals_(options.retries) {
  if (options.rate > 0) {
    pace_batch_ = std::max<std::uint64_t>(1, options.rate / options.connections / 1000);
  }
}

bool Work::is_full() const {
  return order_.kept() + refusals_.kept() >= kMaxKeptBytes;
}

bool Work::turn_is_due() const {
  if (!options_.keeps_answers) return false;
  if (!returned_.empty() && has_turn(returned_.front())) return true;
  const Clock::time_point due = refusals_.due();
  return due != Clock::time_point::max() && refusals_.next_place() == order_.turn() &&
         Clock::now() >= due;
}

std::vector<Span> Work::take() {
  if (stopped_) return {};
  std::vector<Span> requests = take_waiting();
  if (requests.empty() && may_take_new()) {
    if (std::shared_ptr<Block> block = take_new()) {
      const std::uint64_t count = block->requests;
      requests.push_back({.block = std::move(block), .next = 0, .end = count});
    }
  }
  if (requests.empty()) return requests;
  if (exhausted()) {
    changed_();
  } else {
    notify_idle();
  }
  return requests;
}

/// Of those that are to be asked again, what comes first. If too many answers are kept, only the
/// one whose turn it is: it is what the others wait for.
std::vector<Span> Work::take_waiting() {
  const bool has_returned = !returned_.empty();
  const Clock::time_point due = refusals_.due();
  const bool has_refused = due != Clock::time_point::max() && Clock::now() >= due;
  if (!has_returned && !has_refused) return {};
  const bool takes_refused =
      has_refused && (!has_returned || refusals_.next_place() < returned_.front().place());
  const std::uint64_t place = takes_refused ? refusals_.next_place() : returned_.front().place();
  const bool is_limited = options_.keeps_answers && is_full();
  if (is_limited && place != order_.turn()) return {};
  if (takes_refused) return refusals_.take(is_limited ? 1 : kRefusedBytes);
  std::vector<Span> requests;
  requests.push_back(std::move(returned_.front()));
  returned_.pop_front();
  return requests;
}

/// What the daemon has refused goes first: it is to get less, not more.
bool Work::may_take_new() const {
  return refusals_.empty() && unresolved_bytes_ < options_.bytes_total;
}

bool Work::has_requests() {
  if (stopped_) return false;
  return !returned_.empty() || Clock::now() >= refusals_.due() ||
         (may_take_new() && !is_full() && feed_.has_block());
}

/// The next block of the input that is to be sent. Those that are not are answered on the way.
std::shared_ptr<Block> Work::take_new() {
  for (bool has_written = false;; has_written = true) {
    waits_for_turn_ = is_full();
    std::shared_ptr<Block> block;
    if (!waits_for_turn_) block = {feed_.take().release(), Recycle{&feed_}};
    if (block == nullptr) {
      if (has_written && exhausted()) changed_();
      return nullptr;
    }
    requests_ += block->requests + block->own.count();
    if (block->requests > 0) {
      if (!block->own.empty()) ++blocks_with_own_;
      unresolved_bytes_ += block->size;
      return block;
    }
    write_own(*block);
  }
}

/// Answers a block without requests.
void Work::write_own(const Block& block) {
  tally_.add(block.own.text());
  if (options_.keeps_answers) order_.add(block.first_place, block.places(), block.own.text());
  room_may_have_come();
}

void Work::notify_idle() {
  if (idle_.empty()) return;
  Event* const first = idle_.front();
  idle_.pop_front();
  first->notify();
}

void Work::leave() {
  --connections_;
  changed_();
}

void Work::add_blocked() {
  ++blocked_;
  if (all_blocked()) changed_();
}

bool Work::exhausted() {
  return stopped_ || (returned_.empty() && refusals_.empty() && unconfirmed_ == 0 && feed_.ended());
}

void Work::end_unconfirmed() {
  if (--unconfirmed_ == 0) changed_();
}

bool Work::give_back(Span span) {
  if (std::exchange(span.was_refused, false)) refusals_.withdraw(span.size(), Clock::now());
  const Block& block = *span.block;
  const auto is_once = [&block](std::uint64_t index) {
    return index < block.sent && block.kind_of(index) == RequestKind::kOnce;
  };
  bool has_lost = false;
  while (span.size() > 0) {
    std::uint64_t end = span.next;
    const bool is_lost = is_once(end);
    while (end < span.end && is_once(end) == is_lost) ++end;
    Span part = span.take(end - span.next);
    if (is_lost) {
      has_lost = true;
      for (std::uint64_t i = part.next; i < part.end; ++i) add_line(block.line_of(i), lost_once_);
      lose(part);
      continue;
    }
    const auto behind = std::upper_bound(
        returned_.begin(), returned_.end(), part.place(),
        [](std::uint64_t place, const Span& other) { return place < other.place(); });
    returned_.insert(behind, std::move(part));
  }
  changed_();
  return has_lost;
}

void Work::lose(const Span& span) {
  if (span.was_refused) {
    refusals_.withdraw(span.size(), Clock::now());
    changed_();
  }
  Block& block = *span.block;
  for (std::uint64_t i = span.next; i < span.end; ++i) add_line(block.line_of(i), lost_);
  std::string own;
  std::uint64_t at = span.next;
  const std::size_t end = block.own.first_from(span.end == block.requests ? UINT64_MAX : span.end);
  for (std::size_t i = block.own.first_from(span.next); i < end; ++i) {
    for (; at < block.own.index(i); ++at) own += kLostLine;
    const std::string_view line = block.own.line(i);
    tally_.add(line);
    own += line;
  }
  if (options_.keeps_answers) order_.add(span.place(), span.size(), own, span.end - at);
  resolve(block, span.size());
}

void Work::refuse(Span request, std::string_view answer, bool is_busy) {
  refusals_.add(std::move(request), answer, is_busy, Clock::now());
  if (refusals_.has_given_up()) give_up_refused();
  changed_();
}

/// What was refused, and is not asked again, has that for its answer.
void Work::give_up_refused() {
  for (const Refusals::Refused& refused : refusals_.take_all()) {
    tally_.add(refused.answers);
    write(refused.span, refused.answers);
    resolve(*refused.span.block, refused.span.size());
  }
}

void Work::write_joined(const Span& first, std::uint64_t count, std::string_view answers) {
  if (!options_.keeps_answers) return;
  order_.add(first.place(), count, answers, 0, expected_bytes(first));
}

void Work::write(const Span& requests, std::string_view answers) {
  if (requests.block->own.empty()) return write_joined(requests, requests.size(), answers);
  const std::string all = with_own_answers(requests, answers, tally_);
  if (!options_.keeps_answers) return;
  order_.add(requests.place(), requests.size(), all, 0, expected_bytes(requests));
}

/// Connections may read again, or take a block, when the turn has moved on.
void Work::room_may_have_come() {
  if (blocked_ > 0 || std::exchange(waits_for_turn_, false)) changed_();
}

void Work::answered(const Span& requests, bool were_taken) {
  if (requests.was_refused) {
    refusals_.answered(requests.size(), Clock::now());
    if (!refusals_.empty()) changed_();  // the next round may begin
  } else if (were_taken && refusals_.has_failed_round()) {
    const std::vector<RequestKind>& kinds = requests.block->kinds;
    if (!kinds.empty() && std::memchr(&kinds[requests.next], static_cast<int>(RequestKind::kSearch),
                                      requests.size()) != nullptr) {
      refusals_.restore();
    }
  }
  resolve(*requests.block, requests.size());
}

/// So many requests of a block are answered or lost; its last ones end it.
void Work::resolve(Block& block, std::uint64_t count) {
  room_may_have_come();
  block.resolved += count;
  if (block.resolved < block.requests) return;
  const bool was_full = unresolved_bytes_ >= options_.bytes_total;
  unresolved_bytes_ -= block.size;
  if (!block.own.empty()) --blocks_with_own_;
  if (was_full && unresolved_bytes_ < options_.bytes_total) notify_idle();
}

Clock::time_point Work::reserve(std::uint64_t count) {
  if (reserved_ == 0) pace_start_ = Clock::now();
  const double seconds = static_cast<double>(reserved_) / static_cast<double>(options_.rate);
  reserved_ += count;
  return pace_start_ +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

void Work::stop() {
  stopped_ = true;
  feed_.stop();
  changed_();
}

void Work::give_up_waiting() {
  give_up_refused();
  for (const Span& span : std::exchange(returned_, {})) lose(span);
}

}  // namespace puzzled::net::send
