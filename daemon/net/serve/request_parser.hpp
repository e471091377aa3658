// From bytes to batches: finds the lines of a connection's byte stream, tells Sudoku lines from
// verbs, and answers on the spot what needs no work. Pure: no socket, no clock, no thread; the
// same bytes give the same answers however they were cut into packets.
//
// The first byte of a line tells its kind (protocol.hpp). Lines of 81 cells and a line feed are
// counted by the kernel of batches, which then need not look for them again; a run of other Sudoku
// lines is found by searching for letters, 16 bytes at a time. Both are moved to their batch
// unchanged. Sudoku lines with tags, `solve` or requests that are answered when parsed between them
// are copied to one batch, with the text to be inserted between their answers; so are `count`
// requests with the same small limit.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/text_buffer.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "daemon/net/verbs/request.hpp"

namespace puzzled::net {

/// One for each connection; for one thread at a time.
class RequestParser {
 public:
  /// Lines in a batch, at most. The batch engine wants many; a small request behind a large one of
  /// another connection wants few.
  static constexpr std::uint64_t kMaxLines = 8192;

  /// Limits of one call, so that other connections get their turn: batches, and lines that a caller
  /// should ask for.
  static constexpr std::size_t kMaxBatches = 64;
  static constexpr std::uint64_t kMaxLinesInTurn = 2 * kMaxLines;

  /// The same for lines that are not passed on as they are, but answered when parsed or searches:
  /// work, in units of about 0.2 us. Such a line counts as kWorkOfLine and one unit for so many of
  /// its bytes; an error, for which a suggestion may be looked for, and a search, which is passed
  /// on alone, as kWorkOfError; a Sudoku line without 81 cells, which may be a board of any size,
  /// as kWorkOfLook. Other Sudoku lines are no such work. The last line of a call may go beyond the
  /// limit.
  static constexpr std::uint64_t kMaxWork = 512;
  static constexpr std::uint64_t kWorkOfLine = 1;
  static constexpr std::uint64_t kWorkOfError = 8;
  static constexpr std::uint64_t kWorkOfLook = 4;
  static constexpr std::uint64_t kBytesOfWork = 32;

  explicit RequestParser(const RequestLimits& limits);

  /// Takes at most `most` whole lines out of `bytes`, from taken() on, where the last call stopped,
  /// until they were so much work, and appends their batches. These, their answers and the rest of
  /// `bytes` take at most `grant` bytes more than `bytes` did. The rest is the beginning of a line,
  /// at most two bytes longer than the line limit, unless `most` or the grant was too small for
  /// more. `at_end`: the client will send no more, so that a last line without line feed counts.
  void parse(sudoku::TextBuffer& bytes, bool at_end,
             std::vector<std::unique_ptr<RequestBatch>>& batches, std::uint64_t most = UINT64_MAX,
             std::uint64_t grant = kAnyGrant, std::uint64_t work = kMaxWork);

  static constexpr std::uint64_t kAnyGrant = UINT64_MAX / 16;

  /// The grant without which the next line is not taken; 0: the last one was enough for all.
  std::uint64_t needs() const { return needs_; }

  /// Where the rest begins in the bytes of the last call. It is not moved to the front each time,
  /// which would be slow when little is taken of much.
  std::size_t taken() const { return taken_; }

  /// Behind `end`, `quit` or a line that is too long nothing more is taken.
  bool ended() const { return ended_by_ != CloseReason::kNone; }
  CloseReason ended_by() const { return ended_by_; }

  /// For the lines from now on.
  void set_limits(const RequestLimits& limits) { limits_ = limits; }

 private:
  RequestLimits limits_;
  sudoku::PlainLineCounter count_plain_lines_;
  bool begun_ = false;  // a byte order mark may no longer come
  CloseReason ended_by_ = CloseReason::kNone;
  std::size_t taken_ = 0;
  std::uint64_t needs_ = 0;
};

}  // namespace puzzled::net
