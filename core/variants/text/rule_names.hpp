// The rules that hold for a whole board, by the names under which they are asked for: what stands
// behind rule_names() and parse_rules() of <puzzled/variants.hpp>.
#pragma once

#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// The rules of one name of a list that parse_rules() takes.
Result<std::vector<Rule>> find_rules(std::string_view name);

}  // namespace puzzled::variants
