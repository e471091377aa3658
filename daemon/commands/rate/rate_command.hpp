// `puzzled rate`: how hard puzzles are.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "core/sudoku/backtracks/backtracks_rater.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct RateSettings : ToolSettings {
  std::string scale = "rules";
  std::uint64_t copies = sudoku::kDefaultBacktracksCopies;
  std::uint64_t seed = 1;
  std::string min;  ///< a rating of the scale; empty for all
  std::string max;
  bool summary = false;
};

Command rate_command(RateSettings& settings);

/// An error for limits that leave nothing or are none of the scale, and for options of the other
/// scale that are flags; those that are not are ignored.
Result<> check_rate(RateSettings& settings, const LayeredValues& values);
int run_rate(const RateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
