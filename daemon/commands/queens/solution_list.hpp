// Solutions in lexicographic order, written as they are found.
#pragma once

#include <cstdint>
#include <string>

#include "core/queens/solution_walk.hpp"
#include "daemon/base/files/output.hpp"
#include "daemon/base/os/interrupt.hpp"

namespace puzzled::commands {

using queens::SolutionForm;

/// Writes at most `limit` solutions, boards with an empty line between them; returns early, with
/// kOk, once the program is asked to stop. `written` counts them. REQUIRES: 1 <= queens <=
/// queens::kMaxWalkQueens.
Output::Status list_solutions(int queens, std::uint64_t limit, SolutionForm form, Output& output,
                              Interrupt& interrupt, std::uint64_t& written);

}  // namespace puzzled::commands
