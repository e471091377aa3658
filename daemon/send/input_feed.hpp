// The input of `puzzled send`. A thread of its own reads it and splits it into blocks of requests,
// so that neither a slow pipe nor a compressed file delays the connections. Lines without answer
// (blank lines, comments) are left out; `end` ends the input.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/result.hpp"
#include "daemon/files/byte_source.hpp"
#include "daemon/os/interrupt.hpp"
#include "daemon/send/block.hpp"

namespace puzzled::send {

struct FeedOptions {
  std::size_t block_bytes = std::size_t{256} << 10;
  std::uint64_t block_lines = UINT64_MAX;  ///< at most
  bool repeat = false;                     ///< start again at the end of the input
};

class InputFeed {
 public:
  /// Longest line; the limit of daemons is lower.
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

  /// The feeding thread calls `changed` when take() or ended() may have a new result.
  InputFeed(std::string path, const FeedOptions& options, const Interrupt& interrupt,
            std::function<void()> changed);
  ~InputFeed();
  InputFeed(const InputFeed&) = delete;
  InputFeed& operator=(const InputFeed&) = delete;

  /// Opens the input and starts to read.
  Result<> start();

  /// The next block, or null if there is none now. This and the rest are for one thread at a time.
  std::unique_ptr<Block> take();

  /// Takes back the bytes of a block for later blocks: fresh memory costs the system as much time
  /// as sending it does.
  void recycle(Block& block);

  /// Whether take() will never return another block.
  bool ended();

  /// Why the input ended early, if it did.
  std::optional<Error> error();

  /// Ends the input after the blocks that are ready.
  void stop();

  /// The line after all blocks taken so far.
  std::uint64_t next_line() const { return next_line_; }

  /// Bytes of the input read so far, as stored. Any thread.
  std::uint64_t consumed() const { return consumed_.load(std::memory_order_relaxed); }

 private:
  void feed();
  Result<bool> feed_once();
  Result<std::unique_ptr<Block>> read_block();
  std::unique_ptr<char[]> buffer(std::size_t capacity);
  bool push(std::unique_ptr<Block> block);
  bool push_sliced(std::unique_ptr<Block> block);

  const std::string path_;
  const FeedOptions options_;
  const Interrupt& interrupt_;
  const std::function<void()> changed_;

  // Of the feeding thread.
  std::unique_ptr<ByteSource> source_;
  std::string carried_;  // the beginning of a line
  bool source_ended_ = false;
  bool saw_end_ = false;
  std::uint64_t line_ = 1;  // that comes next
  std::uint64_t blocks_ = 0;
  std::atomic<std::uint64_t> consumed_ = 0;

  std::uint64_t next_line_ = 1;

  std::mutex mutex_;  // of the rest
  std::condition_variable room_;
  std::deque<std::unique_ptr<Block>> ready_;
  std::vector<std::unique_ptr<char[]>> spare_;  // of the usual capacity
  std::optional<Error> error_;
  bool ended_ = false;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace puzzled::send
