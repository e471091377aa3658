// From a board as people state it to a model that can be searched: each rule is reduced to a few
// primitives.
#pragma once

#include "core/result.hpp"
#include "core/variants/model.hpp"
#include "core/variants/puzzle.hpp"

namespace puzzled::variants {

/// Fails if the board is none (its sides, its regions) or if a rule is wrong: it has too many or
/// too few cells, a number out of range. A rule that cannot be fulfilled is not wrong.
Result<Model> reduce(const Puzzle& puzzle);

}  // namespace puzzled::variants
