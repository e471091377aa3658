// The table of all commands of the program. The header of each declares, beside its settings,
// `X_command`, which binds the table of its options to them; `check_X`, if they can contradict each
// other; and `run_X`, which reports on stderr and returns the exit status.
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
