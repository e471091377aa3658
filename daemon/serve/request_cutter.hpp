// From bytes to pieces: finds the lines of a connection's byte stream, tells Sudoku lines from
// verbs, and answers on the spot what needs no work. Pure: no socket, no clock, no thread; the
// same bytes give the same pieces' answers however they were cut into packets.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/serve/piece.hpp"

namespace puzzled::serve {

/// What may be asked for.
struct RequestLimits {
  std::size_t line_bytes = 4096;
  std::uint64_t queens = 18;
  std::uint64_t first = 1000;
  std::size_t piece_bytes = std::size_t{256} << 10;  ///< larger runs of lines are cut
};

/// One for each connection; for one thread at a time.
class RequestCutter {
 public:
  explicit RequestCutter(const RequestLimits& limits);

  /// Takes the whole lines out of `bytes`, which begins where the last call stopped, and appends
  /// their pieces. What is left in `bytes` is the beginning of a line (less than the line limit).
  /// `at_end`: the client will send no more, so that a last line without line feed counts.
  void cut(std::string& bytes, bool at_end, std::vector<std::unique_ptr<Piece>>& pieces);

  /// True behind `end`, `quit` or a line that is too long: nothing more is taken.
  bool ended() const { return ended_; }

 private:
  RequestLimits limits_;
  bool ended_ = false;
};

}  // namespace puzzled::serve
