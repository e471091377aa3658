#include "daemon/cover/estimate_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/cover/units.hpp"
#include "daemon/cover/count_run.hpp"
#include "daemon/os/message.hpp"
#include "daemon/progress/progress.hpp"
#include "daemon/progress/time_estimate.hpp"

namespace puzzled {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kStrata = 32;
constexpr std::size_t kMinRounds = 8;
constexpr double kErrorWanted = 0.02;
constexpr std::chrono::seconds kShortest{1};
constexpr std::chrono::seconds kLong{10};  // then a larger error is good enough
constexpr double kErrorAfterLong = 0.1;
constexpr std::chrono::seconds kLongest{30};

// The speed is measured on units at equal distances until this is over.
constexpr double kSpeedSeconds = 1;
constexpr std::size_t kSpeedUnits = 16;

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool is_good_enough(const parallel::TotalEstimate& nodes, Clock::duration elapsed) {
  const double error = nodes.total > 0 ? nodes.error / nodes.total : 0;
  if (elapsed >= kLongest) return true;
  if (elapsed >= kLong) return error <= kErrorAfterLong;
  return elapsed >= kShortest && error <= kErrorWanted;
}

/// Probes units, drawn with probabilities proportional to their work.
Result<> probe_units(const cover::CountPlan& plan, cover::UnitCounter& counter,
                     const StopFlag& stop, CoverEstimate& estimate) {
  std::vector<double> work;
  work.reserve(plan.units().size());
  for (const cover::Unit& unit : plan.units()) work.push_back(unit.work);
  parallel::UnitSampler sampler(work, kStrata, 1);
  std::vector<double> nodes_per_work;
  const Clock::time_point start = Clock::now();
  do {
    if (is_stopped(stop)) return Error{"interrupted before there was an estimate"};
    for (const std::uint64_t unit : sampler.next_round()) {
      const cover::Unit& probed = plan.units()[unit];
      nodes_per_work.push_back(counter.probe(probed, nodes_per_work.size()) / probed.work);
    }
    if (nodes_per_work.size() < kMinRounds * kStrata) continue;
    estimate.nodes = parallel::estimate_total(sampler.total_work(), kStrata, nodes_per_work);
  } while (nodes_per_work.size() < kMinRounds * kStrata ||
           !is_good_enough(estimate.nodes, Clock::now() - start));
  estimate.probes = nodes_per_work.size();
  return {};
}

/// Seconds a node, from units that are counted for a while each.
double seconds_per_node(const cover::CountPlan& plan, cover::UnitCounter& counter,
                        const StopFlag& stop) {
  const std::size_t tried = std::min(kSpeedUnits, plan.units().size());
  std::uint64_t nodes = 0;
  double seconds = 0;
  for (std::size_t i = 0; i < tried && !is_stopped(stop); ++i) {
    const double begin = thread_seconds();
    const double until = begin + kSpeedSeconds / static_cast<double>(tried);
    // The unit is left when its time is up: the rest is given away, and forgotten.
    StopFlag enough = false;
    std::vector<cover::Unit> rest{plan.units()[i * plan.units().size() / tried]};
    while (!rest.empty() && thread_seconds() < until) {
      const cover::Unit unit = std::move(rest.back());
      rest.pop_back();
      StopFlag wanted = true;
      nodes += counter.count(unit, enough, {&wanted, &rest}).nodes;
    }
    seconds += thread_seconds() - begin;
  }
  return nodes == 0 ? 0 : seconds / static_cast<double>(nodes);
}

/// To six digits that count: an estimate has no more.
double six_digits(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return std::strtod(text, nullptr);
}

}  // namespace

Result<CoverEstimate> estimate_covers(const cover::Problem& problem,
                                      const cover::CountSettings& settings, const StopFlag& stop) {
  const std::shared_ptr<const cover::CountPlan> plan =
      cover::plan_count(problem, settings, kCoverUnits, stop);
  if (is_stopped(stop)) return Error{"interrupted before there was an estimate"};
  CoverEstimate estimate;
  estimate.units = plan->units().size();
  if (plan->units().empty()) return estimate;
  const std::unique_ptr<cover::UnitCounter> counter = plan->make_counter();
  if (const Result<> probed = probe_units(*plan, *counter, stop, estimate); !probed) {
    return probed.error();
  }
  const double speed = seconds_per_node(*plan, *counter, stop);
  estimate.cpu_seconds = {.total = estimate.nodes.total * speed,
                          .error = estimate.nodes.error * speed};
  return estimate;
}

std::string estimate_text(const CoverEstimate& estimate, int threads) {
  std::string text = plural(estimate.units, "unit") + ", " + plural(estimate.probes, "probe") +
                     ", without what a cache saves\n";
  const parallel::TotalEstimate& nodes = estimate.nodes;
  const double error = nodes.total > 0 ? 100 * nodes.error / nodes.total : 0;
  text += estimate_line("nodes", rounded_count(nodes.total) + " ± " + number_text(error) + " %");
  text += estimate_line("CPU time", time_text(estimate.cpu_seconds));
  const auto add = [&](const std::string& head, double workers) {
    text += estimate_line(head, time_text({.total = estimate.cpu_seconds.total / workers,
                                           .error = estimate.cpu_seconds.error / workers}));
  };
  add(plural(static_cast<std::uint64_t>(threads), "thread"), threads);
  for (const int machines : {8, 64}) {
    add(plural(static_cast<std::uint64_t>(machines), "machine"), double{1} * machines * threads);
  }
  return text;
}

std::string estimate_json(const CoverEstimate& estimate, int threads) {
  const nlohmann::ordered_json json{
      {"units", estimate.units},
      {"probes", estimate.probes},
      {"nodes", six_digits(estimate.nodes.total)},
      {"nodes_error", six_digits(estimate.nodes.error)},
      {"cpu_seconds", six_digits(estimate.cpu_seconds.total)},
      {"cpu_seconds_error", six_digits(estimate.cpu_seconds.error)},
      {"threads", threads},
      {"seconds", six_digits(estimate.cpu_seconds.total / threads)},
      {"seconds_error", six_digits(estimate.cpu_seconds.error / threads)}};
  return json.dump() + '\n';
}

}  // namespace puzzled
