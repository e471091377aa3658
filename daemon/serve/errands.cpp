#include "daemon/serve/errands.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace puzzled::serve {

Errands::Errands() : bell_(::eventfd(0, EFD_CLOEXEC)) {
  if (!bell_.valid()) throw std::system_error(errno, std::generic_category(), "eventfd");
  thread_ = std::thread([this] { work(); });
}

void Errands::put(std::function<void()> errand) {
  if (errands_.add(std::move(errand))) ::eventfd_write(bell_.get(), 1);
}

void Errands::end() {
  if (!thread_.joinable()) return;
  ending_ = true;
  ::eventfd_write(bell_.get(), 1);
  thread_.join();
}

void Errands::work() {
  while (!ending_) {
    eventfd_t rings = 0;
    ::eventfd_read(bell_.get(), &rings);  // waits
    errands_.run();
  }
  errands_.run();
}

}  // namespace puzzled::serve
