// The blocks that a feeder has under way, in the order of the input: read, but not yet written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "daemon/redis/line_blocks.hpp"
#include "daemon/redis/result_check.hpp"

namespace puzzled::redis {

/// A block on its way. It has its text until it is answered, so that it can be added again if the
/// server loses it; then it has its answers until those before it are written.
struct FeedBlock {
  LineBlock lines;
  std::uint64_t ordinal = 0;  ///< of the run, from 1
  std::uint64_t number = 0;   ///< of its id in the stream; 0: it is to be added, or added again
  bool is_added = false;      ///< the server has said so
  bool is_answered = false;
  bool is_error = false;  ///< the answer to each line is an error
  std::string answers{};
  BlockTally tally{};
};

/// At most so many blocks, which bounds the memory of the feeder and of the server.
class FeedWindow {
 public:
  explicit FeedWindow(std::size_t most) : most_(most) {}

  bool has_room() const { return blocks_.size() < most_; }
  bool is_empty() const { return blocks_.empty(); }

  /// REQUIRES: has_room().
  void add(LineBlock lines);

  /// The blocks that are to be added to the stream, at most so many, in their order.
  std::vector<FeedBlock*> to_add(std::size_t most);

  /// The blocks that are in the stream, or being worked on, in their order.
  std::vector<FeedBlock*> unanswered();
  bool has_unanswered() const;

  /// The one among them with that number; null: there is none.
  FeedBlock* find(std::uint64_t number);

  /// The first block, if it is answered; else null.
  const FeedBlock* first_answered() const;
  /// REQUIRES: first_answered().
  void remove_first() { blocks_.pop_front(); }

 private:
  const std::size_t most_;
  std::uint64_t added_ = 0;
  std::deque<FeedBlock> blocks_;
};

}  // namespace puzzled::redis
