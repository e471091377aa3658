#include "daemon/send/work.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/sudoku/text/lines.hpp"

namespace puzzled::send {
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

/// The answers to the next `count` requests of the block with its own between them.
std::string with_own_answers(Block& block, std::uint64_t count, std::string_view answers) {
  std::string text;
  const std::uint64_t end = block.answered + count;
  for (std::uint64_t at = block.answered; block.own.has_more() && block.own.next_index() <= end;) {
    const std::uint64_t next = block.own.next_index();
    if (next > at) {
      const std::size_t size = sudoku::end_of_line(answers, next - at);
      text += answers.substr(0, size);
      answers.remove_prefix(size);
      at = next;
    }
    text += block.own.take();
  }
  text += answers;
  return text;
}

}  // namespace

Work::Work(const WorkOptions& options, InputFeed& feed, std::function<void(std::string_view)> write,
           std::function<void()> changed)
    : options_(options),
      feed_(feed),
      write_(std::move(write)),
      changed_(std::move(changed)),
      order_(write_) {
  if (options.rate > 0) {
    pace_batch_ = std::max<std::uint64_t>(1, options.rate / options.connections / 1000);
  }
}

std::shared_ptr<Block> Work::take() {
  if (stopped_ || in_flight_ >= options_.bytes_total) return nullptr;
  std::shared_ptr<Block> block;
  if (!returned_.empty()) {
    block = std::move(returned_.front());
    returned_.pop_front();
  } else {
    block = take_new();
    if (block == nullptr) return nullptr;
  }
  in_flight_ += block->size;
  if (exhausted()) {
    changed_();
  } else {
    notify_idle();
  }
  return block;
}

/// The next block of the input that is to be sent. Those that are not are answered on the way.
std::shared_ptr<Block> Work::take_new() {
  for (bool has_written = false;; has_written = true) {
    waits_for_turn_ = order_.kept() >= kMaxKeptBytes;
    std::shared_ptr<Block> block;
    if (!waits_for_turn_) block = {feed_.take().release(), Recycle{&feed_}};
    if (block == nullptr) {
      if (has_written && exhausted()) changed_();
      return nullptr;
    }
    requests_ += block->requests + block->own.count();
    if (block->requests > 0) {
      if (!block->own.empty()) ++blocks_with_own_;
      return block;
    }
    write_own(*block);
  }
}

/// Answers a block without requests.
void Work::write_own(const Block& block) {
  tally_.add(block.own.text());
  write(block, block.own.text());
  complete(block.number, 0);
}

void Work::notify_idle() {
  if (idle_.empty()) return;
  Event* const first = idle_.front();
  idle_.pop_front();
  first->notify();
}

bool Work::exhausted() {
  return stopped_ || (returned_.empty() && unconfirmed_ == 0 && feed_.ended());
}

void Work::end_unconfirmed() {
  if (--unconfirmed_ == 0) changed_();
}

void Work::give_back(std::shared_ptr<Block> block) {
  const auto behind = [&](const std::shared_ptr<Block>& other) {
    return other->number > block->number;
  };
  in_flight_ -= block->size;
  returned_.insert(std::find_if(returned_.begin(), returned_.end(), behind), std::move(block));
  changed_();
}

void Work::lose(Block& block) {
  for (std::uint64_t i = block.answered; i < block.requests; ++i) {
    const std::uint64_t line = block.line_of(i);
    if (!lost_.empty() && lost_.back().second + 1 == line) {
      lost_.back().second = line;
    } else {
      lost_.emplace_back(line, line);
    }
  }
  std::string own;
  while (block.own.has_more()) {
    for (; block.answered < block.own.next_index(); ++block.answered) own += kLostLine;
    const std::string_view line = block.own.take();
    tally_.add(line);
    own += line;
  }
  write(block, own);
  end_block(block);
}

void Work::write(const Block& block, std::string_view answers) {
  // A solution is as long as a puzzle.
  if (options_.keeps_answers && !answers.empty()) order_.add(block.number, answers, block.size);
}

void Work::complete(std::uint64_t number, std::uint64_t lost) {
  if (!options_.keeps_answers || !order_.complete(number, lost)) return;
  if (blocked_ > 0 || std::exchange(waits_for_turn_, false)) changed_();
}

/// Ends a block whose answers have all come or are lost.
void Work::end_block(const Block& block) {
  const bool was_full = in_flight_ >= options_.bytes_total;
  in_flight_ -= block.size;
  if (!block.own.empty()) --blocks_with_own_;
  if (was_full && in_flight_ < options_.bytes_total) notify_idle();
  complete(block.number, block.requests - block.answered);
}

void Work::answer(Block& block, std::uint64_t count, std::string_view answers) {
  std::string merged;
  if (block.own.has_more()) answers = merged = with_own_answers(block, count, answers);
  block.answered += count;
  tally_.add(answers);
  write(block, answers);
  if (block.answered == block.requests) end_block(block);
}

bool Work::may_receive(const Block& block) const {
  return !options_.keeps_answers || block.number == order_.turn() || order_.kept() < kMaxKeptBytes;
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

void Work::lose_returned() {
  for (const std::shared_ptr<Block>& block : returned_) {
    in_flight_ += block->size;
    lose(*block);
  }
  returned_.clear();
}

}  // namespace puzzled::send
