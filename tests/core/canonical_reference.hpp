// Canonical forms by their definition.
#pragma once

#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/grid.hpp"

namespace puzzled::sudoku {

/// Tries all orders of rows and columns; the names of digits follow from the text. 50 ms.
CanonicalForm smallest_of_all_orders(const Grid& puzzle);

}  // namespace puzzled::sudoku
