// Lists the solutions of an exact cover problem as they are found, in the order of one thread.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/cover/engines.hpp"
#include "core/stop.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/commands/cover/solution_text.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {

struct CoverListOptions {
  cover::Engine engine = cover::Engine::kAuto;
  std::string_view isa{};
  std::uint64_t limit = 1;
};

struct CoverListResult {
  std::uint64_t written = 0;
  bool is_complete = false;  ///< all solutions are written, or as many as were asked for
  Output::Status status = Output::Status::kOk;
};

/// Writes at most `limit` solutions; returns early when `stop` is set or the output fails.
CoverListResult list_covers(const cover::Problem& problem, const CoverListOptions& options,
                            const CoverSolutionText& text, Output& output,
                            parallel::Workers& workers, const StopFlag& stop);

}  // namespace puzzled::commands
