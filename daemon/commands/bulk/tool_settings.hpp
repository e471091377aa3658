// The settings that the tools have in common: canon, shuffle, rate and minimal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "daemon/base/settings/option.hpp"
#include "daemon/base/text/input_form.hpp"

namespace puzzled::commands {

struct ToolSettings {
  std::vector<std::string> inputs;  ///< empty: standard input
  std::string output = "-";
  bool partial = false;  ///< keep incomplete output
  InputForm form;
  std::string part;  ///< `I/K`; empty: the whole
  std::string isa = "auto";
  int threads = 0;  ///< 0: one for each processor
  bool verbose = false;
  bool quiet = false;
};

/// The level of instructions that the kernels shall use, empty for the best; refers to the
/// settings.
std::string_view level_of(const ToolSettings& settings);

/// Completes a command whose own options are in its table: operands, input, output, work.
void add_tool_options(Command& command, ToolSettings& settings);

}  // namespace puzzled::commands
