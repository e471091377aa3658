// Command line to settings: finds the command and its flags; settings_layers.hpp adds the rest.
#pragma once

#include <string>
#include <variant>

#include "daemon/base/settings/option.hpp"

namespace puzzled::commands {

/// Print this on standard output and exit with success (`--help`, `--version`).
struct PrintText {
  std::string text;
};

/// Print this on stderr and end with kExitFailure.
struct UsageError {
  std::string message;
};

/// A command is to be run.
using ParsedCommand = std::variant<Command, PrintText, UsageError>;

/// Parses `argv`, and sets the settings of the command. Reads the environment and
/// the configuration file, and does nothing else.
ParsedCommand parse_command_line(int argc, const char* const* argv);

}  // namespace puzzled::commands
