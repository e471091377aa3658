#include "daemon/send/connection.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/sudoku/text/lines.hpp"
#include "daemon/os/system_limit.hpp"
#include "daemon/send/line_scan.hpp"
#include "daemon/text/quantity.hpp"

namespace puzzled::send {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;

constexpr auto kFirstBackoff = 100ms;
constexpr auto kLongestBackoff = 5s;

// How a daemon with too many connections answers, before it closes this one.
constexpr std::string_view kRefusal = "error busy too many connections";

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

// How often one connection reads before the others get their turn.
constexpr int kMaxReads = 4;

}  // namespace

Connection::Connection(Loop& loop, Work& work, const std::vector<Endpoint>& endpoints,
                       std::uint64_t retries, const Patience& patience, ReadBuffer& buffer)
    : loop_(loop),
      work_(work),
      endpoints_(endpoints),
      retries_(retries),
      retries_left_(retries),
      backoff_(kFirstBackoff),
      patience_(patience),
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
    const bool connected = co_await connect();
    if (connected) co_await exchange();
    if (end_ == End::kDone || aborted_ || gave_up_ || retries_left_ == 0) co_return;
    --retries_left_;
    if (end_ == End::kLost) broken_by_ = std::move(message_);
    const Clock::time_point again = Clock::now() + backoff_;
    while (!aborted_ && !work_.exhausted() && Clock::now() < again) co_await writer_.wait(again);
    backoff_ = std::min<std::chrono::milliseconds>(2 * backoff_, kLongestBackoff);
    end_ = End::kNone;
  }
  if (end_ == End::kNone) end_ = End::kDone;
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
    if (patience_.connect.count() > 0) connect_timer_.start(patience_.connect);
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
    message_ = connected_too_late_ ? "no connection within " + duration_text(patience_.connect)
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
  sent_all_ = false;
  held_back_ = false;
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
  release_blocks();
}

/// When the silence of the daemon will be too long, unless an answer comes.
Clock::time_point Connection::silence_ends() const {
  if (unanswered_ == 0 && sent_all_) return waiting_since_ + kLongestClose;
  const bool for_ever = unanswered_ == 0 || held_back_ || patience_.answer.count() == 0;
  return for_ever ? Clock::time_point::max() : waiting_since_ + patience_.answer;
}

/// Ends the connection when the daemon has been silent for too long.
asio::awaitable<void> Connection::watch_silence() {
  while (reading_) {
    const Clock::time_point now = Clock::now();
    const Clock::time_point end = silence_ends();
    if (now >= end) {
      give_up("no answer for " + duration_text(patience_.answer));
      error_code ignored;
      socket_.close(ignored);
      break;
    }
    // A request that is sent meanwhile need not notify us: its deadline is later than this one.
    const bool limited = patience_.answer.count() > 0;
    co_await watcher_.wait(limited ? std::min(end, now + patience_.answer) : end);
  }
  watching_ = false;
  ended_.notify();
}

/// Gives back or loses the blocks in flight at the end of the exchange. Those of the last try go to
/// other connections if it had no answer: they were not accepted.
void Connection::release_blocks() {
  if (has_unconfirmed_block_) {
    has_unconfirmed_block_ = false;
    work_.end_unconfirmed();
  }
  const bool has_no_use = aborted_ || gave_up_;
  if (in_flight_.empty() && sent_all_) {
    end_ = End::kDone;
  } else {
    end_ = unconfirmed_ && !has_no_use ? End::kRefused : End::kLost;
  }
  if (!has_no_use && (unconfirmed_ || retries_left_ > 0)) {
    for (std::shared_ptr<Block>& block : in_flight_) work_.give_back(std::move(block));
  } else {
    for (const std::shared_ptr<Block>& block : in_flight_) work_.lose(*block);
  }
  in_flight_.clear();
  sent_.clear();
  unanswered_ = 0;
  tail_.clear();
}

bool Connection::may_take_block() const {
  if (unconfirmed_) return in_flight_.empty();
  return in_flight_.size() < work_.options().blocks_in_flight || work_.turn_was_given_back();
}

asio::awaitable<void> Connection::write_requests() {
  while (reading_) {
    std::shared_ptr<Block> block = may_take_block() ? work_.take() : nullptr;
    if (block != nullptr) {
      co_await write_block(std::move(block));
      continue;
    }
    if (work_.exhausted()) break;
    const bool idle = may_take_block();
    if (idle) work_.add_idle(writer_);
    co_await writer_.wait();
    if (idle) work_.remove_idle(writer_);
  }
  if (reading_) {
    sent_all_ = true;
    error_code ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
    if (unanswered_ == 0) waiting_since_ = Clock::now();
    watcher_.notify();
  }
  work_.notify_idle();  // this connection may have been notified of a block
  writing_ = false;
  ended_.notify();
}

asio::awaitable<void> Connection::write_block(std::shared_ptr<Block> block) {
  const WorkOptions& options = work_.options();
  in_flight_.push_back(block);
  if (unconfirmed_) {
    has_unconfirmed_block_ = true;
    work_.begin_unconfirmed();
  }
  std::string_view rest = block->text();
  if (block->answered > 0) rest.remove_prefix(sudoku::end_of_line(rest, block->answered));
  std::uint64_t next = block->answered;  // request
  while (reading_ && next < block->requests) {
    const std::uint64_t left = block->requests - next;
    std::uint64_t now = std::min(left, work_.pace_batch());
    if (options.pipeline > 0) {
      if (unanswered_ >= options.pipeline) {
        co_await writer_.wait();
        continue;
      }
      now = std::min(now, options.pipeline - unanswered_);
    }
    Clock::time_point at = Clock::now();
    if (options.rate > 0) {
      at = work_.reserve(now);
      while (reading_ && !work_.stopped() && Clock::now() < at) co_await writer_.wait(at);
      if (!reading_) break;
    }
    const std::string_view lines =
        now == left ? rest : rest.substr(0, sudoku::end_of_line(rest, now));
    if (unanswered_ == 0) waiting_since_ = Clock::now();
    work_.count_sent(*block, next, now);
    sent_.push_back({now, at});
    unanswered_ += now;
    if (!co_await write_all(lines))
      break;  // the reader finds the reason after the remaining answers
    rest.remove_prefix(lines.size());
    next += now;
  }
}

