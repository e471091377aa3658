// Answers to searches, on the threads of a search pool.
#pragma once

#include <chrono>

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

}  // namespace puzzled::net
