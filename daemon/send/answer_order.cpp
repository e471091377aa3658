#include "daemon/send/answer_order.hpp"

namespace puzzled::send {

void AnswerOrder::add(std::uint64_t block, std::string_view answers) {
  if (block == turn_) return write_(answers);
  waiting_[block].answers += answers;
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
