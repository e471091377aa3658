// What `puzzled solve` may be asked beside a solution or a count: a list of solutions, true
// candidates, an estimate.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/variants/text_solver.hpp"
#include "daemon/base/settings/option.hpp"
#include "daemon/commands/solve/solve_settings.hpp"

namespace puzzled::commands {

/// What is asked.
variants::BoardQuestion question_of(const SolveSettings& settings);

/// Settles what was given beside the option that asks: an error names the way out; where a flag
/// contradicts a variable, the flag holds.
Result<> check_question(SolveSettings& settings, const GivenValues& flags);

}  // namespace puzzled::commands
