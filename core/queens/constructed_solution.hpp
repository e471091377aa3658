// One solution of a board of any size, at once: nothing is searched.
#pragma once

#include <vector>

namespace puzzled::queens {

/// Whether that many queens have a solution: all but 2 and 3. REQUIRES: queens >= 1.
constexpr bool has_solution(int queens) {
  return queens != 2 && queens != 3;
}

/// A solution, which is the first in lexicographic order for 1, 4 and 6 queens only: the column of
/// each row's queen, from 1. Empty if there is none. REQUIRES: queens >= 1.
std::vector<int> constructed_solution(int queens);

}  // namespace puzzled::queens
