// Sums that follow from those of a model: what the sums inside an area of whole houses leave of it
// (innies), and what sums that lie mostly in it have outside (outies).
#pragma once

#include <cstddef>
#include <vector>

#include "core/variants/model.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {

/// Larger boards have none.
inline constexpr std::size_t kMaxCellsOfDerivedSums = 128;

/// Derived sums of at most `max_cells` cells, none twice. Areas are houses, and two to four rows or
/// columns beside each other, and two or three boxes. Each area is covered by sums that do not
/// overlap each other: only so it is sound to subtract them all.
/// If time is up, some are missing. REQUIRES: the first houses are the rows, then the columns.
std::vector<Sum> derived_sums(const Model& model, std::size_t max_cells,
                              TimeLeft& time = unlimited_time());

}  // namespace puzzled::variants
