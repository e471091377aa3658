#include "daemon/serve/io_thread.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "daemon/serve/session.hpp"

namespace puzzled::serve {
namespace {

using std::chrono::milliseconds;

/// Deadlines are kept to a quarter, and to that at worst. A sweep over 10 000 sessions takes about
/// a millisecond.
constexpr milliseconds kLongestSweep{250};
constexpr milliseconds kShortestSweep{5};
constexpr milliseconds kDrainSweep{20};

IoThread::Clock::duration sweep_interval(const ServeSettings& settings) {
  std::chrono::nanoseconds shortest = kLongestSweep * 4;
  for (const std::chrono::nanoseconds limit :
       {settings.line_deadline, settings.idle_timeout, settings.stall_limit}) {
    if (limit.count() > 0) shortest = std::min(shortest, limit);
  }
  return std::max<std::chrono::nanoseconds>(shortest / 4, kShortestSweep);
}

}  // namespace

IoThread::IoThread(const Service& service, std::shared_ptr<const ServeSettings> settings)
    : service_(service), settings_(std::move(settings)), sweep_timer_(context_) {}

IoThread::~IoThread() = default;

void IoThread::run() {
  const auto guard = boost::asio::make_work_guard(context_);
  schedule_sweep();
  context_.run();
}

void IoThread::stop() {
  context_.stop();
}

void IoThread::adopt(FileDescriptor connection) {
  boost::asio::post(context_, [this, descriptor = std::move(connection)]() mutable {
    // The family and protocol matter to bind() and connect() only.
    Session::Socket socket(context_, boost::asio::generic::stream_protocol(AF_UNSPEC, 0),
                           descriptor.release());
    const auto session = std::make_shared<Session>(*this, std::move(socket));
    session->start();
    if (draining_) session->drain();
  });
}

void IoThread::set_settings(std::shared_ptr<const ServeSettings> settings) {
  boost::asio::post(context_, [this, settings = std::move(settings)] {
    settings_ = settings;
    for (Session* const session : sessions_) session->adjust();
    schedule_sweep();
  });
}

void IoThread::drain() {
  boost::asio::post(context_, [this] {
    draining_ = true;
    for (auto next = sessions_.begin(); next != sessions_.end();) (*next++)->drain();
    schedule_sweep();
  });
}

void IoThread::expire() {
  boost::asio::post(context_, [this] {
    for (auto next = sessions_.begin(); next != sessions_.end();) (*next++)->expire();
  });
}

void IoThread::tell_waiting() {
  while (!waiting_.empty() && service_.metrics.requests_in_flight < settings_->requests_total) {
    const std::shared_ptr<Session> session = waiting_.front().lock();
    waiting_.pop_front();
    if (!session) continue;
    session->resume();
    return;  // it runs later; what it leaves is for the next
  }
}

void IoThread::schedule_sweep() {
  sweep_timer_.expires_after(draining_ ? kDrainSweep : sweep_interval(*settings_));
  sweep_timer_.async_wait([this](boost::system::error_code error) {
    if (error) return;
    sweep();
    schedule_sweep();
  });
}

void IoThread::sweep() {
  const Clock::time_point now = Clock::now();
  heart_.beat();
  for (auto next = sessions_.begin(); next != sessions_.end();) (*next++)->check(now);
  tell_waiting();  // other threads' sessions may have made room
}

}  // namespace puzzled::serve
