#include "daemon/net/send/connection.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>
#include <utility>

#include "daemon/base/os/system_error.hpp"
#include "daemon/base/text/quantity.hpp"

namespace puzzled::net::send {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto kFirstBackoff = 100ms;
constexpr auto kLongestBackoff = 5s;

// How long a daemon that has answered everything may take to close. We wait for that, for an answer
// too many would mean that answers do not belong to the lines they seem to.
constexpr auto kLongestClose = 1s;

/// Whether connect() may succeed a moment later: nobody listens yet, a path does not exist yet, a
/// network is down. Missing permission and a wrong type of socket stay as they are.
bool may_pass(const error_code& error) {
  for (const int lasting : {EACCES, EPERM, ENOTDIR, ELOOP, EPROTOTYPE, EAFNOSUPPORT, EINVAL}) {
    if (error.value() == lasting) return false;
  }
  return true;
}

}  // namespace

Connection::Connection(Loop& loop, Work& work, const std::vector<Endpoint>& endpoints,
                       std::uint64_t retries, const Timeouts& timeouts, ReadBuffer& buffer)
    : loop_(loop),
      work_(work),
      endpoints_(endpoints),
      retries_(retries),
      retries_left_(retries),
      backoff_(kFirstBackoff),
      timeouts_(timeouts),
      buffer_(buffer),
      socket_(loop.context()),
      connect_timer_(loop, [this] { give_up_connecting(); }),
      writer_(loop),
      reader_(loop),
      watcher_(loop),
      ended_(loop) {}

void Connection::notify() {
  writer_.notify();
  reader_.notify();
}

void Connection::abort() {
  aborted_ = true;
  error_code ignored;
  socket_.close(ignored);
  notify();
}

asio::awaitable<void> Connection::run() {
  while (!aborted_ && !work_.exhausted()) {
    end_ = End::kNone;
    const bool connected = co_await connect();
    if (connected) co_await exchange();
    if (aborted_ || gave_up_) co_return;
    if (end_ == End::kDone) {
      co_await wait_for_requests();  // to be asked again, if there are any
      continue;
    }
    if (retries_left_ == 0) co_return;
    --retries_left_;
    if (end_ == End::kLost) broken_by_ = std::move(message_);
    const Clock::time_point again = Clock::now() + backoff_;
    while (!aborted_ && !work_.exhausted() && Clock::now() < again) co_await writer_.wait(again);
    backoff_ = std::min<std::chrono::milliseconds>(2 * backoff_, kLongestBackoff);
    end_ = End::kNone;
  }
  if (end_ == End::kNone) end_ = End::kDone;
}

/// Until there are requests to connect for, or nothing is left to do.
asio::awaitable<void> Connection::wait_for_requests() {
  while (!aborted_ && !work_.exhausted()) {
    const Clock::time_point now = Clock::now();
    if (work_.has_requests()) break;
    work_.add_idle(writer_);
    co_await writer_.wait(work_.next_due(now));
    work_.remove_idle(writer_);
  }
  work_.notify_idle();  // a connection that exists may take them first
}

Connection::End Connection::end() const {
  return end_ == End::kRefused && !broken_by_.empty() ? End::kLost : end_;
}

std::string Connection::message() const {
  return broken_by_.empty() || broken_by_ == message_ ? message_
                                                      : broken_by_ + ", and then: " + message_;
}

asio::awaitable<bool> Connection::connect() {
  error_code error;
  for (const Endpoint& endpoint : endpoints_) {
    socket_ = asio::generic::stream_protocol::socket(loop_.context());
    connected_too_late_ = false;
    if (timeouts_.connect.count() > 0) connect_timer_.start(timeouts_.connect);
    co_await socket_.async_connect(endpoint, asio::redirect_error(asio::use_awaitable, error));
    connect_timer_.cancel();
    if (!error && endpoint.protocol().family() == AF_UNIX) {
      // connect() fails with EAGAIN if the backlog is full; Asio takes that for success.
      socket_.remote_endpoint(error);
      if (error == asio::error::not_connected) error = asio::error::try_again;
    }
    if (!error || aborted_) break;
  }
  if (error) {
    end_ = End::kRefused;
    message_ = connected_too_late_ ? "no connection within " + duration_text(timeouts_.connect)
                                   : with_file_limit(error.message());
    if (!connected_too_late_ && !may_pass(error)) retries_left_ = 0;
    co_return false;
  }
  error_code ignored;  // a Unix socket has no delay to switch off
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.non_blocking(true, ignored);
  co_return true;
}

