#include "daemon/commands/cover/estimate_run.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/json_text.hpp"
#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/pace.hpp"
#include "daemon/base/progress/progress.hpp"
#include "daemon/base/progress/time_estimate.hpp"
#include "daemon/commands/cover/count_run.hpp"
#include "parallel/jobs/count_covers.hpp"

namespace puzzled::commands {
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

bool is_good_enough(const parallel::TotalEstimate& nodes, Clock::duration elapsed) {
  const double error = nodes.total > 0 ? nodes.error / nodes.total : 0;
  if (elapsed >= kLongest) return true;
  if (elapsed >= kLong) return error <= kErrorAfterLong;
  return elapsed >= kShortest && error <= kErrorWanted;
}

/// Probes units, drawn with probabilities proportional to their work. False: stopped.
bool probe_units(const cover::CountPlan& plan, cover::UnitCounter& counter, const StopFlag& stop,
                 CoverEstimate& estimate) {
  std::vector<double> work;
  work.reserve(plan.units().size());
  for (const cover::Unit& unit : plan.units()) work.push_back(unit.work);
  parallel::UnitSampler sampler(work, kStrata, 1);
  std::vector<double> nodes_per_work;
  const Clock::time_point start = Clock::now();
  do {
    for (const std::uint64_t unit : sampler.next_round()) {
      if (is_stopped(stop)) return false;
      const cover::Unit& probed = plan.units()[unit];
      nodes_per_work.push_back(counter.probe(probed, nodes_per_work.size()) / probed.work);
    }
    if (nodes_per_work.size() < kMinRounds * kStrata) continue;
    estimate.nodes = parallel::estimate_total(sampler.total_work(), kStrata, nodes_per_work);
  } while (nodes_per_work.size() < kMinRounds * kStrata ||
           !is_good_enough(estimate.nodes, Clock::now() - start));
  estimate.probes = nodes_per_work.size();
  return true;
}

/// Seconds a node, from units that are counted for a while each. (Others count meanwhile: it is the
/// time of this thread.)
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

/// By probes alone.
std::optional<CoverEstimate> estimate_by_probes(const cover::Problem& problem,
                                                const cover::CountSettings& settings,
                                                const StopFlag& stop) {
  const double begin = thread_seconds();
  const std::shared_ptr<const cover::CountPlan> plan =
      cover::plan_count(problem, settings, kCoverUnits, stop);
  if (is_stopped(stop)) return std::nullopt;
  CoverEstimate estimate;
  estimate.units = plan->units().size();
  if (plan->units().empty()) {
    // It was counted while it was cut into units.
    if (!plan->counted().has_overflowed()) estimate.count = plan->counted();
    estimate.cpu_seconds.total = thread_seconds() - begin;
    return estimate;
  }
  const std::unique_ptr<cover::UnitCounter> counter = plan->make_counter();
  if (!probe_units(*plan, *counter, stop, estimate)) return std::nullopt;
  const double speed = seconds_per_node(*plan, *counter, stop);
  if (is_stopped(stop)) return std::nullopt;
  estimate.cpu_seconds = {.total = estimate.nodes.total * speed,
                          .error = estimate.nodes.error * speed};
  return estimate;
}

/// An estimate and a count, side by side: what is done first ends the other.
class Race {
 public:
  Race(const cover::Problem& problem, const cover::CountSettings& settings,
       parallel::Workers& workers)
      : problem_(problem), settings_(settings), workers_(workers) {
    settings_.memory /= 2;
  }

  std::optional<CoverEstimate> run(const StopFlag& stop) {
    std::thread counter([this] { attend([this] { return count(); }); });
    std::thread estimator([this] {
      attend([this] {
        estimate_ = estimate_by_probes(problem_, settings_, stop_estimate_);
        return estimate_.has_value();
      });
    });
    {
      std::unique_lock lock(mutex_);
      while (!is_over_ && !is_stopped(stop)) changed_.wait_for(lock, kLookForStop);
    }
    stop_count_.store(true, std::memory_order_relaxed);
    stop_estimate_.store(true, std::memory_order_relaxed);
    counter.join();
    estimator.join();
    if (exception_) std::rethrow_exception(exception_);
    return counted_ ? counted_ : estimate_;
  }

