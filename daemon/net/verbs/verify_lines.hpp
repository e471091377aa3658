// Pairs of a puzzle and a grid, one a line, as the verb `verify` and the path /verify answer them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/stop.hpp"
#include "core/sudoku/verify/grid_verifier.hpp"

namespace puzzled::net {

/// A line for each pair, as `puzzled verify` writes it; nothing if it was stopped. Without a search
/// a pair takes a tenth of a microsecond.
std::optional<std::string> verify_lines(std::string_view lines, const sudoku::VerdictNeeds& needs,
                                        const StopFlag* stop = nullptr);

/// Whether some of it is a pair, right or wrong.
bool has_pair(std::string_view lines);

}  // namespace puzzled::net
