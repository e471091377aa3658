// `puzzled explain`: how a person solves puzzles, step by step.
#pragma once

#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct ExplainSettings : ToolSettings {
  bool first = false;   ///< the next step alone
  bool pairs = false;   ///< a board beside each puzzle
  std::string columns;  ///< of pairs: `PUZZLE,BOARD`, names or numbers; empty: found
  bool json = false;    ///< an object a step
  bool states = false;  ///< and the board after it
};

Command explain_command(ExplainSettings& settings);

Result<> check_explain(ExplainSettings& settings, const LayeredValues& values);
int run_explain(const ExplainSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
