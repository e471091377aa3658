// One connection of `puzzled send`: a coroutine that writes requests and one that reads answers.
//
//   Work::take() ─▶ write_requests() ─▶ socket ─▶ read_answers() ─▶ Work::answer()
//                          └── blocks and times in flight ──┘
//
// A connection is unconfirmed until its first answer: a daemon that has too many closes it, with or
// without `error busy`. While unconfirmed it has one block in flight.
//
// When a connection is refused or breaks, it gives its requests back and tries again, with a delay
// that doubles each time. What has no answer yet is asked again, by whichever connection takes it;
// `ping` and `stats` are not, for their answers belong to the moment and to one daemon. The count
// of tries starts again at 0 only when an answer has come, so that a request that crashes the
// daemon each time is given up.
//
// A connection that hears `error busy` or `error shutting-down` retires: it sends no more, gives
// back what it has not sent, reads its other answers, and is then replaced by a new one. What was
// refused is asked again through another, or through the new one (Refusals says when).
//
// A third coroutine, watch_silence(), gives up a connection that gets no answer for too long. It is
// not tried again: the daemon has the requests and may be working on them. Nor is a peer that does
// not speak the protocol.
#pragma once

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/net/loop/event.hpp"
#include "daemon/net/loop/loop.hpp"
#include "daemon/net/send/endpoint.hpp"

#include "daemon/net/send/work.hpp"

namespace puzzled::net::send {

/// The buffer that all connections read into. A connection copies what it keeps.
class ReadBuffer {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

  ReadBuffer() { allocate(); }
  char* data() { return bytes_.get(); }
  std::size_t size() const { return size_; }

  /// Makes room for a larger answer. Discards the contents.
  void grow() {
    size_ = std::min(2 * size_, kMaxBytes);
    allocate();
  }

 private:
  void allocate() { bytes_ = std::make_unique_for_overwrite<char[]>(size_); }

  std::size_t size_ = std::size_t{1} << 20;
  std::unique_ptr<char[]> bytes_;
};

/// How long a connection waits for the daemon; 0: forever.
struct Timeouts {
  std::chrono::nanoseconds connect{0};
  std::chrono::nanoseconds answer{0};  ///< from the last answer or request, whichever is later
};

class Connection {
 public:
  enum class End {
    kNone,     ///< not ended yet
    kDone,     ///< everything sent was answered
    kRefused,  ///< never accepted; message() says why
    kLost,     ///< broke while answers were missing or there was more to send, for good
  };

  Connection(Loop& loop, Work& work, const std::vector<Endpoint>& endpoints, std::uint64_t retries,
             const Timeouts& timeouts, ReadBuffer& buffer);

  /// Connects, exchanges requests and answers, and tries again, until there is nothing left to do.
  boost::asio::awaitable<void> run();

  /// To be called when something that it may wait for has changed.
  void notify();

  /// Ends the connection at once.
  void abort();

  End end() const;
  /// Why it is not kDone: what broke it, and why it could not reconnect.
  std::string message() const;
  /// Why requests that are asked once only were lost; empty: none were.
  const std::string& lost_once() const { return lost_once_by_; }

 private:
  /// Requests that were sent together.
  struct Sent {
    std::uint64_t requests;
    Clock::time_point at;
  };

  boost::asio::awaitable<bool> connect();
  void give_up_connecting();
  void confirm();
  boost::asio::awaitable<void> exchange();
  boost::asio::awaitable<void> wait_for_requests();
  boost::asio::awaitable<void> write_requests();
  void end_sending();
  boost::asio::awaitable<void> write_spans(std::vector<Span> spans);
  boost::asio::awaitable<std::size_t> write_lines(std::string_view text);
  boost::asio::awaitable<void> read_answers();
  boost::asio::awaitable<void> watch_silence();
  Clock::time_point silence_ends() const;
  bool read_some();
  bool take_answers(std::string_view lines);
  void take_words(std::string_view lines);
  void deliver(std::string_view lines, std::uint64_t count, bool were_taken);
  bool are_consecutive(std::uint64_t count) const;
  Span take_front(std::uint64_t count);
  void return_unsent(std::uint64_t count);
  void release_spans();
  void record_latency(std::uint64_t answers);
  bool may_take_requests() const;
  bool may_read() const;
  bool must_yield() const;
  void retire(std::string_view answer);
  void finish_reading(std::string message);
  void give_up(std::string message);

  Loop& loop_;
  Work& work_;
  const std::vector<Endpoint>& endpoints_;
  const std::uint64_t retries_;
  std::uint64_t retries_left_;
  std::chrono::milliseconds backoff_{};
  const Timeouts timeouts_;
  ReadBuffer& buffer_;
  boost::asio::generic::stream_protocol::socket socket_;
  LoopTimer connect_timer_;
  Event writer_;   // blocks, room in the pipeline, the end
  Event reader_;   // a turn has come
  Event watcher_;  // all is sent, the last answer has come, the end
  Event ended_;    // a coroutine has ended: for exchange()

  std::deque<Span> in_flight_;
  std::deque<std::uint64_t>
      batches_;  // requests of in_flight_ that were taken together, at each time
  std::deque<Sent> sent_;
  std::uint64_t unanswered_ = 0;       // requests of sent_
  std::string tail_;                   // bytes read of an incomplete line
  Clock::time_point waiting_since_{};  // for an answer, or for the daemon to close
  bool unconfirmed_ = true;
  bool has_unconfirmed_batch_ = false;
  bool connected_too_late_ = false;
  bool reading_ = false;
  bool writing_ = false;
  bool watching_ = false;
  bool is_paused_ = false;  // does not read, although answers may have arrived
  bool sent_all_ = false;   // that it will send
  bool retiring_ = false;
  bool yields_ = false;  // it ends early, so that others may go first
  bool aborted_ = false;
  bool gave_up_ = false;  // there is no use in trying again
  End end_ = End::kNone;
  std::string write_error_;   // of this exchange: nothing can be sent any more
  std::string message_;       // of the last try
  std::string broken_by_;     // what ended the last exchange that had answers, before that try
  std::string lost_once_by_;  // what ended the first exchange that had requests that are asked once
};

}  // namespace puzzled::net::send
