// From a board as people state it to a model that can be searched: each rule is reduced to a few
// primitives.
#pragma once

#include <string_view>

#include "core/result.hpp"
#include "core/variants/model.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// What people call a rule: "killer cage".
std::string_view name_of(RuleKind kind);

/// Fails if the board is none (its sides, its regions) or if a rule is wrong: it has too many or
/// too few cells, a number out of range. A rule that cannot be fulfilled is not wrong.
Result<Model> reduce(const Puzzle& puzzle);

}  // namespace puzzled::variants
