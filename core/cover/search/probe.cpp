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
    std::uint64_t skipped = random_.below(choice.options);
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

}  // namespace puzzled::cover::search
