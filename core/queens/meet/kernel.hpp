// What the builds of the kernel (one for each level of core/simd) have in common: the unit of work
// they are given, and the memory they work in.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/queens/meet/buffer.hpp"
#include "core/queens/meet/geometry.hpp"
#include "core/simd/kernels.hpp"
#include "core/stop.hpp"

namespace puzzled::queens::meet {

/// The lists of FirstRows (see there) as plain arrays.
struct FirstRowsView {
  int rows;
  int low_columns;
  const std::uint32_t* low_rank;
  const std::uint32_t* high_rank;
  const std::uint64_t* starts;
  const State* states;
};

/// One unit of the one-sided engine: all column sets of the top half whose outer part is
/// `top_outer`.
struct OneSidedUnit {
  Halves halves;
  int margin;                   ///< outer columns on either side
  int rows_added;               ///< to the lists of bottoms for a column set: 2 or 3
  std::uint32_t top_outer;      ///< the outer columns that the top half has
  const std::uint8_t* weights;  ///< of solutions, by the column of the bottom half's last row
  FirstRowsView first_rows;
  const StopFlag* stop;
};

/// One unit of the two-sided engine: one column set of the top half.
struct TwoSidedUnit {
  Halves halves;
  int middle_rows;  ///< rows around the cut that are searched
  std::uint32_t top_columns;
  const std::uint8_t* weights;  ///< of solutions, by the column of the bottom half's last row
  const StopFlag* stop;
};

/// Upper bound on pairs of middle rows.
inline constexpr int kMaxPairs = 4;

/// Lists of one kind at one depth of the two-sided search.
struct ListBuffers {
  Buffer states;
  Buffer ranges;
};

/// The memory of one worker. Buffers grow when a unit needs more than any before it.
struct Workspace {
  Buffer lists[4];    ///< states of tops before and after a row is added, and of bottoms
  Buffer indices[4];  ///< where the list of each column set is, likewise
  Buffer tops;        ///< states of the column set in hand
  Buffer bottoms;
  Buffer top_keys;
  Buffer bottom_keys;
  Buffer corner_tops;
  Buffer tops_left;    ///< keys, after the bottoms' last queen
  Buffer filtered[2];  ///< keys, of tops and of bottoms, after another filter
  Buffer tables;
  ListBuffers fitting[kMaxPairs + 1][4];  ///< of the two-sided search, see there
  Buffer key_sets;                        ///< bottom keys for each column of the last row
};

/// Here for the kernels, which call nothing that is inline in the standard library.
bool is_stopped(const StopFlag& stop);

struct Kernel {
  /// The unit's share of the solutions; false when it was stopped.
  bool (*count_one_sided)(const OneSidedUnit& unit, Workspace& workspace, std::uint64_t* count);
  bool (*count_two_sided)(const TwoSidedUnit& unit, Workspace& workspace, std::uint64_t* count);
};

PUZZLED_DECLARE_KERNELS

}  // namespace puzzled::queens::meet
