// What the threads of a search pool answer: searches, and puzzles that took too long for the
// stream.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/sudoku/answer_writer.hpp"
#include "daemon/base/log/log.hpp"
#include "daemon/net/metrics/metrics.hpp"
#include "daemon/net/serve/request_batch.hpp"
#include "daemon/net/verbs/search_tools.hpp"
#include "parallel/search_pool.hpp"

namespace puzzled::net {

/// Sets the answers of a batch of the kind kSearch, counting an error in `metrics`. A wrong count,
/// which is answered `error internal`, is told in `log`, which may be null.
void answer_search(RequestBatch& batch, SearchTools& tools, parallel::SearchContext& context,
                   std::chrono::nanoseconds limit, Metrics& metrics, Log* log);

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
