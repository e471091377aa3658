// `puzzled verify`: whether grids are solutions of the puzzles beside them.
#pragma once

#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct VerifySettings : ToolSettings {
  std::string columns;  ///< `PUZZLE,GRID`, names or numbers; empty: found
  bool unique = false;
  bool cells = false;
  bool json = false;
};

Command verify_command(VerifySettings& settings);

/// Splits the columns. An error unless they are two.
Result<> check_verify(VerifySettings& settings);
int run_verify(const VerifySettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
