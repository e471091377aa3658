// What a worker has the server do in one step, by scripts and one transaction, so that whatever
// dies, a block is either still to be answered or has one result.
//
// All of them work when the server's memory is full: a result takes hardly more room than the block
// that goes for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/redis/connection.hpp"
#include "daemon/redis/keys.hpp"
#include "daemon/redis/reply.hpp"

namespace puzzled::redis {

/// What a block gets: answers and tally, or an error.
struct Finish {
  std::string_view block;  ///< its id
  std::string_view answers{};
  std::string_view tally{};
  std::string_view error{};  ///< not empty: in place of the others
};

struct Finished {
  bool is_late = false;       ///< another had finished the block: the result was dropped
  std::uint64_t results = 0;  ///< in `out`, with this one
};

/// Acknowledges the block; if it was still to be acknowledged, adds the result and deletes the
/// block.
Outcome<Finished> finish_block(Connection& connection, const Keys& keys, const Finish& finish);

/// Those of these blocks that still are the consumer's count as in work from now on, without being
/// delivered once more. How many. (A plain XCLAIM would take from others what they have claimed.)
Outcome<std::uint64_t> renew_blocks(Connection& connection, const Keys& keys,
                                    std::string_view consumer,
                                    const std::vector<std::string>& blocks);

/// A block that nobody has worked on for a while.
struct IdleBlock {
  std::string id;
  std::uint64_t deliveries = 0;
};

/// At most `most` blocks that have been idle for that long, oldest first.
Outcome<std::vector<IdleBlock>> idle_blocks(Connection& connection, const Keys& keys,
                                            std::chrono::milliseconds idle, std::size_t most);

/// Makes the block the consumer's, if it still is idle: the reply to XCLAIM, a list of one entry or
/// none.
Outcome<Reply> claim_block(Connection& connection, const Keys& keys, std::string_view consumer,
                           std::chrono::milliseconds idle, std::string_view block);

/// Gives the block up, if it still is idle: to `dead` with the reason, with an error as its result.
/// Whether it was.
Outcome<bool> bury_block(Connection& connection, const Keys& keys, std::chrono::milliseconds idle,
                         const IdleBlock& block);

/// How much there is of what, for those who watch.
struct StreamAmounts {
  std::uint64_t blocks = 0;   ///< in `in`
  std::uint64_t pending = 0;  ///< of those: that some worker has taken
  /// The longest time since a sign of life for one of them, of the hundred that come first.
  std::chrono::milliseconds longest_idle{0};
  std::uint64_t results = 0;  ///< in `out`
  std::uint64_t dead = 0;     ///< in `dead`
};

Outcome<StreamAmounts> stream_amounts(Connection& connection, const Keys& keys);

/// Removes the consumer from the group unless blocks are pending for it, which would be lost with
/// it.
Outcome<> remove_consumer(Connection& connection, const Keys& keys, std::string_view consumer);

/// The same for all that have been silent for that long.
Outcome<> remove_silent_consumers(Connection& connection, const Keys& keys,
                                  std::chrono::milliseconds silence);

}  // namespace puzzled::redis
