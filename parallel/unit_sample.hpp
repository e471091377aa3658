// Estimates what all units will cost from a random sample, stratified by expected work.
//
// Lay the units end to end, sorted by work, each as long as its work, and cut the line into strata
// of equal length. A round takes one random point of each stratum, so that a unit is drawn with a
// probability proportional to its work. The mean cost per work, times all work, is an unbiased
// estimate of the total; its error follows from how costs vary within the strata between rounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/split_mix.hpp"

namespace puzzled::parallel {

class UnitSampler {
 public:
  /// The same seed gives the same rounds.
  /// REQUIRES: work not empty, all of it > 0; strata >= 1.
  UnitSampler(std::span<const double> work, std::size_t strata, std::uint64_t seed);

  /// Draws one unit of each stratum. The same unit can be drawn more than once.
  std::vector<std::uint64_t> next_round();

  double total_work() const { return work_before_.back(); }

 private:
  std::vector<std::uint64_t> units_;  // longest first
  std::vector<double> work_before_;   // of the units in front of each; one entry more than units
  std::size_t strata_;
  SplitMix64 random_;
};

/// An expected total and half the width of its 95 % confidence interval.
struct TotalEstimate {
  double total = 0;
  double error = 0;
};

/// From the cost per work of the units drawn, round after round, each in the order of next_round()
/// (Student's t; degrees of freedom after Satterthwaite, 1946).
/// REQUIRES: at least 2 whole rounds.
TotalEstimate estimate_total(double total_work, std::size_t strata,
                             std::span<const double> cost_per_work);

}  // namespace puzzled::parallel
