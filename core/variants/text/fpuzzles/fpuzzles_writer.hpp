// Puzzles as boards of f-puzzles.com.
#pragma once

#include <string>
#include <string_view>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// JSON on one line. f-puzzles has no names for some kinds: some are written as others that mean
/// the same (kGreater as a thermometer of two cells), and those that have none such are refused by
/// name. Rules of a kind stay in order, and stand where the first of them does. REQUIRES:
/// reduce(puzzle) succeeds.
Result<std::string> write_fpuzzles_json(const Puzzle& puzzle);

/// `https://www.f-puzzles.com/?load=…`.
Result<std::string> write_fpuzzles_link(const Puzzle& puzzle);

}  // namespace puzzled::variants
