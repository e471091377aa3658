// What a client has sent and is not cut into batches yet, and since when it has been there. It
// reads a socket without waiting; when there is room to read is for the session to say.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
    kNoRoom,   ///< all clients together hold as much as they may
    kBroken,   ///< a reset
  };

  /// What is always worth reading, however little room there is.
  static constexpr std::uint64_t kMinRead = std::uint64_t{4} << 10;

  /// `bytes` is that of the memory of all clients; `metrics` counts what comes.
  RequestInput(const RequestLimits& limits, Quota& bytes, Metrics& metrics);
  RequestInput(const RequestInput&) = delete;
  RequestInput& operator=(const RequestInput&) = delete;

  /// For the lines from now on.
  void set_limits(const RequestLimits& limits) { parser_.set_limits(limits); }

  /// Reads what has arrived, `most` bytes at most and no more than make a good batch, as long as
  /// all clients together hold no more than `total`.
  Receipt receive(int socket, std::uint64_t most, std::uint64_t total = UINT64_MAX);

  /// Appends the batches of the next `most` lines, as far as they are whole and as batches, answers
  /// and what stays here take no more than `grant` bytes in addition.
  void parse(std::uint64_t most, std::vector<std::unique_ptr<RequestBatch>>& batches,
             std::uint64_t grant = RequestParser::kAnyGrant);

  /// What has come and is not cut, for who looks for something else than requests at the beginning;
  /// drop_front() takes that away.
  std::string_view text() const { return std::string_view(bytes_).substr(bytes_.size() - left()); }
  void drop_front(std::size_t bytes);

  /// It takes more than text() to go on.
  void wait_for_more() { has_lines_ = false; }

  /// The grant without which the next line is not cut; 0: the last one was enough.
  std::uint64_t needs() const { return parser_.needs(); }

  /// Forgets what is not cut.
  void clear();

  bool at_end() const { return at_end_; }        ///< the client will send no more
  bool has_lines() const { return has_lines_; }  ///< that parse() may take
  bool has_part() const { return left() > 0; }   ///< of a line, at least

  /// True behind `end` and the like: nothing more is taken.
  bool ended() const { return parser_.ended(); }
  CloseReason ended_by() const { return parser_.ended_by(); }

  /// Memory, as counted in Budget::bytes.
  std::uint64_t held() const { return held_.amount(); }

  /// When the line began that the input is the beginning of. It does so anew when the client was
  /// kept waiting.
  Clock::time_point line_begun() const { return line_begun_; }
  void begin_line_anew() { line_begun_ = Clock::now(); }

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
  std::string bytes_;
  std::uint64_t received_ = 0;
  bool at_end_ = false;
  bool has_lines_ = false;
  Clock::time_point line_begun_;
  Clock::time_point last_read_;
};

}  // namespace puzzled::net
