// Lists exact covers on many threads in the order of one: workers walk through units side by side,
// and the solutions of each unit are shown when its turn comes.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/cover/units.hpp"
#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

struct CoverListing {
  cover::Engine engine = cover::Engine::kAuto;
  std::string_view isa{};
  std::uint64_t limit = 1;
  /// Appends a solution to `text`, as one line with its line feed. Called on any worker, several at
  /// a time.
  std::function<void(std::string& text, std::span<const std::uint32_t> options)> format;
  /// Takes the next `solutions` solutions, in order; false: no more. One call at a time. Solutions
  /// that are found slowly come soon, for people who watch.
  std::function<bool(std::string_view text, std::uint64_t solutions)> show;
};

struct ListedCovers {
  std::uint64_t shown = 0;
  bool is_complete = false;  ///< all that there are were shown, or as many as were asked for
};

/// Shows the solutions of `problem`, at most `limit` of them. Returns early when `show` says so or
/// `stop` is set: what was found before is shown then. One thread begins, so that a solution that
/// is near comes at once; after a moment the others join it. Workers hold about 8 MB of text
/// together, or a megabyte each if that is more (twice that at worst): a unit that has more than
/// its share is continued when its turn comes, and units behind it are split.
/// REQUIRES: no cover::refusal() for listing.
ListedCovers list_covers(Workers& workers, const cover::Problem& problem,
                         const CoverListing& listing, const StopFlag& stop);

/// The same for the solutions of `units`, in this order, by all workers from the start.
/// REQUIRES: the units are those of cover::plan_by_links().
ListedCovers list_cover_units(Workers& workers, const cover::Problem& problem,
                              std::span<const cover::Unit> units, const CoverListing& listing,
                              const StopFlag& stop);

}  // namespace puzzled::parallel
