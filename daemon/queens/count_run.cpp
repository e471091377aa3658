#include "daemon/queens/count_run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <random>

#include "daemon/os/message.hpp"
#include "daemon/progress/progress.hpp"
#include "parallel/unit_order.hpp"
#include "parallel/unit_run.hpp"
#include "parallel/workers.hpp"

namespace puzzled {
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

/// An error that no file explains.
Error own_fault(const std::string& what) {
  return {what + ": this machine makes errors, or the program has one"};
}

std::string units_text(std::uint64_t done, std::uint64_t total) {
  return std::to_string(done) + '/' + std::to_string(total) + " units";
}

}  // namespace

std::string done_text(const CountState& state) {
  char percent[16];
  std::snprintf(percent, sizeof percent, "%.1f %%", std::floor(1000 * state.share()) / 10);
  return std::to_string(state.units_done) + " of " + plural(state.units_total, "unit") + " (" +
         percent + " of the work)";
}

std::string progress_text(const CountState& state, double seconds) {
  if (state.verifying) {
    return "all counted, " + queens::to_text(state.sum.count) + "; a sample is being counted again";
  }
  std::string text = percent_text(std::min(1.0, state.share())) + "  " +
                     units_text(state.units_done, state.units_total) + "  so far " +
                     queens::to_text(state.sum.count);
  const double work_of_this_run = state.work_done - state.work_loaded;
  if (work_of_this_run > 0) {
    text += "  ETA " + clock_text(std::max(
                           0.0, seconds * (state.work_total - state.work_done) / work_of_this_run));
  }
  return text;
}

CountRun::CountRun(const ChosenPlan& chosen, const CountOptions& options, Interrupt& interrupt)
    : chosen_(chosen), options_(options), interrupt_(interrupt), work_(chosen.plan->work_of_all()) {
  units_ = options.part.of == 1 ? parallel::longest_first(work_)
                                : parallel::units_of_part(work_, options.part.number - 1,
                                                          options.part.of, options.part.shares);
  pending_.resize(work_.size(), false);
  for (const std::uint64_t unit : units_) {
    pending_[unit] = true;
    state_.work_total += work_[unit];
  }
  state_.units_total = units_.size();
  if (options.verified_share > 0)
    verified_ = random_sample(units_, work_.size(), options.verified_share);
  interrupt_.set_stop_flag(&stop_);
}

CountRun::~CountRun() {
  interrupt_.set_stop_flag(nullptr);
}

CountState CountRun::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

double CountRun::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

UnitLogHeader CountRun::header() const {
  return {.count = identity_of(*chosen_.plan),
          .part = options_.part.number,
          .parts = options_.part.of,
          .shares = options_.part.shares};
}

std::vector<std::uint64_t> CountRun::units() const {
  std::vector<std::uint64_t> sorted = units_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::vector<UnitRecord> CountRun::records() const {
  std::vector<UnitRecord> sorted = records_;
  std::sort(sorted.begin(), sorted.end(),
            [](const UnitRecord& a, const UnitRecord& b) { return a.unit < b.unit; });
  return sorted;
}

/// Adds a finished unit to the sum and the records.
Result<> CountRun::take(const UnitRecord& record, std::optional<std::uint64_t> offset) {
  {
    const std::lock_guard lock(mutex_);
    const double work = work_[record.unit];
    state_.sum += record.count;
    state_.units_done += 1;
    state_.work_done += work;
    if (offset) state_.work_loaded += work;
    if (!verified_.empty() && verified_[record.unit]) claims_.push_back({record, offset});
    if (options_.keep_records) records_.push_back(record);
  }
  if (offset || options_.checkpoint == nullptr) return {};
  // Under a mutex of its own, so that a slow disk does not block readers of the state.
  const std::lock_guard lock(append_mutex_);
  return options_.checkpoint->append(record);
}

Result<> CountRun::load_checkpoint() {
  if (options_.checkpoint == nullptr) return {};
  const Checkpoint::Loader<queens::UnitCount> load = [this](const UnitRecord& record,
                                                            std::uint64_t offset) -> Result<> {
    if (!pending_[record.unit]) {
      return options_.checkpoint->fault(
          offset,
          "unit " + std::to_string(record.unit) + " occurs twice or does not belong to this part");
    }
    pending_[record.unit] = false;
    return take(record, offset);
  };
  const Result<std::optional<std::uint64_t>> cut_at = options_.checkpoint->begin(header(), load);
  if (!cut_at) return cut_at.error();
  if (*cut_at) {
    complain(options_.checkpoint->fault(**cut_at, "an unfinished record, dropped").message);
  }
  if (state_.units_done > 0 && !options_.quiet) {
    complain(options_.checkpoint_path + ": resuming after " + done_text(state_));
  }
  return {};
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
      const std::optional<queens::UnitCount> count = counter->count(unit, stop_);
      if (!count) return false;
      std::optional<Error> wrong = queens::disagreement(*count);
      if (wrong) {
        wrong = own_fault("unit " + std::to_string(unit) + ": " + wrong->message);
      } else if (const Result<> taken = each({unit, *count}); !taken) {
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
  try {
    parallel::Workers workers(chosen_.workers);
    parallel::run_units(workers, units, make_worker, stop_);
  } catch (const std::bad_alloc&) {
    return Error{"out of memory; fewer --threads or a smaller --memory may help"};
  }
  if (failure) return *failure;
  return {};
}

Result<> CountRun::count_units() {
  std::vector<std::uint64_t> left;
  for (const std::uint64_t unit : units_) {
    if (pending_[unit]) left.push_back(unit);
  }
  return on_all_workers(left, &queens::CountPlan::make_counter,
                        [this](const UnitRecord& record) { return take(record, std::nullopt); });
}

Error CountRun::wrong_count(const Claim& claim, const queens::UnitCount& again) const {
  const std::string counts = "unit " + std::to_string(claim.record.unit) + ": " +
                             queens::to_text(claim.record.count.count) + " at first, " +
                             queens::to_text(again.count) + " when counted again";
  if (claim.offset) return options_.checkpoint->fault(*claim.offset, counts);
  return own_fault(counts);
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
  const ProgressLine line([this] { return progress_text(state(), seconds()); }, !options_.quiet);
  // Units from the checkpoint are verified first, before days of work are added to a damaged file.
  if (Result<> right = verify(std::exchange(claims_, {})); !right) return right;
  if (Result<> counted = count_units(); !counted) return counted;
  if (options_.checkpoint != nullptr) {
    if (Result<> synced = options_.checkpoint->sync(); !synced) return synced;
  }
  {
    const std::lock_guard lock(mutex_);
    state_.verifying = true;
  }
  return verify(std::exchange(claims_, {}));
}

Result<CountRun::End> CountRun::run() {
  if (const Result<> loaded = load_checkpoint(); !loaded) return loaded.error();
  if (Result<> counted = count_and_verify(); !counted) return counted.error();
  if (stop_.load(std::memory_order_relaxed)) return End::kInterrupted;
  if (const std::optional<Error> wrong = queens::disagreement(state_.sum)) {
    return own_fault("the sum of all units: " + wrong->message);
  }
  if (verified_units_ > 0 && !options_.quiet) {
    complain(std::to_string(verified_units_) + " of " + std::to_string(units_.size()) +
             " units were counted a second time, with the same results");
  }
  return End::kDone;
}

}  // namespace puzzled
