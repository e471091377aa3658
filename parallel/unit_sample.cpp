#include "parallel/unit_sample.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "parallel/unit_order.hpp"

namespace puzzled::parallel {
namespace {

/// Two-sided 95 % quantile of Student's distribution.
double student_t(double degrees_of_freedom) {
  constexpr double kQuantiles[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23};
  // 2.20 at 11, 2.09 at 20, 2.01 at 50
  if (degrees_of_freedom > std::size(kQuantiles)) return 1.96 + 2.7 / degrees_of_freedom;
  return kQuantiles[std::max(1, static_cast<int>(degrees_of_freedom)) - 1];
}

}  // namespace

UnitSampler::UnitSampler(std::span<const double> work, std::size_t strata, std::uint64_t seed)
    : units_(longest_first(work)), strata_(strata), random_(seed) {
  work_before_.reserve(units_.size() + 1);
  work_before_.push_back(0);
  for (const std::uint64_t unit : units_) work_before_.push_back(work_before_.back() + work[unit]);
}

std::vector<std::uint64_t> UnitSampler::next_round() {
  std::vector<std::uint64_t> round;
  round.reserve(strata_);
  const double width = total_work() / static_cast<double>(strata_);
  for (std::size_t stratum = 0; stratum < strata_; ++stratum) {
    const double share = static_cast<double>(random_.next() >> 11) * 0x1p-53;
    const double point = (static_cast<double>(stratum) + share) * width;
    const auto behind = std::upper_bound(work_before_.begin(), work_before_.end(), point);
    // Rounding may put the point onto the very end.
    const auto place = std::min<std::size_t>(
        static_cast<std::size_t>(behind - work_before_.begin()) - 1, units_.size() - 1);
    round.push_back(units_[place]);
  }
  return round;
}

TotalEstimate estimate_total(double total_work, std::size_t strata,
                             std::span<const double> cost_per_work) {
  const std::size_t rounds = cost_per_work.size() / strata;
  double mean = 0;
  double variance = 0;  // sum over the strata, of the mean of each
  double squares = 0;   // of these variances
  for (std::size_t stratum = 0; stratum < strata; ++stratum) {
    double sum = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      sum += cost_per_work[round * strata + stratum];
    }
    const double stratum_mean = sum / static_cast<double>(rounds);
    double deviations = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      const double deviation = cost_per_work[round * strata + stratum] - stratum_mean;
      deviations += deviation * deviation;
    }
    const double of_mean =
        deviations / static_cast<double>(rounds - 1) / static_cast<double>(rounds);
    mean += stratum_mean / static_cast<double>(strata);
    variance += of_mean;
    squares += of_mean * of_mean;
  }
  if (variance == 0) return {.total = total_work * mean, .error = 0};
  const double degrees = variance * variance * static_cast<double>(rounds - 1) / squares;
  const double standard_error = std::sqrt(variance) / static_cast<double>(strata);
  return {.total = total_work * mean, .error = total_work * student_t(degrees) * standard_error};
}

}  // namespace puzzled::parallel
