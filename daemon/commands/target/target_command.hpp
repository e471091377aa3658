// `puzzled target`: the proven best score of every board, with a grid that attains it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct TargetSettings : ToolSettings {
  bool score_only = false;
  bool minimize = false;
  std::string weights;  ///< a file; empty: those of P1074
  std::optional<std::uint64_t> optimal_count;
  bool certificate = false;
  bool check = false;
  std::chrono::nanoseconds time_limit{0};  ///< for each board; 0: none
  std::string engine = "bound";
  bool pretty = false;
  bool svg = false;           ///< a picture of the first board
  bool json = false;          ///< answers as objects
  bool json_summary = false;  ///< on stderr
};

Command target_command(TargetSettings& settings);

/// An error for a flag that has no effect beside `--check` (variables are defaults for every run,
/// and may go unused), and for flags that contradict each other.
Result<> check_target(TargetSettings& settings, const LayeredValues& values);
int run_target(const TargetSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
