#include "core/cover/search/probe.hpp"

#include <algorithm>

namespace puzzled::cover::search {
namespace {

constexpr Count128 kMaxNodes = Count128{1} << 100;
constexpr Count128 kMaxMean = Count128{1} << 63;

}  // namespace

Count128 RandomProbe::nodes(Search& search, std::uint32_t level, Choice choice) {
  Count128 width = 1;
  Count128 total = 1;
  for (; !choice.is_dead() && !choice.is_solved(); ++level) {
    width = std::min(width * choice.options, kMaxNodes);
    total = std::min(total + width, kMaxNodes);
    // The high half of the product: evenly distributed as far as 64 bits go.
    auto skipped = static_cast<std::uint32_t>((Count128{next()} * choice.options) >> 64);
    Branches branches = search.branches(level, choice);
    std::uint32_t option = branches.next(search.live(level));
    while (skipped-- > 0) option = branches.next(search.live(level));
    choice = search.apply(level, option);
  }
  return total;
}

std::uint64_t RandomProbe::mean_nodes(Search& search, std::uint32_t level, Choice choice,
                                      unsigned probes) {
  Count128 sum = 0;
  for (unsigned i = 0; i < probes; ++i) sum += nodes(search, level, choice);
  return static_cast<std::uint64_t>(std::min(sum / probes, kMaxMean));
}

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
std::uint64_t RandomProbe::next() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace puzzled::cover::search
