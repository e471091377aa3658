// Random probes: how many nodes a search visits, before it is done (Knuth, Estimating the
// efficiency of backtrack programs, Mathematics of Computation 29, 1975). A probe goes down at
// random; the product of the numbers of branches on its way is the expected number of nodes at each
// level.
//
// All in integers, so that every machine finds the same.
#pragma once

#include <cstdint>

#include "core/cover/search/search.hpp"
#include "core/cover/wide_count.hpp"
#include "core/split_mix.hpp"

namespace puzzled::cover::search {

class RandomProbe {
 public:
  explicit RandomProbe(std::uint64_t seed) : random_(seed) {}

  /// Nodes below `level`, the level included, by one probe; at most 2^100. Levels below are lost.
  Count128 nodes(Search& search, std::uint32_t level, Choice choice);
  /// The mean of several probes, at most 2^63.
  std::uint64_t mean_nodes(Search& search, std::uint32_t level, Choice choice, unsigned probes);

 private:
  SplitMix64 random_;
};

}  // namespace puzzled::cover::search
