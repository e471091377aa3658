// A whole count on all threads: what needs no search first, then the parts that are left.
#pragma once

#include <functional>

#include "core/cover/problem.hpp"
#include "core/result.hpp"
#include "core/stop.hpp"
#include "daemon/commands/cover/count_run.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

/// As CoverCountRun, with engine kAuto in parts. A part that sets `stop` itself takes that back,
/// unless `is_stopping` says that the program has to end.
Result<CoverCountResult> count_whole(const cover::Problem& problem,
                                     const CoverCountOptions& options, parallel::Workers& workers,
                                     StopFlag& stop, const std::function<bool()>& is_stopping);

}  // namespace puzzled::commands
