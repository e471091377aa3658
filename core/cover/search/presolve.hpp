// What every count by bit sets does first: a short plain search, since most problems are small;
// then it removes options that are in no solution, and estimates the search through the others by
// random probes.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/wide_count.hpp"
#include "core/split_mix.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::search {

/// Random probes: how many nodes a search visits, before it is done (Knuth, Estimating the
/// efficiency of backtrack programs, Mathematics of Computation 29, 1975). A probe goes down at
/// random; the product of the numbers of branches on its way is the expected number of nodes at
/// each level. All in integers, so that every machine finds the same.
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

struct Presolved {
  std::optional<CountOutcome> outcome{};       ///< the count is done; then nothing else is set
  Problem problem{0};                          ///< without the options that are in no solution
  std::vector<std::uint32_t> options{};        ///< by option, its number before, in ascending order
  std::shared_ptr<const Matrices> matrices{};  ///< of `problem`
  std::uint64_t expected_nodes = 0;            ///< of a search without symmetry and cache
};

/// An option is removed if choosing it leaves some item without an option. This is repeated while
/// it pays; of many options a sample is tried first, and if none of it can be removed, the others
/// are not tried. `seed` is that of the probes. REQUIRES: matrix_size(problem).fits.
Presolved presolve(const Problem& problem, std::string_view isa, std::uint64_t seed,
                   const StopFlag& stop);

}  // namespace puzzled::cover::search
