// What the connections of a run share: the requests to be sent, the order of the answers, the rate.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "daemon/net/loop/event.hpp"
#include "daemon/net/send/block.hpp"
#include "daemon/net/send/input_feed.hpp"
#include "daemon/net/send/latency.hpp"
#include "daemon/net/send/refusals.hpp"
#include "daemon/net/send/reorder_buffer.hpp"
#include "daemon/net/send/summary.hpp"

namespace puzzled::net::send {

using Clock = std::chrono::steady_clock;

struct WorkOptions {
  std::uint64_t connections = 1;
  std::uint64_t pipeline = 0;              ///< requests in flight on a connection; 0: no limit
  std::uint64_t blocks_in_flight = 64;     ///< the same in blocks
  std::uint64_t bytes_total = UINT64_MAX;  ///< no block is read while those in work have that many
  std::uint64_t rate = 0;     ///< requests a second, all connections together; 0: no limit
  std::uint64_t retries = 5;  ///< rounds in vain before refused requests are given up, see Refusals
  bool keeps_answers = true;  ///< in order, for write(); else they are only counted
};

/// For the thread of the connections only, except the counters of the tally. `feed` must outlive
/// this and all blocks that were taken.
///
/// Memory: blocks in work, that is, sent or waiting to be asked again, take at most `bytes_total`
/// and one block, and no new one is read while refused requests wait. Answers and refusals that are
/// kept for their turn take at most kMaxKeptBytes and one read: above that, only the connection
/// whose first answer has its turn is read.
class Work {
 public:
  /// `write` takes answers in order. `changed` is called when all connections must be notified: at
  /// the end, when the turn moves on, or when there is something to be asked again.
  Work(const WorkOptions& options, InputFeed& feed, std::function<void(std::string_view)> write,
       std::function<void()> changed);

  const WorkOptions& options() const { return options_; }

  /// Requests to be sent; none if there are none now. Those that are asked again come first.
  /// Several spans are requests that were refused.
  std::vector<Span> take();

  /// Whether take() would return some.
  bool has_requests();

  /// When more refused requests are to be asked again than at `now`; time_point::max() if unknown.
  Clock::time_point next_due(Clock::time_point now) const {
    const Clock::time_point due = refusals_.due();
    return due > now ? due : Clock::time_point::max();
  }

  /// A connection waits for requests and is notified when there may be some. It then takes as many
  /// as it can, and the next one is notified.
  void add_idle(Event& connection) { idle_.push_back(&connection); }
  void remove_idle(Event& connection) { std::erase(idle_, &connection); }
  void notify_idle();

  /// A connection begins (join) or has ended for good (leave).
  void join() { ++connections_; }
  void leave();

  /// A connection waits until it may receive.
  void add_blocked();
  void remove_blocked() { --blocked_; }

  /// True when take() will never return another request. Those on unconfirmed connections may still
  /// come back, and so may those that a connection waits for, which then has to ask them itself.
  bool exhausted();

  /// A connection that may be refused has (or no longer has) requests.
  void begin_unconfirmed() { ++unconfirmed_; }
  void end_unconfirmed();

  /// Requests whose connection ended before all its answers came: take() will return them again.
  /// Those that are asked once only, and were sent, are lost instead; true if there were some.
  bool give_back(Span span);

  /// Requests without an answer, which are not asked again.
  void lose(const Span& span);

  /// Whether what the daemon refuses now is asked again.
  bool asks_again() const { return !stopped_ && !refusals_.has_given_up(); }
  bool may_ask_again(const Span& request) const {
    return asks_again() && request.block->kind_of(request.next) != RequestKind::kOnce;
  }

  /// The daemon has refused a request. REQUIRES: may_ask_again().
  void refuse(Span request, std::string_view answer, bool is_busy);

  /// Whether the request whose answer is to be written next can be sent now. A connection then
  /// takes it even at its limit, because others may wait for its answer.
  bool turn_is_due() const;

  /// Whether no connection reads, because each would have to keep its answers.
  bool all_blocked() const { return blocked_ == connections_; }

  /// `count` requests of the block, from `first` on, are sent; those that were before are asked
  /// again.
  void count_sent(Block& block, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t end = first + count;
    if (first < block.sent) asked_again_ += std::min(end, block.sent) - first;
    block.sent = std::max(block.sent, end);
  }
  void count_asked_again(std::uint64_t count) { asked_again_ += count; }

  /// Whether answers to requests that follow each other may be written together: no answer of our
  /// own stands between them.
  bool may_join() const { return blocks_with_own_ == 0; }

  /// Writes, or keeps for their turn, the answers to requests: whole lines, which the tally has.
  void write(const Span& requests, std::string_view answers);

  /// The same for `count` requests that follow each other, of which `first` holds the first ones.
  /// REQUIRES: may_join().
  void write_joined(const Span& first, std::uint64_t count, std::string_view answers);

  /// Requests have got their answers, which were written; `were_taken`: they are not refusals.
  void answered(const Span& requests, bool were_taken);

  /// Whether answers to these requests may be read: the answers kept for their turn are bounded.
  bool may_receive(const Span& requests) const {
    return !options_.keeps_answers || !is_full() || requests.place() == order_.turn();
  }

  bool has_turn(const Span& requests) const { return requests.holds(order_.turn()); }

  /// When the next `count` requests are due at the rate. Each call reserves their time.
  Clock::time_point reserve(std::uint64_t count);

  /// How many requests are due together: a millisecond of a connection's share at most.
  std::uint64_t pace_batch() const { return pace_batch_; }

  /// From now on take() returns no block.
  void stop();
  bool stopped() const { return stopped_; }

  /// Gives up the requests that wait to be asked again: the refusal is the answer of those that
  /// were refused, the others get none.
  void give_up_waiting();

  AnswerTally& tally() { return tally_; }
  const AnswerTally& tally() const { return tally_; }
  Latency& latency() { return latency_; }
  const Latency& latency() const { return latency_; }
  const LineRanges& lost() const { return lost_; }
  /// Those of them that are asked once only.
  const LineRanges& lost_once() const { return lost_once_; }
  std::uint64_t requests() const { return requests_; }
  std::uint64_t asked_again() const { return asked_again_; }

  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;

 private:
  bool is_full() const;
  std::vector<Span> take_waiting();
  std::shared_ptr<Block> take_new();
  bool may_take_new() const;
  void write_own(const Block& block);
  void resolve(Block& block, std::uint64_t count);
  void give_up_refused();
  void room_may_have_come();

  const WorkOptions options_;
  InputFeed& feed_;
  const std::function<void(std::string_view)> write_;
  const std::function<void()> changed_;
  ReorderBuffer order_;
  Refusals refusals_;
  std::deque<Span> returned_;  // by place
  std::deque<Event*> idle_;
  std::uint64_t connections_ = 0;
  std::uint64_t blocked_ = 0;           // of them
  std::uint64_t unresolved_bytes_ = 0;  // bytes of blocks that are not resolved
  std::uint64_t unconfirmed_ = 0;
  std::uint64_t requests_ = 0;  // of blocks taken, and what had an answer of our own
  std::uint64_t asked_again_ = 0;
  std::uint64_t blocks_with_own_ = 0;  // that were taken and are not resolved
  bool waits_for_turn_ = false;        // too many answers are kept to take another block
  LineRanges lost_;
  LineRanges lost_once_;
  AnswerTally tally_;
  Latency latency_;
  bool stopped_ = false;

  std::uint64_t pace_batch_ = UINT64_MAX;
  std::uint64_t reserved_ = 0;
  Clock::time_point pace_start_{};
};

}  // namespace puzzled::net::send
