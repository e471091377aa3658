#include "daemon/base/os/interrupt.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <system_error>
#include <utility>

namespace puzzled {
namespace {

sigset_t stopping_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  // An ignored SIGHUP is intended (nohup). SIGINT is ignored only because a shell script started us
  // in the background, so a SIGINT that is sent is for us.
  struct sigaction hangup {};
  sigaction(SIGHUP, nullptr, &hangup);
  if (hangup.sa_handler != SIG_IGN) sigaddset(&set, SIGHUP);
  return set;
}

void signal_event(const FileDescriptor& event) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(event.get(), &one, sizeof one);
}

FileDescriptor checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return FileDescriptor(descriptor);
}

/// The one instance, for end_process().
std::atomic<Interrupt*> the_interrupt = nullptr;

}  // namespace

Interrupt::Interrupt(std::chrono::milliseconds grace) : grace_(grace) {
  const sigset_t set = stopping_signals();
  std::signal(SIGINT, SIG_DFL);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = checked(::signalfd(-1, &set, SFD_CLOEXEC), "signalfd");
  requested_event_ = checked(::eventfd(0, EFD_CLOEXEC), "eventfd");
  stop_ = checked(::eventfd(0, EFD_CLOEXEC), "eventfd");
  // A std::thread frees memory when it ends, and for that the C library would map 128 MiB.
  const int refused = ::pthread_create(
      &watcher_, nullptr,
      [](void* self) -> void* {
        static_cast<Interrupt*>(self)->watch();
        return nullptr;
      },
      this);
  if (refused != 0) throw std::system_error(refused, std::generic_category(), "thread");
  the_interrupt = this;
}

Interrupt::~Interrupt() {
  the_interrupt = nullptr;
  signal_event(stop_);
  ::pthread_join(watcher_, nullptr);
}

void Interrupt::set_stop_flag(std::atomic<bool>* stop) {
  const std::lock_guard lock(mutex_);
  stop_flag_ = stop;
  if (stop_flag_ != nullptr && requested()) stop_flag_->store(true, std::memory_order_relaxed);
}

void Interrupt::set_exit_message(std::function<void()> message) {
  const std::lock_guard lock(mutex_);
  message_ = std::move(message);
}

void Interrupt::set_cleanup(std::function<void()> cleanup) {
  const std::lock_guard lock(mutex_);
  cleanup_ = std::move(cleanup);
}

void Interrupt::end_process(int status) {
  Interrupt* const interrupt = the_interrupt;
  if (interrupt == nullptr) ::_exit(status);
  // Locked until the end: a thread that removes the cleanup meanwhile must not go on.
  const std::lock_guard lock(interrupt->mutex_);
  if (interrupt->cleanup_) interrupt->cleanup_();
  ::_exit(status);
}

void Interrupt::end_interrupted() {
  const std::lock_guard lock(mutex_);
  if (cleanup_) cleanup_();
  if (message_) message_();
  ::_exit(exit_code());
}

void Interrupt::watch() {
  pollfd events[] = {{signals_.get(), POLLIN, 0}, {stop_.get(), POLLIN, 0}};
  while (::poll(events, 2, -1) < 0 && errno == EINTR) {
  }
  if (events[1].revents != 0) return;

  signalfd_siginfo info{};
  if (::read(signals_.get(), &info, sizeof info) != sizeof info) return;
  signal_.store(static_cast<int>(info.ssi_signo), std::memory_order_relaxed);
  signal_event(requested_event_);
  {
    const std::lock_guard lock(mutex_);
    if (stop_flag_ != nullptr) stop_flag_->store(true, std::memory_order_relaxed);
  }

  // A second signal, or the end of the grace period, ends the process.
  if (::poll(events, 2, static_cast<int>(grace_.count())) > 0 && events[1].revents != 0) {
    return;
  }
  end_interrupted();
}

}  // namespace puzzled
