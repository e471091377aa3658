// In which order units are done, and how they are dealt out to the parts of a cluster. Both depend
// on the units' expected work alone, so that every machine comes to the same result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace puzzled::parallel {

/// The numbers of all units, those with most work first; equal ones by number.
std::vector<std::uint64_t> longest_first(std::span<const double> work);

/// The units of one of `parts` parts of equal expected work, longest first: each unit in turn goes
/// to the part that has least work so far. Differences of work in the last bits do not change the
/// parts. The largest part exceeds the mean by less than the work of one unit, and no part is
/// empty. REQUIRES: part < parts <= work.size(), all work > 0.
std::vector<std::uint64_t> units_of_part(std::span<const double> work, std::uint64_t part,
                                         std::uint64_t parts);

}  // namespace puzzled::parallel
