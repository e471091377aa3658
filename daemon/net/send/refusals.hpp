// Requests that the daemon refused (`error busy`, `error shutting-down`), and when they are asked
// again.
//
// They are asked again in rounds. A round begins when a pause is over, and ends when each request
// of it is answered or refused once more. If some were answered, the next one follows at once, with
// four times as many requests as were answered: a daemon that takes one search at a time is not
// sent thousands. If all were refused, the pause doubles. After as many rounds in vain as there are
// retries, all are given up, and so is what is refused later, until the daemon takes something
// again.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/net/send/block.hpp"

namespace puzzled::net::send {

/// For one thread at a time.
class Refusals {
 public:
  using Clock = std::chrono::steady_clock;

  /// Requests of one block, and the last answer to each.
  struct Refused {
    Span span;
    std::string answers;
  };

  static constexpr std::chrono::milliseconds kFirstPause{100};
  static constexpr std::chrono::milliseconds kLongestPause{5000};

  explicit Refusals(std::uint64_t retries) : retries_(retries) {}

  /// Whether requests that are refused now are not asked again.
  bool has_given_up() const { return failed_rounds_ >= retries_; }

  /// Whether no request waits to be asked again; those in flight do not count.
  bool empty() const { return waiting_.empty() && refused_again_.empty(); }

  /// Bytes of refusals that are kept.
  std::size_t kept() const { return kept_; }

  /// Takes a request, or several of one block, that got these answers. If the daemon is `busy`, a
  /// pause begins at once; one that is shutting down will be replaced, if at all.
  void add(Span span, std::string_view answers, bool is_busy, Clock::time_point now);

  /// When the next are asked; time_point::max() if there are none, or if they wait for answers to
  /// others.
  Clock::time_point due() const;

  /// The place of the first request that is asked next. REQUIRES: due() is not time_point::max().
  std::uint64_t next_place() const { return waiting_.begin()->first; }

  /// Takes requests to be asked, of `max_bytes` or a little more. REQUIRES: due() has come.
  std::vector<Span> take(std::size_t max_bytes);

  /// So many that were asked again are answered.
  void answered(std::uint64_t count, Clock::time_point now);

  /// So many that were asked again are lost with their connection.
  void withdraw(std::uint64_t count, Clock::time_point now);

  /// Whether the last round was in vain.
  bool has_failed_round() const { return failed_rounds_ > 0; }

  /// The daemon has taken a search: the count of rounds in vain starts again at 0.
  void restore() { failed_rounds_ = 0; }

  /// Takes all that wait, in order.
  std::vector<Refused> take_all();

 private:
  using ByPlace = std::map<std::uint64_t, Refused>;

  bool is_round() const { return in_flight_ > 0 || room_ > 0; }
  void leave_round(std::uint64_t count, Clock::time_point now);
  std::chrono::milliseconds next_pause();

  const std::uint64_t retries_;
  ByPlace waiting_;
  ByPlace refused_again_;               // in this round: they wait for the next
  std::uint64_t waiting_requests_ = 0;  // of both
  std::size_t kept_ = 0;
  std::uint64_t room_ = 0;       // requests that this round still takes
  std::uint64_t in_flight_ = 0;  // requests of this round without an answer
  std::uint64_t answered_ = 0;   // in this round
  std::uint64_t window_ = UINT64_MAX;
  std::uint64_t failed_rounds_ = 0;  // rounds in vain, one after another
  std::chrono::milliseconds pause_ = kFirstPause;
  Clock::time_point not_before_{};
};

}  // namespace puzzled::net::send
