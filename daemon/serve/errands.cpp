#include "daemon/serve/errands.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace puzzled::serve {
namespace {

constexpr int kWaitMs =
    static_cast<int>(std::chrono::milliseconds(parallel::Heartbeat::kInterval).count());

}  // namespace

Errands::Errands() : bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
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
    heart_.beat();
    pollfd rung{bell_.get(), POLLIN, 0};
    ::poll(&rung, 1, kWaitMs);
    eventfd_t rings = 0;
    ::eventfd_read(bell_.get(), &rings);
    errands_.run();
  }
  errands_.run();
}

}  // namespace puzzled::serve
