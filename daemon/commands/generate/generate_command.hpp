// `puzzled generate`: puzzles with exactly one solution, the same ones for the same seed.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/commands/generate/generate_settings.hpp"

namespace puzzled::commands {

Command generate_command(GenerateSettings& settings);
int run_generate(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
