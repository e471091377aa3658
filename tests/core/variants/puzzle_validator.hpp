// Whether a full grid obeys the rules of a puzzle, each by its definition. It shares no code with
// what solves them.
#pragma once

#include <span>

#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// `values`: of each cell. Rows, columns and regions are not looked at.
bool obeys(const Puzzle& puzzle, const Rule& rule, std::span<const int> values);

/// Rows, columns, regions, what each cell may hold, and all rules.
bool is_solution(const Puzzle& puzzle, std::span<const int> values);

}  // namespace puzzled::variants
