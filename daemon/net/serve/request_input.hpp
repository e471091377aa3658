// The bytes that a client has sent and that are not parsed yet, and since when they are there. It
// reads a socket without waiting; the session decides when there is room to read.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/sudoku/text/text_buffer.hpp"
#include "daemon/net/limits/budget.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "daemon/net/serve/request_parser.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

/// Bytes that can be read from a socket now.
std::size_t bytes_arrived(int socket);

/// For one thread.
class RequestInput {
 public:
  using Clock = std::chrono::steady_clock;

  enum class Receipt {
    kNothing,  ///< for now
    kSome,     ///< bytes, or the end
    kNoRoom,   ///< all clients together are at their limit
    kBroken,   ///< a reset
  };

  /// The least that is read, however little room there is.
  static constexpr std::uint64_t kMinRead = std::uint64_t{4} << 10;

  /// `bytes` is the quota of memory of all clients; `metrics` counts what is received.
  RequestInput(const RequestLimits& limits, Quota& bytes, Metrics& metrics);
  RequestInput(const RequestInput&) = delete;
  RequestInput& operator=(const RequestInput&) = delete;

  /// For the lines from now on.
  void set_limits(const RequestLimits& limits) { parser_.set_limits(limits); }

  /// Reads what has arrived, at most `most` bytes and at most a good batch, while all clients
  /// together hold at most `total`.
  Receipt receive(int socket, std::uint64_t most, std::uint64_t total = UINT64_MAX);

  /// Appends the batches of at most `most` whole lines, while batches, answers and the bytes that
  /// stay here take at most `grant` additional bytes, and until the lines were so much work.
  void parse(std::uint64_t most, std::vector<std::unique_ptr<RequestBatch>>& batches,
             std::uint64_t grant = RequestParser::kAnyGrant,
             std::uint64_t work = RequestParser::kMaxWork);

  /// The bytes that are not parsed, for callers that expect something other than requests first;
  /// drop_front() removes it.
  std::string_view text() const { return bytes_.view().substr(bytes_.size() - left()); }
  void drop_front(std::size_t bytes);

  /// More bytes than text() are needed.
  void wait_for_more() { has_lines_ = false; }

  /// The grant without which the next line is not cut; 0: the last one was enough.
  std::uint64_t needs() const { return parser_.needs(); }

  /// Drops the bytes that are not parsed.
  void clear();

  bool at_end() const { return at_end_; }        ///< the client will send no more
  bool has_lines() const { return has_lines_; }  ///< that parse() may take
  bool has_part() const { return left() > 0; }   ///< of a line, at least

  /// In that part: perhaps the client ends its lines so, without a line feed.
  bool has_carriage_return() const {
    return has_part() && bytes_.view().find('\r', parser_.taken()) != std::string_view::npos;
  }

  /// True behind `end` and the like: nothing more is taken.
  bool ended() const { return parser_.ended(); }
  CloseReason ended_by() const { return parser_.ended_by(); }

  /// Memory, as counted in Budget::bytes.
  std::uint64_t held() const { return held_.amount(); }

  /// When the incomplete line at the front began; reset whenever the client had to wait.
  Clock::time_point line_begun() const { return line_begun_; }
  void restart_line_timer() { line_begun_ = Clock::now(); }

  Clock::time_point last_read() const { return last_read_; }

  /// Bytes, so far.
  std::uint64_t received() const { return received_; }

 private:
  std::size_t left() const { return bytes_.size() - std::min(parser_.taken(), bytes_.size()); }
  bool make_room(std::size_t bytes, std::uint64_t total);
  void account();

  Metrics& metrics_;
  RequestParser parser_;
  Lease held_;
  sudoku::TextBuffer bytes_;
  std::uint64_t received_ = 0;
  bool at_end_ = false;
  bool has_lines_ = false;
  Clock::time_point line_begun_;
  Clock::time_point last_read_;
};

}  // namespace puzzled::net
