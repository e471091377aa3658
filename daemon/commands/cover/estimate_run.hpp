// Estimates how long a count of exact covers takes: random probes of its units, after symmetry, and
// the speed of a few of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/cover/units.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "parallel/unit_sample.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

struct CoverEstimate {
  /// The count, if it was finished before the estimate: then all other members are exact, with
  /// caches.
  std::optional<cover::WideCount> count;
  std::uint64_t units = 0;
  std::uint64_t probes = 0;
  parallel::TotalEstimate nodes;        ///< of the search without cache
  parallel::TotalEstimate cpu_seconds;  ///< of the whole count
};

/// Estimates on a thread of its own until the nodes are known to 2 %, or to 10 % after some
/// seconds, or for half a minute; meanwhile `workers` count, so that it takes no longer than the
/// count. Nothing if `stop` is set before.
std::optional<CoverEstimate> estimate_covers(const cover::Problem& problem,
                                             const cover::CountSettings& settings,
                                             parallel::Workers& workers, const StopFlag& stop);

/// For people, a few lines; `threads` of this machine.
std::string estimate_text(const CoverEstimate& estimate, int threads);

/// One JSON object and its line feed.
std::string estimate_json(const CoverEstimate& estimate, int threads);

}  // namespace puzzled::commands