/// The attempt to connect has taken too long.
void Connection::give_up_connecting() {
  connected_too_late_ = true;
  error_code ignored;
  socket_.close(ignored);
}

asio::awaitable<void> Connection::exchange() {
  unconfirmed_ = true;
  sent_all_ = retiring_ = yields_ = false;
  write_error_.clear();
  is_paused_ = false;
  waiting_since_ = Clock::now();
  reading_ = writing_ = watching_ = true;
  asio::co_spawn(loop_.context(), write_requests(), asio::detached);
  asio::co_spawn(loop_.context(), watch_silence(), asio::detached);
  co_await read_answers();
  error_code ignored;
  socket_.close(ignored);
  writer_.notify();
  watcher_.notify();
  while (writing_ || watching_) co_await ended_.wait();
  release_spans();
}

/// The first answer has come: the daemon has accepted us.
void Connection::confirm() {
  unconfirmed_ = false;
  retries_left_ = retries_;
  backoff_ = kFirstBackoff;
  broken_by_.clear();
  if (std::exchange(has_unconfirmed_batch_, false)) work_.end_unconfirmed();
  writer_.notify();
}

/// When the silence of the daemon will be too long, unless an answer comes.
Clock::time_point Connection::silence_ends() const {
  if (unanswered_ == 0 && sent_all_) {
    return retiring_ ? waiting_since_ : waiting_since_ + kLongestClose;
  }
  if (unanswered_ == 0 && !write_error_.empty()) return waiting_since_ + kLongestClose;
  const bool for_ever = unanswered_ == 0 || is_paused_ || timeouts_.answer.count() == 0;
  return for_ever ? Clock::time_point::max() : waiting_since_ + timeouts_.answer;
}

/// Ends the connection when the daemon has been silent for too long.
asio::awaitable<void> Connection::watch_silence() {
  while (reading_) {
    const Clock::time_point now = Clock::now();
    const Clock::time_point end = silence_ends();
    if (now >= end) {
      if (unanswered_ == 0) {
        finish_reading(write_error_);  // or all is answered
      } else {
        give_up("no answer for " + duration_text(timeouts_.answer));
      }
      error_code ignored;
      socket_.close(ignored);
      break;
    }
    // A request that is sent meanwhile need not notify us: its deadline is later than this one.
    const bool limited = timeouts_.answer.count() > 0;
    co_await watcher_.wait(limited ? std::min(end, now + timeouts_.answer) : end);
  }
  watching_ = false;
  ended_.notify();
}

/// Gives back or loses the requests in flight at the end of the exchange. Those of the last try go
/// to other connections if it had no answer: they were not accepted.
void Connection::release_spans() {
  if (has_unconfirmed_batch_) {
    has_unconfirmed_batch_ = false;
    work_.end_unconfirmed();
  }
  const bool has_no_use = aborted_ || gave_up_;
  if (yields_ || (in_flight_.empty() && (sent_all_ || retiring_))) {
    end_ = End::kDone;
  } else {
    end_ = unconfirmed_ && !has_no_use ? End::kRefused : End::kLost;
  }
  const bool may_ask_again = !has_no_use && (unconfirmed_ || yields_ || retries_left_ > 0);
  for (Span& span : std::exchange(in_flight_, {})) {
    if (!may_ask_again) {
      work_.lose(span);
    } else if (work_.give_back(std::move(span)) && lost_once_by_.empty()) {
      lost_once_by_ = message_;
    }
  }
  batches_.clear();
  sent_.clear();
  unanswered_ = 0;
  tail_.clear();
}

}  // namespace puzzled::net::send
