// Canonical forms as keys of 16 bytes.
#pragma once

#include <cstdint>

#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Identifies a canonical form by 128 bits of a hash. The probability that any two of 10^12
/// different forms have the same is 10^-15.
struct FormKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const FormKey&, const FormKey&) = default;
};

/// REQUIRES: every digit of `form` is in 0..9.
FormKey key_of(const Grid& form);

}  // namespace puzzled::sudoku
