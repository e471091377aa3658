#include "daemon/net/loop/call_list.hpp"

#include <utility>

namespace puzzled::net {

CallList::~CallList() {
  while (const std::unique_ptr<Call> call = next()) {
  }
  take();
  while (const std::unique_ptr<Call> call = next()) {
  }
}

bool CallList::add(std::function<void()> call) {
  Call* before = last_.load(std::memory_order_relaxed);
  Call* const added = new Call{.run = std::move(call), .next = before};
  // Release: the taking thread sees all that came before. From then on the call is its own.
  while (!last_.compare_exchange_weak(before, added, std::memory_order_release,
                                      std::memory_order_relaxed)) {
    added->next = before;
  }
  return before == nullptr;
}

void CallList::run() {
  if (taken_ == nullptr) take();
  while (const std::unique_ptr<Call> call = next()) call->run();
}

/// All there are, the oldest first.
void CallList::take() {
  Call* last = last_.exchange(nullptr, std::memory_order_acquire);
  while (last != nullptr) {
    Call* const before = std::exchange(last->next, taken_);
    taken_ = std::exchange(last, before);
  }
}

/// The first of what is taken; null: none is left.
std::unique_ptr<CallList::Call> CallList::next() {
  std::unique_ptr<Call> first(taken_);
  if (first != nullptr) taken_ = first->next;
  return first;
}

}  // namespace puzzled::net
