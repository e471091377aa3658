// Solutions that rotations and reflections make of each other, and the one that stands for them.
#pragma once

#include <span>

namespace puzzled::queens {

/// Whether none of the eight images of this solution comes before it in lexicographic order. Each
/// class of images has one such solution. `columns` are the queens', by row, from 1: at most
/// kMaxBoardQueens.
bool is_first_of_class(std::span<const int> columns);

/// No solution whose first queen is in a column behind this one, from 1, is the first of its class:
/// its mirror image comes before it.
constexpr int last_first_column(int queens) {
  return (queens + 1) / 2;
}

}  // namespace puzzled::queens
