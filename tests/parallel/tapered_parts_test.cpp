// Tapered parts keep workers busy to the end: simulated for the units of a real plan, so that the
// result is the same on every machine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "parallel/unit_order.hpp"
#include "tests/core/queens_counting.hpp"

namespace puzzled::parallel {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kQueens = 22;  // a quarter of the units, so less even parts
#else
constexpr int kQueens = 24;
#endif

/// A fixed sequence of numbers from 0 to 1 without a pattern (Weyl's, of the golden ratio).
double spread(std::size_t i) {
  const double x = 0.6180339887498949 * static_cast<double>(i + 1);
  return x - std::floor(x);
}

/// The share of `speeds` that works until the last part is done, when idle workers take the parts
/// by number.
double efficiency(const std::vector<double>& parts, const std::vector<double>& speeds) {
  using Worker = std::pair<double, std::size_t>;  // when it is free
  std::priority_queue<Worker, std::vector<Worker>, std::greater<>> workers;
  for (std::size_t i = 0; i < speeds.size(); ++i) workers.emplace(0.0, i);
  double end = 0;
  for (const double part : parts) {
    const auto [free, worker] = workers.top();
    workers.pop();
    workers.emplace(free + part / speeds[worker], worker);
    end = std::max(end, free + part / speeds[worker]);
  }
  return std::accumulate(parts.begin(), parts.end(), 0.0) /
         (end * std::accumulate(speeds.begin(), speeds.end(), 0.0));
}

const std::vector<double>& work_of_units() {
  static const std::vector<double> work =
      queens::plan_of({.queens = kQueens, .engine = "two-sided"})->work_of_all();
  return work;
}

/// Seconds of every part. Units take what is expected of them, give or take 15 percent (standard
/// deviation), the worst that was measured: see WorkModel.
std::vector<double> seconds(std::uint64_t parts, Shares shares) {
  const std::vector<double>& work = work_of_units();
  const std::vector<std::uint64_t> part_of = part_of_each(work, parts, shares);
  std::vector<double> of_parts(parts);
  for (std::size_t unit = 0; unit < work.size(); ++unit) {
    of_parts[part_of[unit]] += work[unit] * (1 + 0.15 * std::sqrt(12.0) * (spread(unit) - 0.5));
  }
  return of_parts;
}

// The table in deploy/docs/clusters.md, with one more row.
TEST(TaperedParts, KeepWorkersBusyToTheEnd) {
  for (const std::size_t workers : {64, 128, 256}) {
    const std::vector<double> same(workers, 1.0);
    std::vector<double> unequal;  // from 0.5 to 1.5
    for (std::size_t i = 0; i < workers; ++i) unequal.push_back(0.5 + spread(i));

    const std::vector<double> one_each = seconds(workers, Shares::kEqual);
    EXPECT_GT(efficiency(one_each, same), 0.97) << workers;
    EXPECT_NEAR(efficiency(one_each, unequal), 0.505, 0.01) << workers;

    const std::vector<double> equal = seconds(8 * workers, Shares::kEqual);
    EXPECT_GT(efficiency(equal, same), 0.97) << workers;
    EXPECT_NEAR(efficiency(equal, unequal), 0.86, 0.015) << workers;

    const std::vector<double> tapered = seconds(8 * workers, Shares::kTapered);
    EXPECT_GT(efficiency(tapered, same), 0.99) << workers;
    EXPECT_GT(efficiency(tapered, unequal), 0.965) << workers;
  }
}

// Why a minimum is asked for: a worker must find many parts.
TEST(TaperedParts, AreBadForOnePartAWorker) {
  const std::vector<double> same(64, 1.0);
  EXPECT_LT(efficiency(seconds(64, Shares::kTapered), same), 0.55);
}

}  // namespace
}  // namespace puzzled::parallel
