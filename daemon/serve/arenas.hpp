// The threads that solve for all connections: one arena for the stream of Sudoku lines, one of
// lower priority for searches, so that a search never delays the stream.
#pragma once

#include <functional>
#include <memory>

#include "daemon/serve/metrics.hpp"
#include "daemon/serve/piece.hpp"
#include "daemon/settings.hpp"

namespace puzzled::serve {

/// Any thread may call submit(). Queues are as long as what is submitted: whoever submits bounds
/// it (requests in flight, searches in flight).
class Arenas {
 public:
  Arenas(const ServeSettings& settings, Metrics& metrics);
  ~Arenas();  ///< ends when all that was submitted is done
  Arenas(const Arenas&) = delete;
  Arenas& operator=(const Arenas&) = delete;

  /// Answers the piece, then calls `done` on the worker's thread, exactly once, whatever happens;
  /// `done` must be quick and not throw. The piece is the arena's until then.
  /// REQUIRES: kind is kStream or kSearch.
  void submit(Piece& piece, std::function<void()> done);

  /// Work done so far, for the watchdog: it must grow while anything is submitted.
  std::uint64_t progress() const;

 private:
  struct Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace puzzled::serve
