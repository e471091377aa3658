// Lists the solutions of N queens in lexicographic order, on the calling thread.
#pragma once

#include <span>

#include "core/stop.hpp"
#include "parallel/jobs/listing.hpp"

namespace puzzled::parallel {

/// A solution is the column of each row's queen, from 1.
using QueensListing = Listing<std::span<const int>>;

/// Shows the first `limit` solutions. Returns early when `show` says so or `stop` is set: what was
/// found before is shown then. REQUIRES: 1 <= queens <= queens::kMaxWalkQueens.
Listed list_queens(int queens, const QueensListing& listing, const StopFlag& stop);

}  // namespace puzzled::parallel
