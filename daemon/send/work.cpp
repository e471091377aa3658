#include "daemon/send/work.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::send {
namespace {

// Limit of answers that are kept for their turn. Above it only the connection whose turn it is is
// read.
constexpr std::size_t kMaxKeptBytes = std::size_t{64} << 20;

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
    block = feed_.take();
    if (block == nullptr) return nullptr;
    requests_ += block->requests;
  }
  in_flight_ += block->size;
  if (exhausted()) {
    changed_();
  } else {
    notify_idle();
  }
  return block;
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

void Work::lose(const Block& block) {
  for (std::uint64_t i = block.answered; i < block.requests; ++i) {
    const std::uint64_t line = block.line_of(i);
    if (!lost_.empty() && lost_.back().second + 1 == line) {
      lost_.back().second = line;
    } else {
      lost_.emplace_back(line, line);
    }
  }
  end_block(block);
}

/// Ends a block whose answers have all come or are lost.
void Work::end_block(const Block& block) {
  const bool was_full = in_flight_ >= options_.bytes_total;
  in_flight_ -= block.size;
  if (was_full && in_flight_ < options_.bytes_total) notify_idle();
  const std::uint64_t lost = block.requests - block.answered;
  if (reorders() && order_.complete(block.number, lost) && blocked_ > 0) changed_();
}

void Work::answer(Block& block, std::uint64_t count, std::string_view answers) {
  block.answered += count;
  const bool complete = block.answered == block.requests;
  tally_.add(answers);
  // A solution is as long as a puzzle.
  if (reorders()) order_.add(block.number, answers, block.size);
  if (complete) end_block(block);
}

bool Work::may_receive(const Block& block) const {
  return !reorders() || block.number == order_.turn() || order_.kept() < kMaxKeptBytes;
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
