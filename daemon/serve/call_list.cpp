#include "daemon/serve/call_list.hpp"

#include <memory>
#include <utility>

namespace puzzled::serve {

CallList::~CallList() {
  for (Node* next = take(); next != nullptr;) {
    const std::unique_ptr<Node> node(next);
    next = node->next;
  }
}

bool CallList::add(std::function<void()> call) {
  Node* before = last_.load(std::memory_order_relaxed);
  auto* const node = new Node{std::move(call), before};
  // Release: whoever takes it sees all that came before. From then on it is the taker's.
  while (!last_.compare_exchange_weak(before, node, std::memory_order_release,
                                      std::memory_order_relaxed)) {
    node->next = before;
  }
  return before == nullptr;
}

void CallList::run() {
  for (Node* next = take(); next != nullptr;) {
    const std::unique_ptr<Node> node(next);
    next = node->next;
    node->call();
  }
}

/// All there are, the oldest first.
CallList::Node* CallList::take() {
  Node* last = last_.exchange(nullptr, std::memory_order_acquire);
  Node* first = nullptr;
  while (last != nullptr) {
    Node* const before = std::exchange(last->next, first);
    first = std::exchange(last, before);
  }
  return first;
}

}  // namespace puzzled::serve
