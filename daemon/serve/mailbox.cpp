#include "daemon/serve/mailbox.hpp"

#include <sys/eventfd.h>

#include <cerrno>
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

void Mailbox::put(std::unique_ptr<CallList::Call> call) noexcept {
  if (calls_.add(std::move(call))) ::eventfd_write(bell_.native_handle(), 1);
}

void Mailbox::put(std::function<void()> call) {
  put(std::make_unique<CallList::Call>(std::move(call)));
}

void Mailbox::resume() {
  if (waiting_.is_active()) return;
  ::eventfd_write(bell_.native_handle(), 1);  // for the calls behind the one that threw
  wait();
}

void Mailbox::wait() {
  bell_.async_wait(LoopDescriptor::wait_read,
                   [this, token = waiting_.begin()](boost::system::error_code error) mutable {
                     if (error) return;
                     token.end();
                     // First the bell: what is put behind this rings again.
                     eventfd_t rings = 0;
                     ::eventfd_read(bell_.native_handle(), &rings);
                     calls_.run();
                     wait();
                   });
}

}  // namespace puzzled::serve
