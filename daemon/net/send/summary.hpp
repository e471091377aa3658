// The result of a run of `puzzled send`, and its summary line.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/net/send/latency.hpp"

namespace puzzled::net::send {

enum class AnswerKind : std::uint8_t {
  kAnswer,
  kUnsolvable,
  kInvalid,
  kError,
  kBusy,          ///< the daemon has not tried the request: `error busy`
  kShuttingDown,  ///< the same: `error shutting-down`
};

/// The kind of an answer line, with or without a tag and its line feed.
AnswerKind kind_of(std::string_view line);

inline bool is_declined(AnswerKind kind) {
  return kind == AnswerKind::kBusy || kind == AnswerKind::kShuttingDown;
}

/// Answers by kind. Written by one thread, read by any.
struct AnswerTally {
  std::atomic<std::uint64_t> answers = 0;  ///< all
  std::atomic<std::uint64_t> unsolvable = 0;
  std::atomic<std::uint64_t> invalid = 0;
  std::atomic<std::uint64_t> errors = 0;
  std::atomic<std::uint64_t> declined = 0;  ///< of the errors: the daemon was busy or shutting down
  std::string first_invalid;                ///< the first reason; for the writing thread

  /// REQUIRES: whole lines.
  void add(std::string_view lines);

  /// The same in two steps, for callers that look at each line themselves: the number of all lines,
  /// and the kind of each that may be a word, with or without its line feed.
  void add_answers(std::uint64_t count) { answers.fetch_add(count, std::memory_order_relaxed); }
  void add_word(std::string_view line, AnswerKind kind);

  bool all_well() const { return unsolvable + invalid + errors == 0; }
};

struct RunReport {
  const AnswerTally& tally;
  const Latency& latency;
  std::uint64_t requests = 0;     ///< sent, taken to be sent, or answered without the daemon
  std::uint64_t unanswered = 0;   ///< of them; without lines that were never read
  std::uint64_t asked_again = 0;  ///< requests sent once more: lost, or refused
  std::uint64_t connections = 1;
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;
  double seconds = 0;
  bool interrupted = false;
  std::uint64_t decoration = 0;  ///< lines that were skipped
  std::string skipped{};         ///< skipped_text()
};

/// `100000 requests: 100000 answers in 0.312 s (320 k/s, 1 connection)`.
std::string report_text(const RunReport& report);

/// `latency: p50 41 us, p90 50 us, p99 81 us, p99.9 120 us, max 310 us`.
std::string latency_text(const Latency& latency);

/// All of it as one JSON object on one line; latencies in microseconds.
std::string report_json(const RunReport& report);

/// Numbers of input lines, as ranges that do not overlap.
using LineRanges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

/// `lines 3-17, 40 and 51-60`, sorted and merged; of many, the first few and how many more.
std::string ranges_text(LineRanges ranges);

}  // namespace puzzled::net::send
