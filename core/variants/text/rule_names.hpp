// The rules that hold for a whole board, by the names under which they are asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// `diagonal`, `windoku`, …: all names that find_rules() takes.
std::vector<std::string> rule_names();

/// The rules of that name, which may be several (`diagonal` is two). Case, spaces and hyphens do
/// not matter. An error says of a rule that needs cells that it does, and of others what is known.
Result<std::vector<Rule>> find_rules(std::string_view name);

/// The rules of a list of names with commas between them.
Result<std::vector<Rule>> parse_rules(std::string_view names);

}  // namespace puzzled::variants
