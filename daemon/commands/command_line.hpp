// Command line to settings: finds the command and its flags; settings_layers.hpp adds the rest.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "daemon/commands/commands.hpp"

namespace puzzled::commands {

/// Run the command of that name.
struct RunCommand {
  std::string_view name;
};

/// Print this on standard output and end well (`--help`, `--version`).
struct PrintText {
  std::string text;
};

/// Print this on stderr and end with kExitFailure.
struct UsageError {
  std::string message;
};

using ParsedCommand = std::variant<RunCommand, PrintText, UsageError>;

/// Parses `argv` into `settings`. Reads the environment and the configuration file, and does
/// nothing else.
ParsedCommand parse_command_line(int argc, const char* const* argv, Settings& settings);

}  // namespace puzzled::commands
