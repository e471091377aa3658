// A batch of requests that arrived together on a connection, and their answers: what connections
// and solving threads exchange. A connection's batches are answered independently of each other and
// written in the order in which they were parsed, so a search delays only later requests of its own
// connection.
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

#include "core/sudoku/answer_writer.hpp"
#include "core/sudoku/text/text_buffer.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/verbs/request.hpp"
#include "daemon/net/wire/client_address.hpp"

namespace puzzled::net {

enum class BatchKind {
  kAnswered,  ///< the answers are there: `ping`, errors
  kStats,     ///< one `stats`, answered when its turn to be submitted comes
  kStream,    ///< Sudoku lines, to be solved or counted in the stream pool
  kSearch,    ///< a request for the search pool, or several that it answers together
};

/// Set when the client has left or the daemon ends, to stop a search.
using CancelFlag = std::atomic<bool>;

/// Text to be inserted before one of the answers to `requests`: the tag of that request, or whole
/// answer lines to requests before it.
struct Insertion {
  std::uint32_t answer;  ///< its number, from 0; the number of all answers: behind the last one
  std::uint32_t size;    ///< bytes of the text
};

/// How many requests and errors a batch holds, beside Sudoku lines, which are counted when they
/// have been solved.
struct RequestTally {
  std::array<std::uint32_t, kVerbCount> requests{};  ///< by index_of(verb)
  std::array<std::uint32_t, kErrorCodes> errors{};
};

struct RequestBatch {
  BatchKind kind = BatchKind::kAnswered;
  sudoku::TextBuffer requests;    ///< kStream: Sudoku lines, each with its line feed
  std::uint64_t plain_lines = 0;  ///< kStream: it begins with so many lines of 81 cells, or more
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
  ClientAddress client;  ///< for the list of searches
  std::chrono::steady_clock::time_point arrived{};
};

/// Text of this size or more is moved. Less is copied: that costs little, and the buffer, made for
/// many lines, can be reused where it is.
inline constexpr std::size_t kSmallestMove = std::size_t{16} << 10;

/// Memory that the answers to `lines` Sudoku lines of `bytes` bytes may take. An answer is at most
/// 64 bytes longer than its line (`error timeout after ... at least 16`); the memory is made for
/// whole answers, with a sixteenth and 16 KiB to spare for the solver.
constexpr std::uint64_t answer_bound(std::uint64_t bytes, std::uint64_t lines) {
  return bytes + bytes / 16 + std::min<std::uint64_t>(bytes, 16 << 10) + 64 * lines;
}

/// Memory that a request for a search takes until it is answered.
std::uint64_t memory_of(const SearchRequest& search);

/// Memory that the batch takes now.
std::uint64_t memory_of(const RequestBatch& batch);

/// Memory that its answers may take beyond that, when they are made.
std::uint64_t memory_of_answers(const RequestBatch& batch);

/// Empties a text and frees its memory, which assigning an empty text would keep.
inline void free_text(std::string& text) {
  std::string().swap(text);
}

/// Sets the answers from `solved`, the answers to `requests` alone, and takes over their memory if
/// that saves much and is at most memory_of_answers().
/// REQUIRES: kind is kStream; `solved` has a line for each Sudoku line.
void set_answers(RequestBatch& batch, sudoku::TextBuffer& solved);
void set_answers(RequestBatch& batch, std::string_view solved);

/// Answers every request of the batch with an error, except those that were answered when parsed.
void refuse(RequestBatch& batch, ErrorCode code, std::string_view text);

/// Answers the unsolved requests because the daemon ends, and counts these answers. (If the client
/// has left, nobody reads them.)
void refuse_for_end(RequestBatch& batch, Metrics& metrics);

/// Counts the requests that the batch holds beside Sudoku lines.
/// REQUIRES: once for each batch; SolverPools::submit() does it for those it gets.
void add_tally(const RequestBatch& batch, Metrics& metrics);

/// Counts answers to Sudoku lines.
void add_tally(const sudoku::Tally& tally, Metrics& metrics);

}  // namespace puzzled::net
