// The fast engine for one puzzle: candidates of a digit are three words of 27 bits, one a band.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/sudoku/rules/kernel.hpp"
#include "core/sudoku/solver.hpp"

namespace puzzled::sudoku {

/// Counts by propagation (singles and locked candidates, branch-free) and search on two-way
/// choices. The contract is that of SolveFunction; no answer depends on the build of the rules.
/// After `max_branches` branches it ends as if time were up.
Solutions solve_band(const Grid& puzzle, const SearchLimits& limits,
                     const rules::Kernel& rules = *rules::find_kernel({}),
                     std::uint64_t max_branches = UINT64_MAX);

/// The first `limit` (at least 1) solutions, in the order in which solve_band counts them.
std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit);

/// Whether `puzzle`, in which `cell` is blank, has a solution with another digit than `digit`
/// there. When a solution with `digit` is known this decides uniqueness, in half the time of a
/// count.
bool has_solution_without(const Grid& puzzle, int cell, std::uint8_t digit,
                          const rules::Kernel& rules = *rules::find_kernel({}));

}  // namespace puzzled::sudoku
