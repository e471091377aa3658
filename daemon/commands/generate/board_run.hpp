// `puzzled generate` of boards of other sizes and rules, and of jigsaws.
#pragma once

#include "daemon/commands/generate/generate_command.hpp"

namespace puzzled::commands {

/// REQUIRES, of both: makes_boards(settings).
Result<> check_boards(const GenerateSettings& settings);
int run_boards(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
