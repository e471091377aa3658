// In which order units are done, and how they are dealt out to the parts of a cluster. Both depend
// on the units' expected work alone, so that every machine comes to the same result.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace puzzled::parallel {

/// The numbers of all units, those with most work first; equal ones by number.
std::vector<std::uint64_t> longest_first(std::span<const double> work);

/// How much of the work each part gets.
enum class Shares : std::uint32_t {
  kEqual = 0,
  /// From 1.9 times the mean for the first part linearly down to 0.1 for the last. Workers take
  /// parts by number: those that are left at the end are small and fill the time in which some
  /// workers are idle already.
  kTapered = 1,
};

/// Fewer tapered parts are refused. They are for 8 parts a worker and more; with one part a worker
/// half of the workers' time is lost (simulated: tests/parallel/tapered_parts_test.cpp).
inline constexpr std::uint64_t kMinTaperedParts = 64;

/// The part of every unit, from 0: each unit in turn, longest first, goes to the part that has
/// least work so far for its share. Differences of work in the last bits do not change the parts.
/// A part exceeds its share by less than the work of one unit, and no part is empty.
/// REQUIRES: 1 <= parts <= work.size(), all work > 0.
std::vector<std::uint64_t> part_of_each(std::span<const double> work, std::uint64_t parts,
                                        Shares shares);

/// The units of one of `parts` parts, longest first. REQUIRES: as above, and part < parts.
std::vector<std::uint64_t> units_of_part(std::span<const double> work, std::uint64_t part,
                                         std::uint64_t parts, Shares shares);

}  // namespace puzzled::parallel
