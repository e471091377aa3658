// `puzzled rate`: how hard puzzles are.
#pragma once

#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct RateSettings : ToolSettings {
  std::string min;  ///< a rating; empty for all
  std::string max;
  bool summary = false;
};

Command rate_command(RateSettings& settings);

/// An error for limits that leave nothing.
Result<> check_rate(const RateSettings& settings);
int run_rate(const RateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
