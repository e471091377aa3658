#include "daemon/serve/mailbox.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

namespace puzzled::serve {
namespace {

int open_bell() {
  const int bell = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (bell < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return bell;
}

}  // namespace

Mailbox::Mailbox(boost::asio::io_context& context) : bell_(context, open_bell()) {
  wait();
}

Mailbox::~Mailbox() {
  for (Letter* next = take(); next != nullptr;) {
    const std::unique_ptr<Letter> letter(next);
    next = letter->next;
  }
}

void Mailbox::put(std::function<void()> call) {
  Letter* before = last_.load(std::memory_order_relaxed);
  auto* const letter = new Letter{std::move(call), before};
  // Release: whoever takes it sees all that came before. From then on it is the loop's.
  while (!last_.compare_exchange_weak(before, letter, std::memory_order_release,
                                      std::memory_order_relaxed)) {
    letter->next = before;
  }
  // Others that came first have rung.
  if (before == nullptr) ::eventfd_write(bell_.native_handle(), 1);
}

void Mailbox::wait() {
  bell_.async_wait(boost::asio::posix::stream_descriptor::wait_read,
                   [this](boost::system::error_code error) {
                     if (error) return;
                     read();
                     wait();
                   });
}

void Mailbox::read() {
  // First the bell: what is put behind this rings again.
  eventfd_t rings = 0;
  ::eventfd_read(bell_.native_handle(), &rings);
  for (Letter* next = take(); next != nullptr;) {
    const std::unique_ptr<Letter> letter(next);
    next = letter->next;
    letter->call();
  }
}

/// All there are, the oldest first.
Mailbox::Letter* Mailbox::take() {
  Letter* last = last_.exchange(nullptr, std::memory_order_acquire);
  Letter* first = nullptr;
  while (last != nullptr) {
    Letter* const before = std::exchange(last->next, first);
    first = std::exchange(last, before);
  }
  return first;
}

}  // namespace puzzled::serve
