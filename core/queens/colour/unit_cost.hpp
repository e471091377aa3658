// Predicts the time of units: for their order, for parts of equal work, and for estimates.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/queens/colour/row_groups.hpp"

namespace puzzled::queens::colour {

/// How many placements a class is expected to have, and so how often each step of a count is done.
class UnitCost {
 public:
  UnitCost(const Board& board, const Stratum& stratum, bool all_symmetries);

  /// The steps of a unit. Their times on one core make its cost.
  enum Step { kStems, kFilters, kTests, kProducts, kLists, kPartners, kSteps };
  using Steps = std::array<double, kSteps>;
  Steps steps(const Stratum& stratum, std::uint64_t batch, std::uint64_t bucket) const;

  /// Nanoseconds, roughly. More than 0.
  double cost(const Stratum& stratum, std::uint64_t batch, std::uint64_t bucket) const;

  /// Bytes of the largest unit, where so many partners of a colour are listed at a time.
  double memory(const Stratum& stratum, std::uint64_t most_partners) const;

 private:
  /// One colour.
  struct Colour {
    int lane_queens;
    int partner_queens;
    int prefix;
    double kept_by_queen;          ///< share of lanes that a partner's queen leaves
    std::vector<double> lanes;     ///< by place in Stratum::even_rows
    std::vector<double> partners;  ///< by group, of all its row sets
    double prefixes;
  };
  void add_group(std::uint64_t group, std::uint32_t begin, std::uint32_t end, Steps& steps) const;
  double share_of_sets(std::uint32_t lowest) const;

  bool is_even_;
  bool all_symmetries_;
  bool own_complement_;
  Colour colours_[2];
  std::vector<std::uint32_t> rank_of_place_;                ///< of even rows
  std::vector<double> share_of_place_;                      ///< of odd rows that are wanted
  std::vector<std::vector<std::uint32_t>> ranks_of_group_;  ///< sorted
  std::vector<std::uint32_t> column_ranks_;                 ///< of all sets of even columns, sorted
  double even_sets_;
  double odd_sets_;
};

}  // namespace puzzled::queens::colour
