// Objects of JSON as data sets have them: a board, and beside it members that state its rules.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Whether a line is an object some member of which states rules or regions
/// (core/rule_members.hpp), as far as it can be read.
bool is_rule_record(std::string_view line);

/// Rules of whole boards by their names, cages with a sum and cells, and regions. Whatever else
/// such members hold is refused by the member's name. The board is the one of up to 9x9 in the
/// object; a full grid beside it is its solution.
Result<Puzzle> read_rule_record(std::string_view line);

}  // namespace puzzled::variants
