// `puzzled queens`: the number of solutions, the solutions, parts of a count and their sum.
#pragma once

#include "daemon/base/os/interrupt.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/commands/queens/request.hpp"

namespace puzzled::commands {

Command queens_command(QueensSettings& settings);
int run_queens(const QueensSettings& settings, Interrupt& interrupt);

}  // namespace puzzled::commands
