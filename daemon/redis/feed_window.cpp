#include "daemon/redis/feed_window.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::redis {
namespace {

bool is_unanswered(const FeedBlock& block) {
  return block.number != 0 && !block.is_answered;
}

}  // namespace

void FeedWindow::add(LineBlock lines) {
  blocks_.push_back({.lines = std::move(lines), .ordinal = ++added_});
}

std::vector<FeedBlock*> FeedWindow::to_add(std::size_t most) {
  std::vector<FeedBlock*> found;
  for (FeedBlock& block : blocks_) {
    if (found.size() == most) break;
    if (block.number == 0) found.push_back(&block);
  }
  return found;
}

std::vector<FeedBlock*> FeedWindow::unanswered() {
  std::vector<FeedBlock*> found;
  for (FeedBlock& block : blocks_) {
    if (is_unanswered(block)) found.push_back(&block);
  }
  return found;
}

bool FeedWindow::has_unanswered() const {
  return std::any_of(blocks_.begin(), blocks_.end(), is_unanswered);
}

FeedBlock* FeedWindow::find(std::uint64_t number) {
  const auto found = std::find_if(blocks_.begin(), blocks_.end(), [number](const FeedBlock& block) {
    return is_unanswered(block) && block.number == number;
  });
  return found == blocks_.end() ? nullptr : &*found;
}

const FeedBlock* FeedWindow::first_answered() const {
  return blocks_.empty() || !blocks_.front().is_answered ? nullptr : &blocks_.front();
}

}  // namespace puzzled::redis
