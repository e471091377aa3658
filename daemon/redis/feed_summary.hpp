// The summary of a feeder's run.
#pragma once

#include <string>

#include "daemon/redis/feeder.hpp"

namespace puzzled::redis {

/// `10000 puzzles: 9990 solved, 7 unsolvable, 3 invalid in 0.412 s (24.3 k/s, 2 blocks)`; further
/// clauses only where there is something to tell.
std::string feed_summary_text(const FeedCounters& counters, bool interrupted);

/// The same as one JSON object on one line; deploy/schemas/feed-summary.schema.json describes it.
std::string feed_summary_json(const FeedCounters& counters, bool interrupted);

/// The progress line.
std::string feed_progress_text(const FeedCounters& counters);

}  // namespace puzzled::redis
