// What travels between a connection and the threads that solve: a run of requests that arrived
// together and their answers. A connection's pieces are answered independently of each other and
// written in the order in which they were cut, so a search holds up nobody but those behind it on
// its own connection.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>

namespace puzzled::serve {

enum class PieceKind {
  kReady,   ///< the answers are there: `ping`, `stats`, errors
  kStream,  ///< Sudoku lines, to be solved in the stream arena
  kSearch,  ///< one queens, first, target or count request, for the search arena
};

/// Raised when the client has left or the daemon ends: a search that sees it stops.
using Abandoned = std::atomic<bool>;

struct Piece {
  PieceKind kind = PieceKind::kReady;
  std::string requests;     ///< whole lines, each with its line feed
  std::uint64_t lines = 0;  ///< of `requests` that get an answer, or an upper bound of it
  std::string answers;      ///< one line for each request, with line feeds
  bool closes = false;      ///< `end`, `quit` or broken framing: close once this is written
  std::shared_ptr<const Abandoned> abandoned;
  std::chrono::steady_clock::time_point arrived{};
};

}  // namespace puzzled::serve
