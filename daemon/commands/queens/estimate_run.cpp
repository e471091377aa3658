#include "daemon/commands/queens/estimate_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numeric>
#include <random>
#include <span>

#include "core/json_text.hpp"
#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/base/progress/time_estimate.hpp"
#include "parallel/unit_queue.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

using Clock = std::chrono::steady_clock;

// One unit of each eighth of the work makes a round. Two rounds are the minimum that gives an
// error estimate: 16 units, because on large boards each takes minutes. Three are counted unless
// time is short.
constexpr std::size_t kStrata = 8;
constexpr std::size_t kFewestRounds = 3;
constexpr std::size_t kMaxRounds = 800;
constexpr double kErrorWanted = 0.02;
constexpr std::chrono::seconds kShortest{1};
// After so long a larger error is good enough, and in the end any.
constexpr std::chrono::seconds kLongTime{60};
constexpr double kErrorAfterLong = 0.1;
constexpr std::chrono::minutes kLongest{30};

// The first unit of a worker includes the time for fresh memory. Short units are therefore counted
// twice; for long ones it does not matter.
constexpr double kWarmUpSeconds = 1;

// Added to the work of each unit, in parts of the mean, for costs that the expected work leaves
// out. Some units are a hundred times smaller than the mean, and cost ten times what their work
// says; a single one of them in a sample would spoil it. (20 queens: cost per work 40 ± 4 but for
// these, 600.)
constexpr double kWorkOfAnyUnit = 0.1;

std::vector<double> sizes_of(const queens::CountPlan& plan) {
  std::vector<double> sizes = plan.work_of_all();
  const double total = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  for (double& size : sizes) size += kWorkOfAnyUnit * total / static_cast<double>(plan.units());
  return sizes;
}

/// The sample: places, each of which holds a unit to be timed; kStrata places make a round.
class Sample {
 public:
  Sample(const queens::CountPlan& plan, std::uint64_t seed)
      : work_(sizes_of(plan)), sampler_(work_, kStrata, seed) {
    for (std::size_t i = 0; i < kMaxRounds; ++i) {
      const std::vector<std::uint64_t> round = sampler_.next_round();
      units_.insert(units_.end(), round.begin(), round.end());
    }
    cost_per_work_.resize(units_.size());
  }

  std::size_t places() const { return units_.size(); }
  std::uint64_t unit_at(std::size_t place) const { return units_[place]; }
  double longest_work() const { return *std::max_element(work_.begin(), work_.end()); }
  double total_work() const { return sampler_.total_work(); }

  void add(std::size_t place, double seconds) {
    cost_per_work_[place] = std::max(seconds, 1e-9) / work_[units_[place]];
    // Units are accepted in their order; else quick units would come before slow ones.
    while (known_ < units_.size() && cost_per_work_[known_] > 0) ++known_;
  }

  /// Rounds that are complete.
  std::size_t rounds() const { return known_ / kStrata; }
  parallel::TotalEstimate estimate() const {
    return parallel::estimate_total(total_work(), kStrata,
                                    std::span(cost_per_work_).first(rounds() * kStrata));
  }

 private:
  std::vector<double> work_;
  parallel::UnitSampler sampler_;
  std::vector<std::uint64_t> units_;   // by place
  std::vector<double> cost_per_work_;  // by place; 0: not yet known
  std::size_t known_ = 0;              // places from the first on
};

bool good_enough(const Sample& sample, Clock::duration elapsed) {
  if (sample.rounds() < 2) return false;
  if (elapsed >= kLongest) return true;
  const parallel::TotalEstimate estimate = sample.estimate();
  if (elapsed >= kLongTime) return estimate.error <= kErrorAfterLong * estimate.total;
  return elapsed >= kShortest && sample.rounds() >= kFewestRounds &&
         estimate.error <= kErrorWanted * estimate.total;
}

}  // namespace

