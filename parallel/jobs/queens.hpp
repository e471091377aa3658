// The solutions of N queens: counted in units, on all threads of a team, or listed. A count that
// disagrees with its residues (core/queens/unit_count.hpp) is an error, of a unit as of the sum.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/queens/boards/board.hpp"
#include "core/queens/count_plan.hpp"
#include "core/queens/regions/region_board.hpp"
#include "core/queens/unit_count.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "parallel/jobs/listing.hpp"
#include "parallel/jobs/unit_count.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// CountPlan::make_counter() or, to count units a second time, make_checker().
enum class QueensCounter { kFirst, kChecker };

/// Counts until all units of the job are done or `stop` is set. After an error, units in flight are
/// finished. An exception of a thread comes out here.
Result<CountedUnits<queens::UnitCount>> count_queens(Team& team, const queens::CountPlan& plan,
                                                     const UnitsToCount<queens::UnitCount>& job,
                                                     const StopFlag& stop,
                                                     QueensCounter kind = QueensCounter::kFirst);

/// A solution is the column of each row's queen, from 1.
using QueensListing = Listing<std::span<const int>>;

/// Which solutions are listed: all, or of those that are images of each other the first one.
enum class QueensListed { kAll, kFirstOfEachClass };

/// Shows the first `limit` solutions, in lexicographic order, on the calling thread. Returns early
/// when `show` says so or `stop` is set: what was found before is shown then. REQUIRES: the board
/// is empty if images are skipped.
Listed list_queens(const queens::Board& board, const QueensListing& listing, const StopFlag& stop,
                   QueensListed kind = QueensListed::kAll);

/// The same of a board of regions.
Listed list_queens(const queens::RegionBoard& board, const QueensListing& listing,
                   const StopFlag& stop);

/// The same of an empty board. REQUIRES: 1 <= queens <= queens::kMaxWalkQueens.
inline Listed list_queens(int queens, const QueensListing& listing, const StopFlag& stop) {
  return list_queens(queens::empty_board(queens), listing, stop);
}

}  // namespace puzzled::parallel
