// The input of `puzzled send`. A thread of its own reads it and splits it into blocks of requests,
// so that neither a slow pipe nor a compressed file delays the connections. Requests are sent
// unchanged; puzzles in other forms become lines, and invalid ones are answered here.
// Lines without answer (blank lines, comments, titles) are left out; `end` ends the input.
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
#include "core/sudoku/text/block_context.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/text_form.hpp"
#include "daemon/base/files/byte_source.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/progress/run_counters.hpp"
#include "daemon/base/text/input_form.hpp"
#include "daemon/net/send/block.hpp"
#include "daemon/net/send/block_writer.hpp"
#include "daemon/net/send/stream_kind.hpp"

namespace puzzled::net::send {

struct FeedOptions {
  std::size_t block_bytes = std::size_t{256} << 10;
  std::uint64_t block_lines = UINT64_MAX;  ///< at most
  bool repeat = false;                     ///< start again at the end of the input
  InputForm form{};                        ///< with format `line` every line is a request
};

class InputFeed {
 public:
  /// Longest request; the limit of daemons is lower.
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

  /// Whether take() would return one.
  bool has_block();

  /// Reuses the bytes of a block for later blocks: new memory costs the system as much time as
  /// sending it.
  void recycle(Block& block);

  /// Whether take() will never return another block.
  bool ended();

  /// Whether all of the input has been taken. While the feeding thread does not know yet whether
  /// anything follows the last block, this waits for it, but not for an input that is silent.
  bool has_given_all();

  /// Why the input ended early, if it did.
  std::optional<Error> error();

  /// Ends the input after the blocks that are ready.
  void stop();

  /// Waits for the feeding thread. REQUIRES: ended() or stop().
  void join();

  /// The line after all blocks taken so far.
  std::uint64_t next_line() const { return next_line_; }

  /// Bytes of the input read so far, as stored. Any thread.
  std::uint64_t consumed() const { return consumed_.load(std::memory_order_relaxed); }

  // Of the input when it was read first. REQUIRES: join() has returned.

  /// Lines that were skipped.
  const RunCounters& counters() const { return counters_; }
  /// The first faults of the input.
  const std::vector<InputFault>& faults() const { return writer_.faults(); }
  /// The first bytes, for messages on what the input is.
  const std::string& beginning() const { return beginning_; }
  /// Whether the line end_word() ended the input although text follows it.
  bool has_text_behind_end() const { return has_text_behind_end_; }
  std::string_view end_word() const { return end_word_; }
  bool is_of_requests() const { return kind_ == StreamKind::kRequests; }

 private:
  /// The bytes that were read and not yet cut into blocks.
  struct Held {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;  ///< there is room for one byte more
    std::size_t size = 0;

    std::string_view text() const { return {bytes.get(), size}; }
  };

  /// Where a block ends, and what kind of lines it has.
  struct Cut {
    std::size_t bytes = 0;  ///< 0: more text is needed
    bool is_requests = false;
    std::uint64_t bare_lines = 0;  ///< unless 0: so many lines of 81 cells, and nothing else
    sudoku::TextForm form{};       ///< of puzzles of 9x9
    std::shared_ptr<const variants::BoardForm> boards{};  ///< of others, instead
    std::optional<sudoku::BlockContext> next{};           ///< behind puzzles, if the cutter knows
  };

  void begin_pass();
  void feed();
  Result<bool> feed_once();
  Result<std::unique_ptr<Block>> read_block();
  Held hold_carried();
  Result<> read_more(Held& held);
  void tell_waiting(bool is_waiting);
  bool begins_text(Held& held);
  Cut cut(Held& held);
  Cut cut_undecided(std::string_view text);
  Cut cut_requests(Held& held);
  Cut cut_puzzles(std::string_view text);
  void take_boards(const variants::BoardForm& form);
  bool knows_form(std::string_view text, bool complete);
  std::unique_ptr<Block> block_of(Held held, const Cut& cut);
  void write_puzzles(Held held, const Cut& cut, Block& block);
  std::unique_ptr<char[]> buffer(std::size_t capacity);
  bool push(std::unique_ptr<Block> block);
  bool push_sliced(std::unique_ptr<Block> block);

  const std::string path_;
  const FeedOptions options_;
  const sudoku::FormRequest request_;  // refers to options_
  const Interrupt& interrupt_;
  const std::function<void()> changed_;

  // Of the feeding thread.
  std::unique_ptr<ByteSource> source_;
  std::string carried_;  // bytes read for the next block
  bool source_ended_ = false;
  bool saw_end_ = false;
  std::string_view end_word_ = "end";  // or `quit`
  bool has_text_behind_end_ = false;
  bool begins_ = true;        // a byte order mark may come
  std::uint64_t line_ = 1;    // that comes next
  std::uint64_t places_ = 0;  // of the blocks so far
  bool has_requests_ = false;
  const sudoku::PlainLineCounter count_plain_lines_;
  StreamKind kind_ = StreamKind::kUndecided;
  bool looks_for_boards_ = false;  // of other sizes and rules
  std::optional<sudoku::TextForm> form_;
  std::shared_ptr<const variants::BoardForm> boards_;  // instead of form_
  sudoku::BlockContext context_;
  BlockWriter writer_;
  bool is_first_pass_ = true;
  RunCounters counters_;
  std::string beginning_;
  std::atomic<std::uint64_t> consumed_ = 0;

  std::uint64_t next_line_ = 1;

  std::mutex mutex_;  // of the rest
  std::condition_variable room_;
  std::condition_variable settled_;  // a block is ready, the input has ended or keeps silent
  std::deque<std::unique_ptr<Block>> ready_;
  std::vector<std::unique_ptr<char[]>> spare_;  // of the usual capacity
  std::optional<Error> error_;
  bool ended_ = false;
  bool is_waiting_ = false;  // the feeding thread, for data
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace puzzled::net::send
