#include "daemon/net/loop/loop.hpp"

#include <sys/eventfd.h>

#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <cerrno>
#include <system_error>

#include "daemon/base/os/memory_end.hpp"

namespace puzzled::net {
namespace {

int open_bell() {
  const int bell = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (bell < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  return bell;
}

}  // namespace

Loop::Loop() {
  bell_ = std::make_unique<Bell>(*this, [this] { calls_.run(); });
  beat_ = std::make_unique<LoopTimer>(*this, [this] {
    heart_.beat();
    beat_->start(parallel::Heartbeat::kInterval);
  });
  beat_->start(parallel::Heartbeat::kInterval);
}

Loop::~Loop() = default;

void Loop::run() {
  const auto guard = boost::asio::make_work_guard(context_);
  context_.run();
}

void Loop::post(std::function<void()> call) {
  if (calls_.add(std::move(call))) bell_->ring();
}

void LoopWait::begin() {
  is_active_ = true;
  ++begun_;
  arm();
}

void LoopWait::fire(const Ticket& ticket) {
  LoopWait* const wait = *ticket;
  if (wait == nullptr || !wait->is_active_ || !wait->is_due()) return;
  const std::uint64_t before = wait->begun_;
  wait->call_();
  if (wait->begun_ == before) wait->is_active_ = false;  // it was not started again
}

LoopTimer::LoopTimer(Loop& loop, std::function<void()> call)
    : LoopWait(std::move(call)), timer_(loop.context()) {}

LoopTimer::~LoopTimer() = default;

void LoopTimer::start_at(Loop::Clock::time_point when) {
  timer_.expires_at(when);
  begin();
}

void LoopTimer::cancel() {
  end();
  timer_.cancel();
}

void LoopTimer::arm() {
  timer_.async_wait([ticket = ticket()](boost::system::error_code error) {
    if (!error) fire(ticket);
  });
}

/// The handler may have been on its way when the timer was started anew.
bool LoopTimer::is_due() const {
  return Loop::Clock::now() >= timer_.expiry();
}

Readable::Readable(Loop& loop, int descriptor, std::function<void()> call)
    : LoopWait(std::move(call)), descriptor_(loop.context(), descriptor) {}

Readable::~Readable() = default;

void Readable::close() {
  end();
  boost::system::error_code ignored;
  descriptor_.close(ignored);
}

void Readable::arm() {
  descriptor_.async_wait(AsioDescriptor::wait_read,
                         [ticket = ticket()](boost::system::error_code error) {
                           if (!error) fire(ticket);
                         });
}

Bell::Bell(Loop& loop, std::function<void()> call)
    : rung_(loop, open_bell(), [this, answer = std::move(call)] {
        // Silenced first: what comes behind this rings again.
        eventfd_t rings = 0;
        ::eventfd_read(rung_.get(), &rings);
        answer();
        rung_.start();
      }) {
  rung_.start();
}

void Bell::ring() noexcept {
  ::eventfd_write(rung_.get(), 1);
}

SignalWait::SignalWait(Loop& loop, std::initializer_list<int> signals,
                       std::function<void(int)> call)
    : LoopWait([this, take = std::move(call)] {
        take(signal_);
        begin();
      }),
      signals_(loop.context()) {
  for (const int signal : signals) signals_.add(signal);
}

SignalWait::~SignalWait() = default;

void SignalWait::arm() {
  signals_.async_wait([this, ticket = ticket()](boost::system::error_code error, int signal) {
    if (error || *ticket == nullptr) return;
    signal_ = signal;
    fire(ticket);
  });
}

void LoopThread::start() {
  thread_ = start_thread([this] { loop_.run(); });
}

void LoopThread::end() {
  if (thread_.joinable()) {
    loop_.post([this] { loop_.stop(); });
    thread_.join();
  }
  loop_.run_posted();
}

}  // namespace puzzled::net
