// Lists exact covers on many threads in the order of one: workers walk through units side by side,
// and the solutions of each unit are shown when its turn comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/units.hpp"
#include "core/stop.hpp"
#include "parallel/workers.hpp"

namespace puzzled::parallel {

struct CoverListStages {
  /// A walk through the solutions of a unit. Called on any worker, several at a time.
  std::function<std::unique_ptr<cover::SolutionWalk>(const cover::Unit& unit)> walk;
  /// About so many shorter units that have the solutions of `unit` in the same order. One call at a
  /// time.
  std::function<std::vector<cover::Unit>(const cover::Unit& unit, std::size_t units)> split;
  /// Appends a solution to `text`. Called on any worker, several at a time.
  std::function<void(std::string& text, std::span<const std::uint32_t> options)> format;
  /// Takes `solutions` solutions of whole units or parts of them, in order; false: no more. One
  /// call at a time.
  std::function<bool(const std::string& text, std::uint64_t solutions)> show;
};

/// Shows the solutions of all units, in the order of the units, at most `limit` of them (which the
/// last text does not exceed). Returns early when `show` says so or `stop` is set: what was found
/// before is shown then. Workers hold about 8 MB of text together, or a megabyte each if that is
/// more (twice that at worst): a unit that has more than its share is continued when its turn
/// comes, and units behind it are split.
void list_covers(Workers& workers, std::span<const cover::Unit> units, std::uint64_t limit,
                 const CoverListStages& stages, const StopFlag& stop);

}  // namespace puzzled::parallel
