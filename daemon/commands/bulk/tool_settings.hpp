// The settings that commands over files of puzzles have in common, and the options of those that
// answer each puzzle by a line: canon, shuffle, rate and minimal.
#pragma once

#include <string>
#include <vector>

#include "daemon/base/files/output.hpp"
#include "daemon/base/settings/automatic.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled::commands {

struct ToolSettings : OutputSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  InputForm form;
  std::string part;  ///< `I/K`; empty: the whole
  IsaSetting isa;
  ThreadsSetting threads;
  bool verbose = false;
};

/// Completes a command whose own options are in its table: operands, input, output, work.
void add_tool_options(Command& command, ToolSettings& settings);

}  // namespace puzzled::commands
