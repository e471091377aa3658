// `puzzled canon`: canonical forms of puzzles, and one puzzle of each class.
#pragma once

#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct CanonSettings : ToolSettings {
  bool automorphisms = false;
  std::string by = "puzzle";
  bool distinct = false;
  bool original = false;
  std::string against;  ///< a file; empty: none
  std::string memory;   ///< for the classes that are known; empty: half of what is free
};

Command canon_command(CanonSettings& settings);
Result<> check_canon(const CanonSettings& settings);
int run_canon(const CanonSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
