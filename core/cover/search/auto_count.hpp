// Counts on one thread: by search or cache alone, or by whatever turns out to be fastest.
#pragma once

#include <cstdint>
#include <optional>

#include "core/cover/engines.hpp"
#include "core/cover/problem.hpp"
#include "core/cover/search/search.hpp"
#include "core/stop.hpp"

namespace puzzled::cover::search {

/// Most problems are small: a first plain search of so many nodes takes a millisecond.
inline constexpr std::uint64_t kTrialNodes = 20'000;

/// A narrow frontier comes before search. It gets no more steps than a share of the expected nodes,
/// a twentieth of their time.
inline constexpr std::uint64_t kExpectedNodesPerStep = 64;

/// Counts by plain search from level 0 on; nothing if `max_nodes` are not enough, or if stopped.
std::optional<CountOutcome> try_plain_search(Search& search, std::uint64_t max_nodes,
                                             const StopFlag& stop);

/// By the engine kSearch or kCache of the settings.
/// REQUIRES: can_search(problem), and each primary item has an option; there is one.
CountOutcome count_by_search(const Problem& problem, const CountSettings& settings,
                             const StopFlag& stop);

/// A short plain search first, since most problems are small. Then, after options that cannot be in
/// a solution are gone, search with symmetry and cache, in turns with the frontier: nobody knows
/// beforehand which is faster, and growing turns cost no more than twice the better. REQUIRES: as
/// above.
CountOutcome count_by_turns(const Problem& problem, const CountSettings& settings,
                            const StopFlag& stop);

}  // namespace puzzled::cover::search
