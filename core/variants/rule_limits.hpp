// How many rules a board may list, whoever reads it. What they expand to is bounded in `reduce`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace puzzled::variants {

/// A 25x25 board with dots at all borders has 1 200. Equal ones count here, though they are one.
inline constexpr std::size_t kMaxRules = 20'000;
/// Cells and numbers of all rules.
inline constexpr std::size_t kMaxListed = 200'000;

inline Error too_many_rules(std::uint64_t max, std::string_view what) {
  return Error{"there are too many rules (at most " + std::to_string(max) + ' ' +
               std::string(what) + ')'};
}

inline Error too_many_listed_rules() {
  return too_many_rules(kMaxRules, "on a board");
}
inline Error too_many_listed_cells() {
  return too_many_rules(kMaxListed, "cells and numbers in all of them");
}

}  // namespace puzzled::variants
