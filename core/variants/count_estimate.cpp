#include "core/variants/count_estimate.hpp"

#include <cmath>

#include "core/split_mix.hpp"
#include "core/variants/time_left.hpp"

namespace puzzled::variants {
namespace {

// Fewer probes say too little of how they differ.
constexpr std::uint64_t kMinProbes = 1000;
constexpr double kNormal95 = 1.96;

}  // namespace

CountEstimate estimate_count(Search& search, std::span<const ValueSet> candidates,
                             const EstimateSettings& settings, const SearchLimits& limits) {
  TimeLeft time(limits);
  CountEstimate estimate;
  const Found counted = search.solve(candidates, time.limits(settings.max_counted + 1));
  if (counted.timed_out || counted.count <= settings.max_counted) {
    estimate.solutions = static_cast<double>(counted.count);
    estimate.timed_out = counted.timed_out;
    return estimate;
  }
  // Mean and variance by Welford's method.
  SplitMix64 random(settings.seed);
  double mean = 0;
  double squares = 0;
  while (estimate.probes < settings.max_probes) {
    const double ways = search.probe(candidates, random, time);
    if (time.has_ended()) {
      estimate.timed_out = true;
      break;
    }
    ++estimate.probes;
    const double change = ways - mean;
    mean += change / static_cast<double>(estimate.probes);
    squares += change * (ways - mean);
    if (estimate.probes < 2) continue;
    const auto probes = static_cast<double>(estimate.probes);
    estimate.solutions = mean;
    estimate.error = kNormal95 * std::sqrt(squares / (probes - 1) / probes);
    if (estimate.probes >= kMinProbes && estimate.error <= settings.error * mean) break;
  }
  return estimate;
}

}  // namespace puzzled::variants
