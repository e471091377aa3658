// Help texts, made from the option tables.
#pragma once

#include <span>
#include <string>

#include "daemon/settings/option.hpp"

namespace puzzled {

/// `puzzled --help`.
std::string general_help(std::span<const Command> commands);

/// `puzzled COMMAND --help`: fits on a screen of 80 columns and 24 lines.
std::string command_help(const Command& command);

/// `puzzled --version`.
std::string version_text();

}  // namespace puzzled
