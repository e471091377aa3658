// Counting queens, measured in CPU time on one thread.
//
//   queens_bench count N [ENGINE ISA SPLIT ROUNDS]   whole counts; ISA may be "all", in turns
//   queens_bench units N [ENGINE ISA SPLIT STEP]     every STEP-th unit: times, how well work()
//                                                    predicts them, schedules of many workers
//   queens_bench sample N COUNT SEED [ENGINE ISA SPLIT]   random units: the time of all of them
//
// ENGINE and ISA may be "best", SPLIT 0.
#include <ctime>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <queue>
#include <random>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/queens/engines.hpp"
#include "core/simd/levels.hpp"

namespace {

using namespace puzzled::queens;
using puzzled::kNeverStop;

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::shared_ptr<const CountPlan> make_plan(const PlanOptions& options) {
  auto plan = plan_count(options);
  if (!plan) {
    std::fprintf(stderr, "queens_bench: %s\n", plan.error().message.c_str());
    std::exit(2);
  }
  return *plan;
}

/// Seconds of a whole count, with the plan it starts from.
double count_all(const PlanOptions& options, std::string& total) {
  const double start = cpu_seconds();
  const auto plan = make_plan(options);
  const auto counter = plan->make_counter();
  Count sum = 0;
  for (std::uint64_t unit = 0; unit < plan->units(); ++unit)
    sum += counter->count(unit, kNeverStop)->count;
  total = to_text(sum);
  return cpu_seconds() - start;
}

void run_counts(PlanOptions options, int rounds) {
  std::vector<std::string_view> isas = {options.isa};
  if (options.isa == "all") isas = {"icelake", "skylakex", "avx2", "portable"};
  std::erase_if(isas,
                [](std::string_view isa) { return !isa.empty() && !puzzled::simd::has_isa(isa); });
  // In turns, so that a machine whose speed drifts slows all of them.
  std::vector<std::vector<double>> seconds(isas.size());
  std::vector<std::string> totals(isas.size());
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < isas.size(); ++i) {
      options.isa = isas[i];
      seconds[i].push_back(count_all(options, totals[i]));
    }
  }
  for (std::size_t i = 0; i < isas.size(); ++i) {
    std::sort(seconds[i].begin(), seconds[i].end());
    std::printf("%d queens, %s: %s; least %.4f s, median %.4f s\n", options.queens,
                isas[i].empty() ? "best" : std::string(isas[i]).c_str(), totals[i].c_str(),
                seconds[i].front(), seconds[i][seconds[i].size() / 2]);
  }
}

/// The time until all units are done, if each idle worker takes the next one.
double time_of_queue(const std::vector<double>& seconds, const std::vector<std::size_t>& order,
                     std::size_t workers) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (std::size_t i = 0; i < workers; ++i) free_at.push(0);
  double end = 0;
  for (const std::size_t unit : order) {
    const double done = free_at.top() + seconds[unit];
    free_at.pop();
    free_at.push(done);
    end = std::max(end, done);
  }
  return end;
}

/// The same, if units were handed out beforehand, each to the worker with the least expected work.
double time_of_parts(const std::vector<double>& seconds, const std::vector<double>& work,
                     const std::vector<std::size_t>& order, std::size_t workers) {
  using Part = std::pair<double, double>;  // expected, real
  std::priority_queue<Part, std::vector<Part>, std::greater<>> parts;
  for (std::size_t i = 0; i < workers; ++i) parts.emplace(0, 0);
  double end = 0;
  for (const std::size_t unit : order) {
    const Part part = parts.top();
    parts.pop();
    parts.emplace(part.first + work[unit], part.second + seconds[unit]);
    end = std::max(end, part.second + seconds[unit]);
  }
  return end;
}

