// What the connections of a run share: the blocks to be sent, the order of the answers, the rate.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/loop/event.hpp"
#include "daemon/send/block.hpp"
#include "daemon/send/input_feed.hpp"
#include "daemon/send/latency.hpp"
#include "daemon/send/reorder_buffer.hpp"
#include "daemon/send/summary.hpp"

namespace puzzled::send {

using Clock = std::chrono::steady_clock;

struct WorkOptions {
  std::uint64_t connections = 1;
  std::uint64_t pipeline = 0;              ///< requests in flight on a connection; 0: no limit
  std::uint64_t blocks_in_flight = 64;     ///< the same in blocks
  std::uint64_t bytes_total = UINT64_MAX;  ///< no block is taken while that much is in flight
  std::uint64_t rate = 0;     ///< requests a second, all connections together; 0: no limit
  bool keeps_answers = true;  ///< in order, for write(); else they are only counted
};

/// For the thread of the connections only, except the counters of the tally. `feed` outlives this
/// and all blocks that were taken.
class Work {
 public:
  /// `write` takes answers in order. `changed` is called when all connections must be notified: at
  /// the end, or when the turn moves on.
  Work(const WorkOptions& options, InputFeed& feed, std::function<void(std::string_view)> write,
       std::function<void()> changed);

  const WorkOptions& options() const { return options_; }

  /// The next block to be sent; null if there is none now.
  std::shared_ptr<Block> take();

  /// A connection waits for a block and is notified when there may be one. It then takes as many as
  /// it can, and the next one is notified.
  void add_idle(Event& connection) { idle_.push_back(&connection); }
  void remove_idle(Event& connection) { std::erase(idle_, &connection); }
  void notify_idle();

  /// A connection waits until it may receive.
  void add_blocked() { ++blocked_; }
  void remove_blocked() { --blocked_; }

  /// True when take() will never return another block. Blocks on unconfirmed connections may still
  /// come back.
  bool exhausted();

  /// A connection that may be refused has (or no longer has) a block.
  void begin_unconfirmed() { ++unconfirmed_; }
  void end_unconfirmed();

  /// A block whose connection ended before all its answers came; take() will return it again.
  void give_back(std::shared_ptr<Block> block);

  /// Whether the block whose answers are to be written next has been given back. Then a connection
  /// takes it though it has enough: others may wait for its answers.
  bool turn_was_given_back() const {
    return options_.keeps_answers && !returned_.empty() &&
           returned_.front()->number == order_.turn();
  }

  /// `count` requests of the block, from `first` on, are sent; those that were before are asked
  /// again.
  void count_sent(Block& block, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t end = first + count;
    if (first < block.sent) asked_again_ += std::min(end, block.sent) - first;
    block.sent = std::max(block.sent, end);
  }

  /// The remaining answers of a block are lost.
  void lose(Block& block);

  /// Takes the answers to the next `count` requests of the block: whole lines.
  void answer(Block& block, std::uint64_t count, std::string_view answers);

  /// Whether answers may be written as they come: there is but one connection, and no answer of our
  /// own stands between them.
  bool may_write_through() const {
    return options_.keeps_answers && options_.connections == 1 && blocks_with_own_ == 0 &&
           !order_.has_waiting();
  }

  /// Writes answers at once; answer() is then told of none. REQUIRES: may_write_through().
  void write_through(std::string_view answers) {
    tally_.add(answers);
    write_(answers);
  }

  /// Whether answers to this block may be read: the answers kept for their turn are bounded.
  bool may_receive(const Block& block) const;

  /// When the next `count` requests are due at the rate. Each call reserves their time.
  Clock::time_point reserve(std::uint64_t count);

  /// How many requests are due together: a millisecond of a connection's share at most.
  std::uint64_t pace_batch() const { return pace_batch_; }

  /// From now on take() returns no block.
  void stop();
  bool stopped() const { return stopped_; }

  /// Loses the blocks that were given back and not taken again.
  void lose_returned();

  AnswerTally& tally() { return tally_; }
  const AnswerTally& tally() const { return tally_; }
  Latency& latency() { return latency_; }
  const Latency& latency() const { return latency_; }
  const LineRanges& lost() const { return lost_; }
  std::uint64_t requests() const { return requests_; }
  std::uint64_t asked_again() const { return asked_again_; }

  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;

 private:
  std::shared_ptr<Block> take_new();
  void write_own(const Block& block);
  void write(const Block& block, std::string_view answers);
  void complete(std::uint64_t number, std::uint64_t lost);
  void end_block(const Block& block);

  const WorkOptions options_;
  InputFeed& feed_;
  const std::function<void(std::string_view)> write_;
  const std::function<void()> changed_;
  ReorderBuffer order_;
  std::deque<std::shared_ptr<Block>> returned_;
  std::deque<Event*> idle_;
  std::uint64_t blocked_ = 0;
  std::uint64_t in_flight_ = 0;  // bytes of blocks neither answered, nor lost, nor given back
  std::uint64_t unconfirmed_ = 0;
  std::uint64_t requests_ = 0;  // of blocks taken, and what had an answer of our own
  std::uint64_t asked_again_ = 0;
  std::uint64_t blocks_with_own_ = 0;  // that were taken and have not ended
  bool waits_for_turn_ = false;        // too many answers are kept to take another block
  LineRanges lost_;
  AnswerTally tally_;
  Latency latency_;
  bool stopped_ = false;

  std::uint64_t pace_batch_ = UINT64_MAX;
  std::uint64_t reserved_ = 0;
  Clock::time_point pace_start_{};
};

}  // namespace puzzled::send