 private:
  bool count() {
    const Clock::time_point begin = Clock::now();
    const cover::CountOutcome counted =
        parallel::count_covers(workers_, problem_, settings_, {}, stop_count_);
    const std::chrono::duration<double> time = Clock::now() - begin;
    // A count that cannot be done leaves the estimate the time that it needs.
    if (counted.status != cover::CountStatus::kComplete || counted.count.has_overflowed()) {
      return false;
    }
    counted_.emplace();
    counted_->count = counted.count;
    counted_->nodes.total = static_cast<double>(counted.nodes);
    counted_->cpu_seconds.total = time.count() * workers_.threads();
    return true;
  }

  /// Runs `work`, and ends the race if it says so.
  void attend(const std::function<bool()>& work) {
    std::exception_ptr exception;
    bool is_done = false;
    try {
      is_done = work();
    } catch (...) {
      exception = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    if (exception) exception_ = exception;
    is_over_ = is_over_ || exception || is_done;
    changed_.notify_one();
  }

  static constexpr std::chrono::milliseconds kLookForStop{5};

  const cover::Problem& problem_;
  cover::CountSettings settings_;
  parallel::Workers& workers_;
  StopFlag stop_count_ = false;
  StopFlag stop_estimate_ = false;
  std::optional<CoverEstimate> counted_;   // of the counting thread, until it is over
  std::optional<CoverEstimate> estimate_;  // of the other one
  std::mutex mutex_;                       // of what follows
  std::condition_variable changed_;
  bool is_over_ = false;
  std::exception_ptr exception_;
};

}  // namespace

std::optional<CoverEstimate> estimate_covers(const cover::Problem& problem,
                                             const cover::CountSettings& settings,
                                             parallel::Workers& workers, const StopFlag& stop) {
  return Race(problem, settings, workers).run(stop);
}

std::string estimate_text(const CoverEstimate& estimate, int threads) {
  std::string text = estimate.count
                         ? std::string("counted before the estimate was done\n")
                         : plural(estimate.units, "unit") + ", " +
                               plural(estimate.probes, "probe") + ", without what a cache saves\n";
  if (estimate.count) text += estimate_line("count", cover::to_text(*estimate.count));
  const parallel::TotalEstimate& nodes = estimate.nodes;
  const double error = nodes.total > 0 ? 100 * nodes.error / nodes.total : 0;
  text += estimate_line(
      "nodes", estimate.count ? rounded_count(nodes.total)
                              : rounded_count(nodes.total) + " ± " + number_text(error) + " %");
  // An exact time has no error.
  const auto text_of = [&](const parallel::TotalEstimate& seconds) {
    const std::string with_error = time_text(seconds);
    return estimate.count ? with_error.substr(0, with_error.find(" ±")) : with_error;
  };
  text += estimate_line("CPU time", text_of(estimate.cpu_seconds));
  const auto add = [&](const std::string& head, double workers) {
    text += estimate_line(head, text_of({.total = estimate.cpu_seconds.total / workers,
                                         .error = estimate.cpu_seconds.error / workers}));
  };
  add(plural(static_cast<std::uint64_t>(threads), "thread"), threads);
  for (const int machines : {8, 64}) {
    add(plural(static_cast<std::uint64_t>(machines), "machine"), double{1} * machines * threads);
  }
  return text;
}

std::string estimate_json(const CoverEstimate& estimate, int threads) {
  std::string text;
  JsonObject json(text);
  json.number("units", estimate.units);
  json.number("probes", estimate.probes);
  json.number("nodes", six_digits(estimate.nodes.total));
  json.number("nodes_error", six_digits(estimate.nodes.error));
  json.number("cpu_seconds", six_digits(estimate.cpu_seconds.total));
  json.number("cpu_seconds_error", six_digits(estimate.cpu_seconds.error));
  json.number("threads", threads);
  json.number("seconds", six_digits(estimate.cpu_seconds.total / threads));
  json.number("seconds_error", six_digits(estimate.cpu_seconds.error / threads));
  if (estimate.count) json.text("count", cover::to_text(*estimate.count));
  json.end();
  return text + '\n';
}

}  // namespace puzzled::commands
