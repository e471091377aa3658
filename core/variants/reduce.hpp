// From a board as people state it to a model that can be searched: each rule is reduced to a few
// primitives.
#pragma once

#include <cstdint>

#include "core/result.hpp"
#include "core/variants/model.hpp"
#include "core/variants/puzzle.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

/// What a rule expands to, at most.
struct Expansion {
  std::uint64_t pairs = 0;        ///< of cells that are related or must differ
  std::uint64_t primitives = 0;   ///< all but houses, groups and relations
  std::uint64_t split_clues = 0;  ///< of the primitives: sandwiches and X-sums

  Expansion& operator+=(const Expansion& more) {
    pairs += more.pairs;
    primitives += more.primitives;
    split_clues += more.split_clues;
    return *this;
  }
};

/// By a formula, without expanding it. REQUIRES: reduce() takes the rule.
Expansion expansion_of(const Puzzle& puzzle, const Rule& rule);

/// Fails if the board is none (its sides, its regions) or if a rule is wrong: it has too many or
/// too few cells, a number out of range. A rule that cannot be fulfilled is not wrong. Rules that
/// are equal are one. Also fails, before it expands them, if rules expand to more than a search has
/// room for. If time is up, the model lacks some of the rules.
Result<Model> reduce(const Puzzle& puzzle, TimeLeft& time = unlimited_time());

}  // namespace puzzled::variants
