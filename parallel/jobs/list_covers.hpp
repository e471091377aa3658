// Lists exact covers on many threads in the order in which one thread finds them: workers search
// units in parallel, and the solutions of each unit are shown when its turn comes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/cover/units.hpp"
#include "core/stop.hpp"
#include "parallel/jobs/listing.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

/// A solution is its options, in the order in which they were chosen, and is shown as one line with
/// its line feed.
using CoverListing = Listing<std::span<const std::uint32_t>>;

/// Shows the solutions of `problem`, at most `limit` of them. Returns early when `show` says so or
/// `stop` is set: what was found before is shown then. One thread begins, so that a solution that
/// is found early is shown at once; after a moment the others join it. Workers hold about 8 MB of
/// text together, or a megabyte each if that is more (twice that at worst): a unit that has more
/// than its share is continued when its turn comes, and units behind it are split.
/// REQUIRES: no cover::refusal() for listing.
Listed list_covers(Workers& workers, const cover::Problem& problem, cover::Engine engine,
                   std::string_view isa, const CoverListing& listing, const StopFlag& stop);

/// The same for the solutions of `units`, in this order, by all workers from the start.
/// REQUIRES: the units are those of cover::plan_by_links().
Listed list_cover_units(Workers& workers, const cover::Problem& problem,
                        std::span<const cover::Unit> units, cover::Engine engine,
                        std::string_view isa, const CoverListing& listing, const StopFlag& stop);

}  // namespace puzzled::parallel
