#include "daemon/send/connection.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cerrno>
#include <cstring>
#include <iterator>
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
constexpr std::string_view kRefusals[] = {"error busy too many connections",
                                          "error busy cannot take another connection"};

bool is_refusal(std::string_view lines) {
  return std::any_of(std::begin(kRefusals), std::end(kRefusals),
                     [lines](std::string_view refusal) { return lines.starts_with(refusal); });
}

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

/// Appends the lines of requests, which the caller keeps, to one text.
std::string joined_lines(const std::vector<Span>& spans) {
  std::string text;
  const Block* block = nullptr;
  std::uint64_t at = 0;   // request of the block
  std::string_view rest;  // of its text, from there on
  for (const Span& span : spans) {
    if (span.block.get() != block || span.next < at) {
      block = span.block.get();
      at = 0;
      rest = block->text();
    }
    rest.remove_prefix(sudoku::end_of_line(rest, span.next - at));
    const std::size_t size = sudoku::end_of_line(rest, span.size());
    text += rest.substr(0, size);
    rest.remove_prefix(size);
    at = span.end;
  }
  return text;
}

/// The lines of requests.
std::string_view lines_of(const Span& span) {
  std::string_view text = span.block->text();
  if (span.next > 0) text.remove_prefix(sudoku::end_of_line(text, span.next));
  return span.end == span.block->requests ? text
                                          : text.substr(0, sudoku::end_of_line(text, span.size()));
}

/// Lines of which at least the first byte is among the first `size` bytes of a text.
std::uint64_t lines_begun(std::string_view text, std::size_t size) {
  const auto whole =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), '\n');
  return static_cast<std::uint64_t>(whole) + (size > 0 && text[size - 1] != '\n' ? 1 : 0);
}

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
  sent_all_ = retiring_ = stands_aside_ = false;
  write_error_.clear();
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
  release_spans();
}

/// When the silence of the daemon will be too long, unless an answer comes.
Clock::time_point Connection::silence_ends() const {
  if (unanswered_ == 0 && sent_all_) {
    return retiring_ ? waiting_since_ : waiting_since_ + kLongestClose;
  }
  if (unanswered_ == 0 && !write_error_.empty()) return waiting_since_ + kLongestClose;
  const bool for_ever = unanswered_ == 0 || held_back_ || patience_.answer.count() == 0;
  return for_ever ? Clock::time_point::max() : waiting_since_ + patience_.answer;
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
        give_up("no answer for " + duration_text(patience_.answer));
      }
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

