// How a count is cut: by how many queens are in each class, then by the rows of the odd_odd queens,
// in groups and batches of them, and by the rows of the even_even queens, in buckets. A unit is a
// batch and a bucket.
#pragma once

#include <cstdint>
#include <vector>

#include "core/queens/colour/classes.hpp"

namespace puzzled::queens::colour {

/// Row sets of the odd_odd class that agree in the rows of a window. So the queens of either odd
/// class that stand in the window are placed once for all of them.
struct RowGroup {
  Lines window;                 ///< central odd rows
  std::vector<Lines> odd_rows;  ///< sets R1
};

/// All row sets with the same number of queens in each class.
struct Stratum {
  int even_queens;   ///< in even_even
  int odd_queens;    ///< in odd_odd
  int black_prefix;  ///< window rows of the odd_odd class
  int white_prefix;  ///< those of the odd_even class
  std::vector<RowGroup> groups;
  std::vector<std::uint32_t> batch_ends;   ///< places in groups
  std::vector<Lines> even_rows;            ///< sets R0, in the order of their ranks
  std::vector<std::uint32_t> bucket_ends;  ///< places in even_rows

  std::uint64_t units() const { return batch_ends.size() * bucket_ends.size(); }
};

/// The strata, with one batch and one bucket each. Groups have at most `group_size` sets.
std::vector<Stratum> make_strata(const Board& board, int group_size);

/// Cuts a stratum into that many batches of groups and buckets of row sets, or as many as there can
/// be, each of about equal length.
void set_batches(Stratum& stratum, std::size_t batches);
void set_buckets(Stratum& stratum, std::size_t buckets);

}  // namespace puzzled::queens::colour
