// What travels between a connection and the threads that solve: a run of requests that arrived
// together and their answers. A connection's batches are answered independently of each other and
// written in the order in which they were parsed, so a search delays only what comes behind it on
// its own connection.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/sudoku/text/text_buffer.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/wire/client_address.hpp"
#include "daemon/net/wire/protocol.hpp"

namespace puzzled::net {

enum class BatchKind {
  kAnswered,  ///< the answers are there: `ping`, errors
  kStats,     ///< one `stats`, answered when its turn to be submitted comes
  kStream,    ///< Sudoku lines, to be solved or counted in the stream pool
  kSearch,    ///< one queens, first, target or count request, for the search pool
};

/// Raised when the client has left or the daemon ends: a search that sees it stops.
using CancelFlag = std::atomic<bool>;

/// Text that belongs in front of one of the answers to `requests`: the tag of that request, or
/// whole answer lines to requests that stood before it.
struct Insertion {
  std::uint32_t answer;  ///< its number, from 0; as many as there are: behind the last one
  std::uint32_t size;    ///< bytes of the text
};

/// How many requests and errors a batch holds, beside Sudoku lines, which are counted when they
/// have been solved.
struct RequestTally {
  std::array<std::uint32_t, kVerbs> requests{};
  std::array<std::uint32_t, kErrorCodes> errors{};
};

struct RequestBatch {
  BatchKind kind = BatchKind::kAnswered;
  std::string requests;     ///< kStream: Sudoku lines, each with its line feed
  std::uint64_t lines = 0;  ///< request lines in it; those that get no answer may be among them
  std::uint64_t limit = 1;  ///< kStream: solutions to look for; unless 1, they are `count` requests
  std::vector<Insertion> insertions;  ///< kStream: rising
  std::string inserted;               ///< the text of all insertions, one after another
  SearchRequest search;               ///< kSearch
  std::string tag;                    ///< kSearch, kStats: `@token `, or empty
  RequestTally tally;
  sudoku::TextBuffer answers;  ///< one line for each request, with line feeds
  /// If any: close once this is written, and answer nothing behind it.
  CloseReason closes = CloseReason::kNone;
  std::shared_ptr<const CancelFlag> cancelled;
  ClientAddress client;  ///< whose it is, for the list of searches
  std::chrono::steady_clock::time_point arrived{};
};

/// Text from this size on is moved from owner to owner; of less a copy costs little, and the
/// memory, made for many lines, stays where it can be used again.
inline constexpr std::size_t kSmallestMove = std::size_t{16} << 10;

/// Memory that answers to so many Sudoku lines of so many bytes may take. An answer is at most 64
/// bytes longer than its line (`error timeout after ... at least 16`); the memory is made for whole
/// answers, with a sixteenth and 16 KiB to spare for the solver.
constexpr std::uint64_t answer_bound(std::uint64_t bytes, std::uint64_t lines) {
  return bytes + bytes / 16 + std::min<std::uint64_t>(bytes, 16 << 10) + 64 * lines;
}

/// Memory that a request for a search takes until it is answered.
std::uint64_t memory_of(const SearchRequest& search);

/// Memory that the batch takes now.
std::uint64_t memory_of(const RequestBatch& batch);

/// Memory that its answers may take beyond that, when they are made.
std::uint64_t memory_of_answers(const RequestBatch& batch);

/// Empties a text and frees its memory, which it would keep if an empty one were assigned.
inline void free_text(std::string& text) {
  std::string().swap(text);
}

/// Sets the answers from those to `requests` alone, whose memory they take if that saves much and
/// is no more than memory_of_answers() said.
/// REQUIRES: kind is kStream; `solved` has a line for each Sudoku line.
void set_answers(RequestBatch& batch, sudoku::TextBuffer& solved);
void set_answers(RequestBatch& batch, std::string_view solved);

/// Answers every request of the batch with an error, except what was answered on the spot.
void refuse(RequestBatch& batch, ErrorCode code, std::string_view text);

/// Counts the requests that the batch holds beside Sudoku lines.
/// REQUIRES: once for each batch; SolverPools::submit() does it for those it gets.
void add_tally(const RequestBatch& batch, Metrics& metrics);

}  // namespace puzzled::net
