// The side of a connection that sends: what it takes, writes, and gives back unsent.
#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <utility>

#include "core/sudoku/text/lines.hpp"
#include "daemon/net/send/connection.hpp"

namespace puzzled::net::send {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

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

bool Connection::may_take_requests() const {
  if (unconfirmed_) return in_flight_.empty();
  return batches_.size() < work_.options().blocks_in_flight || (!is_paused_ && work_.turn_is_due());
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

}  // namespace puzzled::net::send
