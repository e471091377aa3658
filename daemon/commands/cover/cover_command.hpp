// `puzzled cover`: exact cover problems counted, listed, optimised; classic ones as examples.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/commands/cover/request.hpp"

namespace puzzled::commands {

Command cover_command(CoverSettings& settings);
int run_cover(const CoverSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
