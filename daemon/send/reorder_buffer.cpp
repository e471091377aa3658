#include "daemon/send/reorder_buffer.hpp"

#include <algorithm>

namespace puzzled::send {

void ReorderBuffer::write(std::string_view answers) {
  if (answers.empty()) return;
  std::string lost_lines;
  for (; lost_ > 0; --lost_) lost_lines += kLostLine;
  if (!lost_lines.empty()) write_(lost_lines);
  write_(answers);
}

void ReorderBuffer::add(std::uint64_t block, std::string_view answers, std::size_t expected) {
  if (block == turn_) return write(answers);
  std::string& waiting = waiting_[block].answers;
  if (waiting.empty()) waiting.reserve(std::max(answers.size(), expected));
  waiting += answers;
  kept_ += answers.size();
}

bool ReorderBuffer::complete(std::uint64_t block, std::uint64_t lost) {
  if (block != turn_) {
    waiting_[block].lost = lost;
    waiting_[block].complete = true;
    return false;
  }
  lost_ += lost;
  for (bool complete = true; complete;) {
    ++turn_;
    const auto next = waiting_.find(turn_);
    if (next == waiting_.end()) break;
    kept_ -= next->second.answers.size();
    write(next->second.answers);
    lost_ += next->second.lost;
    complete = next->second.complete;
    waiting_.erase(next);
  }
  return true;
}

}  // namespace puzzled::send
