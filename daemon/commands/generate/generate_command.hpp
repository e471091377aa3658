// `puzzled generate`: puzzles with exactly one solution, the same ones for the same seed.
#pragma once

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/commands/generate/generate_settings.hpp"

namespace puzzled::commands {

Command generate_command(GenerateSettings& settings);
Result<> check_generate(const GenerateSettings& settings);
int run_generate(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
