#include "daemon/loop/loop.hpp"

#include <sys/eventfd.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <cerrno>
#include <system_error>

#include "daemon/loop/contained.hpp"

namespace puzzled {
namespace {

/// How long a loop waits before it tries again what an exception has kept it from.
constexpr std::chrono::milliseconds kPause{10};

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

void Loop::run(const Failed& failed) {
  const auto guard = boost::asio::make_work_guard(context_);
  if (!failed) {
    context_.run();
    return;
  }
  while (!contained([this] { context_.run(); }, failed)) {
    while (!contained([this] { resume(); }, failed)) std::this_thread::sleep_for(kPause);
  }
}

void Loop::post(std::unique_ptr<Call> call) noexcept {
  if (calls_.add(std::move(call))) bell_->ring();
}

/// Begins the waits again that an exception has torn down.
void Loop::resume() {
  bell_->ring();  // for the calls behind the one that threw
  for (LoopWait* const wait : waits_) {
    if (wait->is_active_ && !wait->pending_.is_active()) wait->arm_again();
  }
}

LoopWait::LoopWait(Loop& loop, std::function<void()> call) : loop_(loop), call_(std::move(call)) {
  loop_.waits_.push_back(this);
}

LoopWait::~LoopWait() {
  *self_ = nullptr;
  std::erase(loop_.waits_, this);
}

void LoopWait::begin() {
  is_active_ = true;
  ++begun_;
  arm();
}

void LoopWait::fire(Ticket ticket) {
  ticket.token.end();
  LoopWait* const wait = *ticket.wait;
  if (wait == nullptr || !wait->is_active_ || !wait->is_due()) return;
  const std::uint64_t before = wait->begun_;
  wait->call_();
  if (wait->begun_ == before) wait->is_active_ = false;  // it was not started again
}

LoopTimer::LoopTimer(Loop& loop, std::function<void()> call)
    : LoopWait(loop, std::move(call)), timer_(loop.context()) {}

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
  timer_.async_wait([ticket = ticket()](boost::system::error_code error) mutable {
    if (!error) fire(std::move(ticket));
  });
}

void LoopTimer::arm_again() {
  timer_.expires_after(kPause);
  arm();
}

/// The handler may have been on its way when the timer was started anew.
bool LoopTimer::is_due() const {
  return Loop::Clock::now() >= timer_.expiry();
}

Readable::Readable(Loop& loop, int descriptor, std::function<void()> call)
    : LoopWait(loop, std::move(call)), descriptor_(loop.context(), descriptor) {}

Readable::~Readable() = default;

void Readable::close() {
  end();
  boost::system::error_code ignored;
  descriptor_.close(ignored);
}

void Readable::arm() {
  descriptor_.async_wait(AsioDescriptor::wait_read,
                         [ticket = ticket()](boost::system::error_code error) mutable {
                           if (!error) fire(std::move(ticket));
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
    : LoopWait(loop,
               [this, take = std::move(call)] {
                 take(signal_);
                 begin();
               }),
      signals_(loop.context()) {
  for (const int signal : signals) signals_.add(signal);
}

SignalWait::~SignalWait() = default;

void SignalWait::arm() {
  signals_.async_wait(
      [this, ticket = ticket()](boost::system::error_code error, int signal) mutable {
        if (error || *ticket.wait == nullptr) return;
        signal_ = signal;
        fire(std::move(ticket));
      });
}

void LoopThread::start() {
  thread_ = std::thread([this] { loop_.run(failed_); });
}

void LoopThread::end() {
  if (thread_.joinable()) {
    loop_.post([this] { loop_.stop(); });
    thread_.join();
  }
  while (!contained([this] { loop_.run_posted(); }, failed_)) {
  }
}

}  // namespace puzzled
