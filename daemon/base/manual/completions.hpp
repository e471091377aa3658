// Completions for the shells: commands, options with their help, choices, and names of files.
#pragma once

#include <span>
#include <string>

#include "daemon/base/settings/option.hpp"

namespace puzzled::manual {

std::string bash_completions(std::span<const Command> commands);
std::string zsh_completions(std::span<const Command> commands);
std::string fish_completions(std::span<const Command> commands);

/// Whether the value of the option is the name of a file.
bool takes_file(const Option& option);

/// Whether the command has operands that are names of files (behind its keyword, if it has one).
bool takes_files(const Command& command);

}  // namespace puzzled::manual
