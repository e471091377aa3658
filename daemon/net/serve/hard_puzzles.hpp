// Puzzles that took too long for the stream: they are solved as a search, and their answers merged
// with the others of the batch.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/sudoku/answer_writer.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "parallel/search_pool.hpp"

namespace puzzled::net {

/// A batch of which the stream has solved all puzzles but some.
struct PartlySolved {
  std::string answers;  ///< to all other lines
  std::vector<sudoku::UnsolvedPuzzle> unsolved;
};

/// Solves (or counts) the unsolved puzzles of a batch of the kind kStream, each within `limit`, and
/// sets the answers. The text of the batch's requests is not needed.
void answer_hard_puzzles(RequestBatch& batch, const PartlySolved& solved,
                         parallel::SearchContext& context, std::chrono::nanoseconds limit,
                         Metrics& metrics);

}  // namespace puzzled::net
