// `puzzled shuffle`: random equivalent copies of puzzles.
#pragma once

#include <cstdint>

#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct ShuffleSettings : ToolSettings {
  std::uint64_t seed = 1;
  std::uint64_t copies = 1;
};

Command shuffle_command(ShuffleSettings& settings);
int run_shuffle(const ShuffleSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
