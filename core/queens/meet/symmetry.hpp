// Which units of work represent others that are symmetric to them. Reflecting a board from left to
// right reverses its column sets; reflecting it from top to bottom swaps the column sets of its
// halves. So of up to four symmetric sets of outer columns of the top half only one is counted, and
// its weight is the number of sets that it represents.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace puzzled::queens::meet {

/// The next larger set of as many columns; 0 after the empty set.
std::uint32_t next_set(std::uint32_t set);

struct OuterColumns {
  std::uint32_t top;                     ///< those that the top half has
  std::array<std::uint8_t, 32> weights;  ///< of a solution, by the column of the last bottom row
};

/// The units of a board of which the outer columns are `margin` on either side, in rising order of
/// `top`. Those without any weight and those that cannot be filled are left out.
///
/// On an odd board the bottom half has the middle row, and reflection from top to bottom leaves
/// the middle row where it is: there, the weight depends on its column, too.
///
/// REQUIRES: 2 * margin <= queens.
std::vector<OuterColumns> outer_columns(int queens, int margin);

/// Weights by the column of the last bottom row, if the top half has just these columns.
std::array<std::uint8_t, 32> column_weights(int queens, std::uint32_t top);

/// How many of those weights are not 0.
int weighted_columns(int queens, std::uint32_t top);

/// The column sets of the top half that have any weight, in rising order. 28 queens have ten
/// million.
std::vector<std::uint32_t> top_column_sets(int queens);

}  // namespace puzzled::queens::meet
