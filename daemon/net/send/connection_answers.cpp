// The side of a connection that reads: which answers it takes, when it may, and which are refusals.
#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/sudoku/text/lines.hpp"
#include "daemon/net/send/connection.hpp"
#include "daemon/net/send/line_scan.hpp"

namespace puzzled::net::send {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

// How a daemon with too many connections answers, before it closes this one.
constexpr std::string_view kRefusals[] = {"error busy too many connections",
                                          "error busy cannot take another connection"};

bool is_refusal(std::string_view lines) {
  return std::any_of(std::begin(kRefusals), std::end(kRefusals),
                     [lines](std::string_view refusal) { return lines.starts_with(refusal); });
}

// How often one connection reads before the others get their turn.
constexpr int kMaxReads = 4;

}  // namespace

asio::awaitable<void> Connection::read_answers() {
  while (reading_) {
    while (!may_read() && !aborted_) {
      is_paused_ = true;
      work_.add_blocked();
      const Clock::time_point now = Clock::now();
      if (!must_yield()) co_await reader_.wait(work_.next_due(now));
      yields_ = must_yield();
      work_.remove_blocked();
      if (yields_) {
        finish_reading("other answers had to come first");
        co_return;
      }
    }
    if (std::exchange(is_paused_, false)) waiting_since_ = Clock::now();
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
bool Connection::must_yield() const {
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
    confirm();
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
  Span front = in_flight_.front().take(count);
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

}  // namespace puzzled::net::send
