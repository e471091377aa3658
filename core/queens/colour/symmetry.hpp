// Which units and pairs of column sets stand for others. README.md proves the rules.
#pragma once

#include "core/queens/colour/classes.hpp"

namespace puzzled::queens::colour {

/// The lines in reverse order.
Lines mirrored(Lines lines, int count);

/// The rank of a set of even lines, or of odd lines of an even board: the smallest number among the
/// set and its images that are of its size. So reflections keep it.
std::uint32_t rank_of(const Board& board, Lines lines);

/// How many pairs of row sets have the same number of solutions as this one, which stands for them;
/// 0 if another one stands for it.
int weight_of_rows(const Board& board, Lines even_rows, Lines odd_rows);

}  // namespace puzzled::queens::colour
