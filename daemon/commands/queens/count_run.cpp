#include "daemon/commands/queens/count_run.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "daemon/base/os/message.hpp"
#include "daemon/base/progress/progress.hpp"
#include "parallel/jobs/queens.hpp"

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
      workers_(chosen.workers),
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
  // Of what is partly subtracted, a sum of some units says nothing.
  const bool is_known = is_verifying_ || !chosen_.plan->subtracts();
  const std::string sum = is_known ? queens::to_text(state.sum.count) : "";
  if (is_verifying_) return "all counted, " + sum + "; a sample is being counted again";
  return progress_text(state.progress, sum, seconds());
}

/// Keeps a finished unit if it is one of those to be counted again.
void CountRun::claim(const UnitRecord& record, std::optional<std::uint64_t> offset) {
  if (verified_.empty() || !verified_[record.unit]) return;
  const std::lock_guard lock(claims_mutex_);
  claims_.push_back({record, offset});
}

Result<> CountRun::count_units() {
  const Result<parallel::CountedUnits<queens::UnitCount>> counted = parallel::count_queens(
      workers_, *chosen_.plan,
      {.units = tally_.units_left(),
       .so_far = tally_.state().sum,
       .done = [this](std::uint64_t unit, const queens::UnitCount& count) -> Result<> {
         claim({unit, count}, std::nullopt);
         Result<> taken = tally_.take({unit, count});
         if (!taken) stop_.store(true, std::memory_order_relaxed);
         return taken;
       }},
      stop_);
  if (!counted) return counted.error();
  total_ = (*counted).sum.count;
  return {};
}

Error CountRun::wrong_count(const Claim& claim, const queens::UnitCount& again) const {
  const std::string counts = "unit " + std::to_string(claim.record.unit) + ": " +
                             queens::to_text(claim.record.count.count) + " at first, " +
                             queens::to_text(again.count) + " when counted again";
  if (claim.offset) return options_.units.checkpoint->fault(*claim.offset, counts);
  return queens::internal_fault(counts);
}

Result<> CountRun::verify(std::vector<Claim> claims) {
  std::vector<std::uint64_t> units;
  units.reserve(claims.size());
  verified_units_ += claims.size();
  std::sort(claims.begin(), claims.end(),
            [](const Claim& a, const Claim& b) { return a.record.unit < b.record.unit; });
  for (const Claim& claim : claims) units.push_back(claim.record.unit);
  const auto compare = [&](std::uint64_t unit, const queens::UnitCount& again) -> Result<> {
    const auto claim =
        std::lower_bound(claims.begin(), claims.end(), unit,
                         [](const Claim& a, std::uint64_t b) { return a.record.unit < b; });
    if (claim->record.count == again) return {};
    stop_.store(true, std::memory_order_relaxed);
    return wrong_count(*claim, again);
  };
  const auto checked =
      parallel::count_queens(workers_, *chosen_.plan, {.units = units, .done = compare}, stop_,
                             parallel::QueensCounter::kChecker);
  if (!checked) return checked.error();
  return {};
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
  if (verified_units_ > 0 && !options_.units.quiet) {
    complain(std::to_string(verified_units_) + " of " +
             std::to_string(tally_.state().progress.units_total) +
             " units were counted a second time, with the same results");
  }
  return End::kDone;
}

}  // namespace puzzled::commands
