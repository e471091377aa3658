#include "daemon/commands/queens/count_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <random>

#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_run.hpp"
#include "parallel/workers.hpp"

namespace puzzled::commands {
namespace {

/// A random choice of `share` of the units, at least one.
std::vector<bool> random_sample(const std::vector<std::uint64_t>& units, std::size_t all,
                                double share) {
  std::vector<bool> chosen(all, false);
  std::vector<std::uint64_t> shuffled = units;
  std::mt19937_64 random(std::random_device{}());
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const auto count =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(shuffled.size())));
  for (std::size_t i = 0; i < std::clamp<std::size_t>(count, 1, shuffled.size()); ++i) {
    chosen[shuffled[i]] = true;
  }
  return chosen;
}

}  // namespace

CountRun::CountRun(const ChosenPlan& chosen, const CountOptions& options, Interrupt& interrupt)
    : chosen_(chosen),
      options_(options),
      interrupt_(interrupt),
      tally_(chosen.plan->work_of_all(), options.units) {
  if (options.verified_share > 0) {
    verified_ = random_sample(tally_.units(), chosen.plan->units(), options.verified_share);
  }
  interrupt_.set_stop_flag(&stop_);
}

CountRun::~CountRun() {
  interrupt_.set_stop_flag(nullptr);
}

double CountRun::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::string CountRun::progress_line() const {
  const auto state = tally_.state();
  const std::string sum = queens::to_text(state.sum.count);
  if (is_verifying_) return "all counted, " + sum + "; a sample is being counted again";
  return progress_text(state.progress, sum, seconds());
}

/// Keeps a finished unit if it is one of those to be counted again.
void CountRun::claim(const UnitRecord& record, std::optional<std::uint64_t> offset) {
  if (verified_.empty() || !verified_[record.unit]) return;
  const std::lock_guard lock(claims_mutex_);
  claims_.push_back({record, offset});
}

/// Counts the units, calls `each` for each of them without a lock, and stops at its first error.
Result<> CountRun::on_all_workers(const std::vector<std::uint64_t>& units, MakeCounter make,
                                  const std::function<Result<>(const UnitRecord&)>& each) {
  if (units.empty()) return {};
  std::mutex failure_mutex;
  std::optional<Error> failure;
  const auto make_worker = [&]() -> parallel::UnitWorker {
    // Shared, because std::function requires a copyable object.
    std::shared_ptr<queens::UnitCounter> counter = (*chosen_.plan.*make)();
    return [&, counter](std::uint64_t unit) {
      const Result<std::optional<queens::UnitCount>> count =
          queens::count_checked(*counter, unit, stop_);
      std::optional<Error> wrong;
      if (!count) {
        wrong = count.error();
      } else if (!*count) {
        return false;
      } else if (const Result<> taken = each({unit, **count}); !taken) {
        wrong = taken.error();
      }
      if (wrong) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = wrong;
        stop_.store(true, std::memory_order_relaxed);
      }
      return true;
    };
  };
  parallel::Workers workers(chosen_.workers);
  parallel::run_units(workers, units, make_worker, stop_);
  if (failure) return *failure;
  return {};
}

Result<> CountRun::count_units() {
  return on_all_workers(tally_.units_left(), &queens::CountPlan::make_counter,
                        [this](const UnitRecord& record) {
                          claim(record, std::nullopt);
                          return tally_.take(record);
                        });
}

Error CountRun::wrong_count(const Claim& claim, const queens::UnitCount& again) const {
  const std::string counts = "unit " + std::to_string(claim.record.unit) + ": " +
                             queens::to_text(claim.record.count.count) + " at first, " +
                             queens::to_text(again.count) + " when counted again";
  if (claim.offset) return options_.units.checkpoint->fault(*claim.offset, counts);
  return queens::own_fault(counts);
}

Result<> CountRun::verify(std::vector<Claim> claims) {
  std::vector<std::uint64_t> units;
  units.reserve(claims.size());
  verified_units_ += claims.size();
  std::sort(claims.begin(), claims.end(),
            [](const Claim& a, const Claim& b) { return a.record.unit < b.record.unit; });
  for (const Claim& claim : claims) units.push_back(claim.record.unit);
  const auto compare = [&](const UnitRecord& again) -> Result<> {
    const auto claim =
        std::lower_bound(claims.begin(), claims.end(), again.unit,
                         [](const Claim& a, std::uint64_t unit) { return a.record.unit < unit; });
    if (claim->record.count == again.count) return {};
    return wrong_count(*claim, again.count);
  };
  return on_all_workers(units, &queens::CountPlan::make_checker, compare);
}

Result<> CountRun::count_and_verify() {
  const ProgressLine line([this] { return progress_line(); }, !options_.units.quiet);
  // Units from the checkpoint are verified first, before days of work are added to a damaged file.
  if (Result<> right = verify(std::exchange(claims_, {})); !right) return right;
  if (Result<> counted = count_units(); !counted) return counted;
  if (Result<> synced = tally_.sync(); !synced) return synced;
  is_verifying_ = true;
  return verify(std::exchange(claims_, {}));
}

Result<CountRun::End> CountRun::run() {
  const Result<> loaded = tally_.load(
      header(), [this](const UnitRecord& record, std::uint64_t offset) { claim(record, offset); });
  if (!loaded) return loaded.error();
  if (Result<> counted = count_and_verify(); !counted) return counted.error();
  if (stop_.load(std::memory_order_relaxed)) return End::kInterrupted;
  if (const std::optional<Error> wrong = queens::fault_of_sum(tally_.state().sum)) return *wrong;
  if (verified_units_ > 0 && !options_.units.quiet) {
    complain(std::to_string(verified_units_) + " of " +
             std::to_string(tally_.state().progress.units_total) +
             " units were counted a second time, with the same results");
  }
  return End::kDone;
}

}  // namespace puzzled::commands
