// The table of all commands of the program.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "daemon/base/settings/option.hpp"

namespace puzzled::commands {

/// All commands, each with settings of its own at their defaults.
std::vector<Command> all_commands();

/// The command of that name, as all_commands() has it; nothing if there is none. Making all of them
/// takes a tenth of a millisecond more, a tenth of what the program takes to start.
std::optional<Command> make_command(std::string_view name);

}  // namespace puzzled::commands