Result<CountEstimate> estimate_count(const ChosenPlan& chosen, Interrupt& interrupt, bool quiet) {
  Sample sample(*chosen.plan, std::random_device{}());
  CountEstimate result;
  result.count = chosen.identity();
  result.memory = chosen.plan->memory();
  result.threads = chosen.workers;
  std::vector<bool> counted(chosen.plan->units(), false);
  std::mutex mutex;  // of `sample`, `counted` and `result.sampled`
  std::atomic<bool> stop = false;
  const Clock::time_point start = Clock::now();

  const auto make_worker = [&] {
    return [&, counter = chosen.plan->make_counter(), is_warm = false](std::size_t place) mutable {
      double seconds = 0;
      for (bool again = true; again;) {
        const double begin = thread_seconds();
        if (!counter->count(sample.unit_at(place), stop)) return false;
        seconds = thread_seconds() - begin;
        again = !is_warm && seconds < kWarmUpSeconds;
        is_warm = true;
      }
      const std::lock_guard lock(mutex);
      sample.add(place, seconds);
      const std::uint64_t unit = sample.unit_at(place);
      if (!counted[unit]) ++result.sampled;  // small counts have few units, each drawn many times
      counted[unit] = true;
      if (good_enough(sample, Clock::now() - start)) stop.store(true, std::memory_order_relaxed);
      return !is_stopped(stop);
    };
  };
  interrupt.set_stop_flag(&stop);
  {
    const ProgressLine progress(
        [&] {
          const std::lock_guard lock(mutex);
          return std::to_string(result.sampled) + " units counted";
        },
        !quiet);
    parallel::Workers workers(chosen.workers);
    parallel::for_each_unit(workers, sample.places(), make_worker);
  }
  interrupt.set_stop_flag(nullptr);

  result.interrupted = interrupt.requested();
  if (sample.rounds() < 2) {
    return Error{"interrupted after " + plural(result.sampled, "unit") + "; an estimate needs " +
                 std::to_string(2 * kStrata)};
  }
  result.cpu_seconds = sample.estimate();
  result.longest_unit_seconds =
      result.cpu_seconds.total * sample.longest_work() / sample.total_work();
  return result;
}

parallel::TotalEstimate seconds_on(const CountEstimate& estimate, std::uint64_t machines) {
  const double threads = static_cast<double>(machines) * estimate.threads;
  const double shared = estimate.cpu_seconds.total / threads;
  const double seconds = std::max(shared, estimate.longest_unit_seconds);
  return {.total = seconds,
          .error = seconds * estimate.cpu_seconds.error / estimate.cpu_seconds.total};
}

std::string estimate_text(const CountEstimate& estimate, std::uint64_t machines) {
  const parallel::TotalEstimate& cpu = estimate.cpu_seconds;
  std::string text = subject_of(estimate.count) + ", engine " + estimate.count.engine + ", split " +
                     std::to_string(estimate.count.split) + ": " +
                     plural(estimate.count.units, "unit") + ", of which " +
                     std::to_string(estimate.sampled) + " were counted\n";
  std::string core_days;
  if (cpu.total >= 3 * 86400) core_days = " (core-days)";
  text += estimate_line("CPU time", time_text(cpu) + core_days);
  text += estimate_line("memory", memory_text(estimate.memory) + " a thread");
  const auto add = [&](const std::string& head, std::uint64_t count) {
    text += estimate_line(head, time_text(seconds_on(estimate, count)));
  };
  add(plural(static_cast<std::uint64_t>(estimate.threads), "thread"), 1);
  if (machines > 0) {
    add(plural(machines, "machine"), machines);
  } else {
    for (const std::uint64_t some : {8, 64, 512}) add(plural(some, "machine"), some);
  }
  return text;
}

std::string estimate_json(const CountEstimate& estimate, std::uint64_t machines) {
  const parallel::TotalEstimate here = seconds_on(estimate, 1);
  std::string text;
  JsonObject json(text);
  json.number("queens", estimate.count.queens);
  json.text("engine", estimate.count.engine);
  json.number("split", estimate.count.split);
  json.number("units", estimate.count.units);
  json.number("sampled_units", estimate.sampled);
  json.number("cpu_seconds", six_digits(estimate.cpu_seconds.total));
  json.number("cpu_seconds_error", six_digits(estimate.cpu_seconds.error));
  json.number("memory_per_thread", estimate.memory);
  json.number("threads", estimate.threads);
  json.number("seconds", six_digits(here.total));
  json.number("seconds_error", six_digits(here.error));
  if (machines > 0) {
    const parallel::TotalEstimate there = seconds_on(estimate, machines);
    json.number("machines", machines);
    json.number("machines_seconds", six_digits(there.total));
    json.number("machines_seconds_error", six_digits(there.error));
  }
  json.end();
  return text + '\n';
}

}  // namespace puzzled::commands
