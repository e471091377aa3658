#include "daemon/send/answer_order.hpp"

#include <algorithm>

namespace puzzled::send {

void AnswerOrder::add(std::uint64_t block, std::string_view answers, std::size_t expected) {
  if (block == turn_) return write_(answers);
  std::string& waiting = waiting_[block].answers;
  if (waiting.empty()) waiting.reserve(std::max(answers.size(), expected));
  waiting += answers;
  kept_ += answers.size();
}

bool AnswerOrder::complete(std::uint64_t block) {
  if (block != turn_) {
    waiting_[block].complete = true;
    return false;
  }
  for (bool complete = true; complete;) {
    ++turn_;
    const auto next = waiting_.find(turn_);
    if (next == waiting_.end()) break;
    kept_ -= next->second.answers.size();
    if (!next->second.answers.empty()) write_(next->second.answers);
    complete = next->second.complete;
    waiting_.erase(next);
  }
  return true;
}

}  // namespace puzzled::send
