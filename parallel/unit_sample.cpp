#include "parallel/unit_sample.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "parallel/unit_order.hpp"

namespace puzzled::parallel {
namespace {

/// SplitMix64 (Steele, Lea, Flood 2014), mapped to [0, 1).
double random_share(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/// Two-sided 95 % quantile of Student's distribution.
double student_t(std::size_t degrees_of_freedom) {
  constexpr double kQuantiles[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23};
  if (degrees_of_freedom <= std::size(kQuantiles)) return kQuantiles[degrees_of_freedom - 1];
  // 2.20 at 11, 2.09 at 20, 2.01 at 50
  return 1.96 + 2.7 / static_cast<double>(degrees_of_freedom);
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
    const double point = (static_cast<double>(stratum) + random_share(random_)) * width;
    const auto behind = std::upper_bound(work_before_.begin(), work_before_.end(), point);
    // Rounding may put the point onto the very end.
    const auto place = std::min<std::size_t>(
        static_cast<std::size_t>(behind - work_before_.begin()) - 1, units_.size() - 1);
    round.push_back(units_[place]);
  }
  return round;
}

TotalEstimate estimate_total(std::span<const double> round_totals) {
  const auto rounds = static_cast<double>(round_totals.size());
  const double mean = std::accumulate(round_totals.begin(), round_totals.end(), 0.0) / rounds;
  double squares = 0;
  for (const double total : round_totals) squares += (total - mean) * (total - mean);
  const double standard_error = std::sqrt(squares / (rounds - 1) / rounds);
  return {.total = mean, .error = student_t(round_totals.size() - 1) * standard_error};
}

}  // namespace puzzled::parallel