/// asio::async_write() would split this into parts of 64 KiB.
asio::awaitable<bool> Connection::write_all(std::string_view text) {
  error_code error;
  while (!text.empty() && !error) {
    const std::size_t written = co_await socket_.async_write_some(
        asio::buffer(text.data(), text.size()), asio::redirect_error(asio::use_awaitable, error));
    work_.bytes_sent += written;
    text.remove_prefix(written);
  }
  co_return !error;
}

asio::awaitable<void> Connection::read_answers() {
  while (reading_) {
    while (!may_read() && !aborted_) {
      held_back_ = true;
      work_.add_blocked();
      co_await reader_.wait();
      work_.remove_blocked();
    }
    if (std::exchange(held_back_, false)) waiting_since_ = Clock::now();
    error_code error;
    co_await socket_.async_wait(asio::socket_base::wait_read,
                                asio::redirect_error(asio::use_awaitable, error));
    if (error) {
      finish_reading(error.message());
      break;
    }
    for (int i = 0; i < kMaxReads && reading_ && may_read(); ++i) {
      if (!read_some()) break;
    }
  }
}

/// Answers ahead of their turn may be kept until there are too many; then only the block whose turn
/// it is may be read, so it never waits for them.
bool Connection::may_read() const {
  return in_flight_.empty() ||
         std::any_of(in_flight_.begin(), in_flight_.end(),
                     [this](const auto& block) { return work_.may_receive(*block); });
}

/// Ends the connection for good.
void Connection::give_up(std::string message) {
  gave_up_ = true;
  finish_reading(std::move(message));
}

void Connection::finish_reading(std::string message) {
  if (!reading_) return;  // another coroutine has given the reason
  reading_ = false;
  message_ = std::move(message);
}

/// Reads once; false when there is nothing to read now.
bool Connection::read_some() {
  if (tail_.size() >= buffer_.size() / 2) buffer_.grow();
  char* const bytes = buffer_.data();
  std::memcpy(bytes, tail_.data(), tail_.size());
  error_code error;
  const std::size_t got =
      socket_.read_some(asio::buffer(bytes + tail_.size(), buffer_.size() - tail_.size()), error);
  if (error == asio::error::would_block) return false;
  if (error) {
    finish_reading(error == asio::error::eof ? "the daemon closed the connection"
                                             : error.message());
    return false;
  }
  work_.bytes_received += got;
  const std::string_view all(bytes, tail_.size() + got);
  const std::size_t whole = all.substr(tail_.size()).rfind('\n');
  if (whole == std::string_view::npos) {
    tail_.append(bytes + tail_.size(), got);
    if (tail_.size() > ReadBuffer::kMaxBytes / 2) give_up("an answer is longer than 32 MiB");
    return reading_;
  }
  const std::string_view lines = all.substr(0, tail_.size() + whole + 1);
  if (unconfirmed_ && lines.starts_with(kRefusal)) {
    finish_reading(std::string(lines.substr(0, lines.find('\n'))));
    return false;
  }
  tail_.assign(all.substr(lines.size()));
  if (unconfirmed_) {
    unconfirmed_ = false;
    retries_left_ = retries_;
    backoff_ = kFirstBackoff;
    if (std::exchange(has_unconfirmed_block_, false)) work_.end_unconfirmed();
    writer_.notify();
    if (lines.starts_with("HTTP/")) {
      give_up("this is a port for HTTP, not for puzzles");
      return false;
    }
  }
  if (!take_answers(lines)) give_up("the daemon sent more answers than there were requests");
  return reading_;
}

/// False if there are more answers than requests in flight.
bool Connection::take_answers(std::string_view lines) {
  const bool through = work_.may_write_through();
  std::uint64_t count = scan_lines(lines).lines;
  if (count > unanswered_) return false;
  record_latency(count);
  if (through) work_.write_through(lines);
  while (count > 0) {
    const std::shared_ptr<Block> block = in_flight_.front();
    const std::uint64_t taken = std::min(count, block->requests - block->answered);
    std::string_view part;
    if (!through) {
      part = taken == count ? lines : lines.substr(0, sudoku::end_of_line(lines, taken));
      lines.remove_prefix(part.size());
    }
    count -= taken;
    if (block->answered + taken == block->requests) in_flight_.pop_front();
    work_.answer(*block, taken, part);
  }
  writer_.notify();
  return true;
}

void Connection::record_latency(std::uint64_t answers) {
  const Clock::time_point now = Clock::now();
  waiting_since_ = now;
  unanswered_ -= answers;
  if (unanswered_ == 0 && sent_all_) watcher_.notify();
  while (answers > 0) {
    Sent& sent = sent_.front();
    const std::uint64_t taken = std::min(answers, sent.requests);
    work_.latency().add(now - sent.at, taken);
    answers -= taken;
    sent.requests -= taken;
    if (sent.requests == 0) sent_.pop_front();
  }
}

}  // namespace puzzled::send
