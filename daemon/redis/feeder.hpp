// A feeder: adds the blocks of its inputs to a stream, takes the results, and hands the answers on
// in the order of the input. One thread, one connection.
//
//   inputs ─▶ LineBlocks ─▶ FeedWindow ─▶ {S}:in
//                               ▲           ⋮ workers
//     write ◀───────────────────┴──────── {S}:out
//
// A result is deleted from the server as soon as it has been read. Nothing is on disk before the
// last answer is: a feeder that was killed begins anew.
//
// A server that was away may come back in an earlier state, or without its data. So after each
// connection all results are read again (those that are known go by their numbers), and blocks that
// are neither answered nor in the stream are added again, by new numbers: then it does not matter
// what the server holds for the last id.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/base/progress/run_counters.hpp"
#include "daemon/redis/address.hpp"
#include "daemon/redis/block_form.hpp"
#include "daemon/redis/connection.hpp"
#include "daemon/redis/feed_settings.hpp"
#include "daemon/redis/feed_window.hpp"
#include "daemon/redis/keys.hpp"
#include "daemon/redis/line_blocks.hpp"
#include "daemon/redis/reply.hpp"

namespace puzzled::redis {

/// What a run has done so far; another thread may read.
struct FeedCounters {
  RunCounters run;                          ///< of the lines that are written
  std::atomic<std::uint64_t> errors = 0;    ///< lines that are answered by an error
  std::atomic<std::uint64_t> lines = 0;     ///< all lines that are written
  std::atomic<std::uint64_t> blocks = 0;    ///< the same of blocks
  std::atomic<std::uint64_t> again = 0;     ///< blocks that the server lost
  std::atomic<std::uint64_t> silent_s = 0;  ///< seconds since the last result, while some are due
  std::atomic<bool> is_connected = false;
};

/// What a feeder calls.
struct FeedHooks {
  /// Takes the next answers. False: no more are wanted.
  std::function<bool(std::string_view answers)> write;
  /// Tells people what happens to the server, the stream and the workers.
  std::function<void(const std::string& text)> tell;
};

enum class FeedEnd {
  kAnswered,     ///< all that was read
  kInterrupted,  ///< the stop descriptor became readable
  kClosed,       ///< write() wants no more
};

/// How long a feeder waits for what; tests wait less.
struct FeedTimes {
  std::chrono::milliseconds first_connection{
      5000};                                 ///< at the start, where an address may be wrong
  std::chrono::milliseconds sign{1000};      ///< between signs of life
  std::chrono::milliseconds takeover{5000};  ///< without a sign of life
  std::chrono::milliseconds silence{10000};  ///< without a result, before that is told
};

class Feeder {
 public:
  /// All must outlive it.
  Feeder(const FeedSettings& settings, const StreamAddress& address, Login login,
         LineBlocks& blocks, FeedCounters& counters, int stop_descriptor, FeedHooks hooks,
         const FeedTimes& times = {});

  /// Feeds all blocks and hands on all answers. Whatever the end, the stream is given back if the
  /// server is there. The error says why there are no more answers.
  Result<FeedEnd> run();

 private:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  // The server:
  Outcome<> connect();
  void report_failure(const std::string& text);
  Outcome<> open(const Patience& patience);
  Outcome<> begin();
  Outcome<> hold();
  Outcome<> add_missing();

  // Blocks and results:
  Outcome<> feed();
  Outcome<> step();
  Outcome<> read_input();
  Outcome<> send();
  Outcome<> send_at_once(const std::vector<FeedBlock*>& blocks);
  void be_full(const Failure& failure);
  Failure explain_refusal(const Failure& failure);
  Outcome<> collect();
  Outcome<std::size_t> read_results(std::optional<Milliseconds> wait);
  Outcome<> read_all_results();
  Outcome<> take_result(const Entry& entry);
  Outcome<> check_silence();
  Outcome<> report_silence(std::chrono::seconds silent);
  void write();

  bool stopped() const;
  bool is_at_end() const { return input_ended_ && window_.is_empty(); }
  std::string name_of(const FeedBlock& block) const;

  const FeedSettings& settings_;
  const StreamAddress address_;
  const Keys keys_;
  const Login login_;
  LineBlocks& blocks_;
  FeedCounters& counters_;
  const int stop_descriptor_;
  const FeedHooks hooks_;
  const FeedTimes times_;
  const std::string run_;  // its random name

  std::optional<Connection> connection_;
  FeedWindow window_;
  std::uint64_t first_ = 0;         // number of the run's first block; 0: it has not begun
  std::uint64_t next_ = 0;          // number of the next block that is added
  std::string from_ = "0";          // id of the last result that was read
  std::vector<std::string> taken_;  // ids of results that are to be deleted
  std::string reported_failure_;    // why there is no connection, as it was told
  bool input_ended_ = false;
  bool waits_for_input_ = false;
  bool is_closed_ = false;  // no more answers are wanted
  bool is_full_ = false;    // the server takes no more blocks for now
  bool has_reported_foreign_ = false;
  bool has_reported_silence_ = false;
  Milliseconds full_pause_{0};
  Clock::time_point next_try_{};  // to add blocks, if it is full
  Clock::time_point next_sign_{};
  Clock::time_point last_result_{};  // or since when blocks are due
  Clock::time_point next_silence_{};
};

}  // namespace puzzled::redis