/// Gives back or loses the requests in flight at the end of the exchange. Those of the last try go
/// to other connections if it had no answer: they were not accepted.
void Connection::release_spans() {
  if (has_unconfirmed_batch_) {
    has_unconfirmed_batch_ = false;
    work_.end_unconfirmed();
  }
  const bool has_no_use = aborted_ || gave_up_;
  if (stands_aside_ || (in_flight_.empty() && (sent_all_ || retiring_))) {
    end_ = End::kDone;
  } else {
    end_ = unconfirmed_ && !has_no_use ? End::kRefused : End::kLost;
  }
  const bool may_ask_again = !has_no_use && (unconfirmed_ || stands_aside_ || retries_left_ > 0);
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

bool Connection::may_take_requests() const {
  if (unconfirmed_) return in_flight_.empty();
  return batches_.size() < work_.options().blocks_in_flight || (!held_back_ && work_.turn_is_due());
}

asio::awaitable<void> Connection::write_requests() {
  while (reading_ && !retiring_ && write_error_.empty()) {
    const Clock::time_point now = Clock::now();
    std::vector<Span> spans;
    if (may_take_requests()) spans = work_.take();
    if (!spans.empty()) {
      co_await write_spans(std::move(spans));
      continue;
    }
    if (work_.exhausted()) break;
    const bool idle = may_take_requests();
    if (idle) work_.add_idle(writer_);
    co_await writer_.wait(work_.next_due(now));
    if (idle) work_.remove_idle(writer_);
  }
  if (reading_ && write_error_.empty()) {
    sent_all_ = true;
    if (unanswered_ == 0) end_sending();
  }
  work_.notify_idle();  // this connection may have been notified of requests
  writing_ = false;
  ended_.notify();
}

/// Tells the daemon that this is all. Not before all is answered: HAProxy (2.6) cuts the
/// connections of a server that it marks down only while the client's side is open, and we would
/// wait in vain.
void Connection::end_sending() {
  error_code ignored;
  socket_.shutdown(asio::socket_base::shutdown_send, ignored);
  waiting_since_ = Clock::now();
  watcher_.notify();
}

asio::awaitable<void> Connection::write_spans(std::vector<Span> spans) {
  const WorkOptions& options = work_.options();
  std::uint64_t left = 0;
  for (const Span& span : spans) left += span.size();
  in_flight_.insert(in_flight_.end(), spans.begin(), spans.end());
  batches_.push_back(left);
  if (unconfirmed_) {
    has_unconfirmed_batch_ = true;
    work_.begin_unconfirmed();
  }
  const std::string joined = spans.size() > 1 ? joined_lines(spans) : std::string();
  std::string_view rest = spans.size() > 1 ? std::string_view(joined) : lines_of(spans.front());
  const bool were_refused = spans.front().was_refused;
  Block& block = *spans.front().block;
  std::uint64_t next = spans.front().next;  // request of the block, unless they were refused
  while (reading_ && !retiring_ && left > 0) {
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
    const std::uint64_t sent_before = block.sent;
    if (were_refused) {
      work_.count_asked_again(now);
    } else {
      work_.count_sent(block, next, now);
    }
    sent_.push_back({now, at});
    unanswered_ += now;
    const std::size_t written = co_await write_lines(lines);
    rest.remove_prefix(lines.size());
    left -= now;
    next += now;
    if (written == lines.size()) continue;
    const std::uint64_t unsent = now - lines_begun(lines, written);
    if (!were_refused) block.sent = std::max(sent_before, next - unsent);
    if (reading_) {
      const std::uint64_t uncounted = std::min(unsent, unanswered_);
      unanswered_ -= uncounted;
      if (uncounted > 0) sent_.back().requests -= uncounted;
      if (!sent_.empty() && sent_.back().requests == 0) sent_.pop_back();
      if (unanswered_ == 0) waiting_since_ = Clock::now();
    }
    left += unsent;
    break;
  }
  if (reading_ && left > 0) return_unsent(left);
}

/// The last requests in flight, which were not sent, can be sent by others.
void Connection::return_unsent(std::uint64_t count) {
  while (count > 0 && !in_flight_.empty()) {
    Span& last = in_flight_.back();
    const std::uint64_t kept = last.size() - std::min(count, last.size());
    Span sent = last.take(kept);
    count -= last.size();
    batches_.back() -= last.size();
    Span unsent = std::move(last);
    if (kept > 0) {
      last = std::move(sent);
    } else {
      in_flight_.pop_back();
    }
    work_.give_back(std::move(unsent));
  }
  if (!batches_.empty() && batches_.back() == 0) batches_.pop_back();
}

/// Returns the bytes that were written: all unless there was an error, or the connection retires;
/// then it ends with a line. asio::async_write() would split the text into parts of 64 KiB.
asio::awaitable<std::size_t> Connection::write_lines(std::string_view text) {
  error_code error;
  std::size_t written = 0;
  for (;;) {
    if (retiring_) {
      const bool is_between = written == 0 || text[written - 1] == '\n';
      text = text.substr(0, is_between ? written : text.find('\n', written) + 1);
    }
    if (written == text.size() || error) break;
    const std::size_t more = co_await socket_.async_write_some(
        asio::buffer(text.data() + written, text.size() - written),
        asio::redirect_error(asio::use_awaitable, error));
    work_.bytes_sent += more;
    written += more;
  }
  if (error) {  // the reader finds the reason after the other answers, if there is another
    write_error_ = error.message();
    watcher_.notify();
  }
  co_return written;
}

asio::awaitable<void> Connection::read_answers() {
  while (reading_) {
    while (!may_read() && !aborted_) {
      held_back_ = true;
      work_.add_blocked();
      const Clock::time_point now = Clock::now();
      if (!must_stand_aside()) co_await reader_.wait(work_.next_due(now));
      stands_aside_ = must_stand_aside();
      work_.remove_blocked();
      if (stands_aside_) {
        finish_reading("other answers had to come first");
        co_return;
      }
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

/// Answers ahead of their turn may be kept until there are too many; then only the connection may
/// read whose next answer has its turn.
bool Connection::may_read() const {
  return in_flight_.empty() || work_.may_receive(in_flight_.front());
}

/// Whether all would wait for ever: the request whose answer they wait for can only be asked, or
/// asked again, behind others whose answers cannot be kept.
bool Connection::must_stand_aside() const {
  if (may_read()) return false;
  const auto has_turn = [this](const Span& span) { return work_.has_turn(span); };
  return std::any_of(in_flight_.begin(), in_flight_.end(), has_turn) ||
         (work_.all_blocked() && work_.turn_is_due());
}

/// The daemon did not take a request. It gets no others over this connection.
void Connection::retire(std::string_view answer) {
  if (std::exchange(retiring_, true)) return;
  broken_by_ = answer.substr(0, answer.find('\n'));
  writer_.notify();
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
  if (unconfirmed_ && is_refusal(lines)) {
    finish_reading(std::string(lines.substr(0, lines.find('\n'))));
    return false;
  }
  tail_.assign(all.substr(lines.size()));
  if (unconfirmed_) {
    unconfirmed_ = false;
    retries_left_ = retries_;
    backoff_ = kFirstBackoff;
    broken_by_.clear();
    if (std::exchange(has_unconfirmed_batch_, false)) work_.end_unconfirmed();
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
  const LineScan scan = scan_lines(lines);
  if (scan.lines > unanswered_) return false;
  record_latency(scan.lines);
  if (scan.plain) {
    work_.tally().add_answers(scan.lines);
    deliver(lines, scan.lines, true);
  } else {
    take_words(lines);
  }
  writer_.notify();
  return true;
}

/// Takes answers one by one: some may be refusals.
void Connection::take_words(std::string_view lines) {
  std::uint64_t count = 0;  // that have been looked at and are to be delivered
  std::size_t size = 0;     // of them
  bool are_refusals = false;
  const auto deliver_these = [&] {
    if (count == 0) return;
    work_.tally().add_answers(count);
    deliver(lines.substr(0, size), count, !are_refusals);
    lines.remove_prefix(size);
    count = size = 0;
  };
  while (size < lines.size()) {
    const std::string_view line = lines.substr(size, lines.find('\n', size) + 1 - size);
    const AnswerKind kind = kind_of(line);
    if (is_declined(kind) != are_refusals) {
      deliver_these();
      are_refusals = !are_refusals;
    }
    if (are_refusals && count == 0 && work_.may_ask_again(in_flight_.front())) {
      retire(line);
      work_.refuse(take_front(1), line, kind == AnswerKind::kBusy);
      lines.remove_prefix(line.size());
      continue;
    }
    work_.tally().add_word(line, kind);
    ++count;
    size += line.size();
    if (are_refusals && work_.asks_again()) deliver_these();  // the next one may be asked again
  }
  deliver_these();
}

/// Takes the answers to the next requests in flight, which the tally has.
void Connection::deliver(std::string_view lines, std::uint64_t count, bool were_taken) {
  const bool is_joined = work_.may_join() && are_consecutive(count);
  if (is_joined) work_.write_joined(in_flight_.front(), count, lines);
  while (count > 0) {
    const std::uint64_t taken = std::min(count, in_flight_.front().size());
    const Span requests = take_front(taken);
    if (!is_joined) {
      const std::size_t size = taken == count ? lines.size() : sudoku::end_of_line(lines, taken);
      work_.write(requests, lines.substr(0, size));
      lines.remove_prefix(size);
    }
    count -= taken;
    work_.answered(requests, were_taken);
  }
}

/// Whether the next requests in flight follow each other.
bool Connection::are_consecutive(std::uint64_t count) const {
  std::uint64_t place = in_flight_.front().place();
  for (auto span = in_flight_.begin(); span->place() == place; ++span) {
    if (count <= span->size()) return true;
    count -= span->size();
    place += span->size();
  }
  return false;
}

/// Takes requests from the front of those in flight. REQUIRES: the first span has so many.
Span Connection::take_front(std::uint64_t count) {
  const Span front = in_flight_.front().take(count);
  if (in_flight_.front().size() == 0) in_flight_.pop_front();
  batches_.front() -= count;
  if (batches_.front() == 0) batches_.pop_front();
  return front;
}

void Connection::record_latency(std::uint64_t answers) {
  const Clock::time_point now = Clock::now();
  waiting_since_ = now;
  unanswered_ -= answers;
  if (unanswered_ == 0 && sent_all_) end_sending();
  if (unanswered_ == 0 && !write_error_.empty()) watcher_.notify();
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
