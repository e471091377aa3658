// `puzzled canon`: canonical forms of puzzles, one puzzle of each class, and parts of files without
// an equivalent pair.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/bulk/tool_settings.hpp"

namespace puzzled::commands {

struct CanonSettings : ToolSettings {
  bool automorphisms = false;
  std::string by = "puzzle";
  bool distinct = false;
  bool original = false;
  std::string against;  ///< a file; empty: none
  bool leaks = false;   ///< what it shares with the input is counted
  std::string split;    ///< weights of parts, such as `90:10`; empty: one output
  std::uint64_t seed = 1;
  std::string memory;  ///< for the classes that are known; empty: half of what is free
};

Command canon_command(CanonSettings& settings);
Result<> check_canon(const CanonSettings& settings, const LayeredValues& values);
int run_canon(const CanonSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
