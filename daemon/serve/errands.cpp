#include "daemon/serve/errands.hpp"

#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "daemon/serve/contained.hpp"

namespace puzzled::serve {
namespace {

constexpr int kWaitMs =
    static_cast<int>(std::chrono::milliseconds(parallel::Heartbeat::kInterval).count());

}  // namespace

Errands::Errands(std::function<void(std::string_view)> failed)
    : failed_(std::move(failed)), bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!bell_.valid()) throw std::system_error(errno, std::generic_category(), "eventfd");
  thread_ = std::thread([this] { work(); });
}

void Errands::put(std::unique_ptr<CallList::Call> errand) noexcept {
  if (errands_.add(std::move(errand))) ::eventfd_write(bell_.get(), 1);
}

void Errands::put(std::function<void()> errand) {
  put(std::make_unique<CallList::Call>(std::move(errand)));
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
    do_all();
  }
  do_all();
}

void Errands::do_all() {
  const auto tell = [this](std::string_view reason) {
    if (failed_) failed_(reason);
  };
  while (!contained([this] { errands_.run(); }, tell)) {
  }
}

}  // namespace puzzled::serve
