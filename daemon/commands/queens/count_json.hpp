// The results of a count of queens as JSON objects, each one line with its line feed. (Solutions
// are written by core/queens/solution_walk.hpp.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/queens/unit_count.hpp"
#include "daemon/commands/queens/estimate_run.hpp"

namespace puzzled::commands {

/// The number of solutions, and of those distinct up to symmetry if it is known. Both are strings,
/// because they may pass 2^53.
std::string count_json(int queens, queens::Count total, const std::optional<queens::Count>& unique);

/// `machines` 0: for this machine only.
std::string estimate_json(const CountEstimate& estimate, std::uint64_t machines);

}  // namespace puzzled::commands
