// `puzzled generate` of boards of other sizes and rules, and of jigsaws.
#pragma once

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/commands/generate/generate_settings.hpp"

namespace puzzled::commands {

/// REQUIRES, of both: makes_boards(settings).
Result<> check_boards(const GenerateSettings& settings);
int run_boards(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
