// `puzzled minimal`: which clues of a puzzle can go.
#pragma once

#include <cstdint>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct MinimalSettings : ToolSettings {
  bool all = false;          ///< list the minimal sub-puzzles
  std::uint64_t cap = 1000;  ///< of them for each puzzle
};

Command minimal_command(MinimalSettings& settings);
int run_minimal(const MinimalSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