void run_units(const PlanOptions& options, std::uint64_t step) {
  const auto plan = make_plan(options);
  const auto counter = plan->make_counter();
  std::vector<double> seconds;
  std::vector<double> work;
  for (std::uint64_t unit = 0; unit < plan->units(); unit += step) {
    const double start = cpu_seconds();
    counter->count(unit, kNeverStop);
    seconds.push_back(cpu_seconds() - start);
    work.push_back(plan->work(unit));
  }
  const double total = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  const double expected = std::accumulate(work.begin(), work.end(), 0.0);
  const double mean = total / static_cast<double>(seconds.size());
  double spread = 0;
  double unexplained = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    spread += (seconds[i] - mean) * (seconds[i] - mean);
    const double error = seconds[i] - work[i] * total / expected;
    unexplained += error * error;
  }
  const double scale = mean * std::sqrt(static_cast<double>(seconds.size()));
  std::printf(
      "%d queens, %s, split %d: %zu of %llu units, %.3f s; largest %.2f %% of them; spread %.0f %% "
      "of the mean, %.0f %% unexplained by work()\n",
      plan->queens(), std::string(plan->engine()).c_str(), plan->split(), seconds.size(),
      static_cast<unsigned long long>(plan->units()), total,
      100 * *std::max_element(seconds.begin(), seconds.end()) / total,
      100 * std::sqrt(spread) / scale, 100 * std::sqrt(unexplained) / scale);

  std::vector<std::size_t> in_order(seconds.size());
  std::iota(in_order.begin(), in_order.end(), std::size_t{0});
  std::vector<std::size_t> largest_first = in_order;
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [&](std::size_t a, std::size_t b) { return work[a] > work[b]; });
  std::printf("| workers | queue, in order | queue, largest first | parts by work() |\n");
  std::printf("|---:|---:|---:|---:|\n");
  for (const std::size_t workers : {16U, 64U, 256U, 1024U}) {
    const auto efficiency = [&](double end) {
      return 100 * total / (end * static_cast<double>(workers));
    };
    std::printf("| %zu | %.1f %% | %.1f %% | %.1f %% |\n", workers,
                efficiency(time_of_queue(seconds, in_order, workers)),
                efficiency(time_of_queue(seconds, largest_first, workers)),
                efficiency(time_of_parts(seconds, work, largest_first, workers)));
  }
}

void run_sample(const PlanOptions& options, int count, std::uint64_t seed) {
  const auto plan = make_plan(options);
  const auto counter = plan->make_counter();
  std::mt19937_64 random(seed);
  double all_work = 0;
  for (std::uint64_t unit = 0; unit < plan->units(); ++unit) all_work += plan->work(unit);
  // Seconds against expected work: their ratio, and the error of it.
  std::vector<double> seconds;
  std::vector<double> work;
  counter->count(random() % plan->units(), kNeverStop);  // the memory's first use is not counted
  for (int i = 0; i < count; ++i) {
    const std::uint64_t unit = random() % plan->units();
    const double start = cpu_seconds();
    counter->count(unit, kNeverStop);
    seconds.push_back(cpu_seconds() - start);
    work.push_back(plan->work(unit));
  }
  const double ratio = std::accumulate(seconds.begin(), seconds.end(), 0.0) /
                       std::accumulate(work.begin(), work.end(), 0.0);
  double error = 0;
  double mean_work = 0;
  for (int i = 0; i < count; ++i) {
    error += (seconds[i] - ratio * work[i]) * (seconds[i] - ratio * work[i]);
    mean_work += work[i] / count;
  }
  const double relative = std::sqrt(error / count / std::max(1, count - 1)) / (ratio * mean_work);
  std::printf(
      "%d queens, %s, split %d: %d of %llu units; all take %.4g CPU seconds (%.4g days), "
      "plus or minus %.1f %%; %.3f s a unit\n",
      plan->queens(), std::string(plan->engine()).c_str(), plan->split(), count,
      static_cast<unsigned long long>(plan->units()), ratio * all_work, ratio * all_work / 86400,
      100 * relative, std::accumulate(seconds.begin(), seconds.end(), 0.0) / count);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + 1, argv + argc);
  const auto number = [&](std::size_t i, int otherwise) {
    return i < arguments.size() ? std::atoi(argv[i + 1]) : otherwise;
  };
  const auto options = [&](std::size_t first) {
    const auto name = [&](std::size_t i) {
      return i < arguments.size() && arguments[i] != "best" ? arguments[i] : std::string_view();
    };
    return PlanOptions{.queens = number(1, 0),
                       .engine = name(first),
                       .isa = name(first + 1),
                       .split = number(first + 2, 0)};
  };
  if (arguments.size() >= 2 && arguments[0] == "count") {
    run_counts(options(2), std::max(1, number(5, 5)));
  } else if (arguments.size() >= 2 && arguments[0] == "units") {
    run_units(options(2), static_cast<std::uint64_t>(std::max(1, number(5, 1))));
  } else if (arguments.size() >= 4 && arguments[0] == "sample") {
    run_sample(options(4), number(2, 10), static_cast<std::uint64_t>(number(3, 1)));
  } else {
    std::fputs(
        "usage: queens_bench count N [ENGINE ISA SPLIT ROUNDS]\n"
        "       queens_bench units N [ENGINE ISA SPLIT STEP]\n"
        "       queens_bench sample N COUNT SEED [ENGINE ISA SPLIT]\n",
        stderr);
    return 2;
  }
}
