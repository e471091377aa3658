// `puzzled generate`: puzzles with exactly one solution, the same ones for the same seed.
#pragma once

#include "core/result.hpp"
#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/base/settings/settings_layers.hpp"
#include "daemon/commands/generate/generate_settings.hpp"

namespace puzzled::commands {

Command generate_command(GenerateSettings& settings);
/// Settles which options hold where a flag and a variable ask for different things.
Result<> check_generate(GenerateSettings& settings, const LayeredValues& values);
int run_generate(const GenerateSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
