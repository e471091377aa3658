#include "daemon/net/send/reorder_buffer.hpp"

#include <algorithm>
#include <iterator>

namespace puzzled::net::send {

void ReorderBuffer::write(std::string_view answers) {
  if (answers.empty()) return;
  std::string lost_lines;
  for (; lost_ > 0; --lost_) lost_lines += kLostLine;
  if (!lost_lines.empty()) write_(lost_lines);
  write_(answers);
}

void ReorderBuffer::add(std::uint64_t place, std::uint64_t count, std::string_view answers,
                        std::uint64_t lost, std::size_t expected) {
  if (place != turn_) return keep(place, count, answers, lost, expected);
  turn_ += count;
  write(answers);
  lost_ += lost;
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == turn_;
       next = waiting_.erase(next)) {
    turn_ = next->second.end;
    kept_ -= next->second.answers.size();
    write(next->second.answers);
    lost_ += next->second.lost;
  }
}

/// Answers that follow others are put into the same buffer while it has room.
void ReorderBuffer::keep(std::uint64_t place, std::uint64_t count, std::string_view answers,
                         std::uint64_t lost, std::size_t expected) {
  kept_ += answers.size();
  const auto behind = waiting_.upper_bound(place);
  if (behind != waiting_.begin()) {
    Waiting& before = std::prev(behind)->second;
    const std::size_t room = before.answers.capacity() - before.answers.size();
    if (before.end == place && before.lost == 0 && answers.size() <= room) {
      before.answers += answers;
      before.end += count;
      before.lost = lost;
      return;
    }
  }
  Waiting& waiting = waiting_[place];
  waiting.answers.reserve(std::max(answers.size(), expected));
  waiting.answers += answers;
  waiting.end = place + count;
  waiting.lost = lost;
}

}  // namespace puzzled::net::send
