#include "daemon/cover/count_run.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "core/cover/frontier.hpp"
#include "daemon/os/message.hpp"
#include "daemon/progress/progress.hpp"
#include "parallel/cover_count.hpp"
#include "parallel/unit_order.hpp"

namespace puzzled {
namespace {

// Threads need fewer than kCoverUnits, for units give parts of themselves away; and what takes some
// seconds is one unit, because cutting it takes longer than it gains.
constexpr std::size_t kUnitsPerThread = 16;
constexpr std::uint64_t kMinWorkToCut = 30'000'000;
// Expected nodes from which a frontier is tried beside the units; core tries it on one thread then.
constexpr double kMinWorkForFrontier = 1e7;
constexpr std::uint64_t kFrontierSteps = 1 << 20;  // between looks at the flags
// Of unit 0, relative to the mean unit: it is done already.
constexpr double kWorkOfCutting = 1e-9;

Error too_large() {
  return {"the count has more than 512 bits"};
}

class Fnv1a {
 public:
  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i) {
      hash_ = (hash_ ^ (value >> (8 * i) & 0xFF)) * 0x100000001B3;
    }
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325;
};

}  // namespace

std::uint64_t problem_check(const cover::Problem& problem, bool symmetry) {
  Fnv1a check;
  check.add(symmetry ? 1 : 0);
  check.add(problem.primary_items());
  check.add(problem.items());
  check.add(problem.options());
  for (std::size_t item = 0; item < problem.primary_items(); ++item) {
    check.add(problem.bounds(item).lo);
    check.add(problem.bounds(item).hi);
  }
  for (std::size_t option = 0; option < problem.options(); ++option) {
    check.add(problem.option(option).size());
    for (const auto [item, colour] : problem.option(option)) {
      check.add(std::uint64_t{item} << 32 | colour);
    }
  }
  return check.hash();
}

std::string progress_text(const CoverCountState& state, double seconds) {
  if (state.units_total == 0) return "searching";
  const double share =
      state.units_done == state.units_total ? 1 : state.work_done / state.work_total;
  std::string text = percent_text(std::min(1.0, share)) + "  " + std::to_string(state.units_done) +
                     '/' + std::to_string(state.units_total) + " units  so far " +
                     cover::to_text(state.sum);
  const double work_of_this_run = state.work_done - state.work_loaded;
  if (work_of_this_run > 0) {
    text += "  ETA " + clock_text(std::max(
                           0.0, seconds * (state.work_total - state.work_done) / work_of_this_run));
  }
  return text;
}

CoverCountRun::CoverCountRun(const cover::Problem& problem, const CoverCountOptions& options,
                             parallel::Workers& workers, StopFlag& stop)
    : problem_(problem), options_(options), workers_(workers), stop_(stop) {}

CoverCountState CoverCountRun::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

double CoverCountRun::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

/// Cuts the count into units, once.
void CoverCountRun::cut() {
  if (plan_) return;
  std::size_t units = kCoverUnits;
  cover::CountSettings settings = options_.settings;
  if (counts_whole()) {
    units = kUnitsPerThread * static_cast<std::size_t>(workers_.threads());
    settings.min_work_to_cut = kMinWorkToCut;
  }
  plan_ = cover::plan_count(problem_, settings, units, stop_);
  work_.push_back(kWorkOfCutting);
  for (const cover::Unit& unit : plan_->units()) work_.push_back(unit.work);
  units_ = units_of(options_.part);
  pending_.resize(work_.size(), false);
  const std::lock_guard lock(mutex_);
  for (const std::uint64_t unit : units_) {
    pending_[unit] = true;
    state_.work_total += work_[unit];
  }
  state_.units_total = units_.size();
}

/// Parts beyond the last unit are empty: whoever asks for many parts of a short count gets them.
std::vector<std::uint64_t> CoverCountRun::units_of(const Part& part) const {
  if (part.of == 1) return parallel::longest_first(work_);
  if (part.of <= work_.size()) {
    return parallel::units_of_part(work_, part.number - 1, part.of, part.shares);
  }
  if (part.number > work_.size()) return {};
  return {part.number - 1};
}

std::vector<std::uint64_t> CoverCountRun::units() {
  cut();
  std::vector<std::uint64_t> sorted = units_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

std::vector<CoverUnitRecord> CoverCountRun::records() {
  std::vector<CoverUnitRecord> sorted = records_;
  std::sort(sorted.begin(), sorted.end(),
            [](const CoverUnitRecord& a, const CoverUnitRecord& b) { return a.unit < b.unit; });
  return sorted;
}

UnitLogHeader CoverCountRun::header() {
  cut();
  return {.count = {.engine = std::string(cover::abilities(options_.settings.engine).name),
                    .units = work_.size(),
                    .units_revision = cover::kUnitsRevision,
                    .cover_problem = problem_check(problem_, options_.settings.symmetry)},
          .part = options_.part.number,
          .parts = options_.part.of,
          .shares = options_.part.shares,
          .version = kCoverLogVersion};
}

/// Adds a finished unit to the sum and the records.
Result<> CoverCountRun::take(const CoverUnitRecord& record, bool is_loaded) {
  {
    const std::lock_guard lock(mutex_);
    const double work = work_[record.unit];
    state_.sum += record.count;
    state_.units_done += 1;
    state_.work_done += work;
    if (is_loaded) state_.work_loaded += work;
    if (options_.is_part) records_.push_back(record);
  }
  if (is_loaded || options_.checkpoint == nullptr) return {};
  // Under a mutex of its own, so that a slow disk does not block readers of the state.
  const std::lock_guard lock(append_mutex_);
  return options_.checkpoint->append(record);
}

Result<> CoverCountRun::load_checkpoint() {
  if (options_.checkpoint == nullptr) return {};
  const Checkpoint::Loader<cover::WideCount> load = [this](const CoverUnitRecord& record,
                                                           std::uint64_t offset) -> Result<> {
    if (!pending_[record.unit]) {
      return options_.checkpoint->fault(
          offset,
          "unit " + std::to_string(record.unit) + " occurs twice or does not belong to this part");
    }
    pending_[record.unit] = false;
    return take(record, true);
  };
  const Result<std::optional<std::uint64_t>> cut_at =
      options_.checkpoint->begin<cover::WideCount>(header(), load);
  if (!cut_at) return cut_at.error();
  if (*cut_at) {
    complain(options_.checkpoint->fault(**cut_at, "an unfinished record, dropped").message);
  }
  if (state_.units_done > 0 && !options_.quiet) {
    complain(options_.checkpoint_path + ": resuming after " + std::to_string(state_.units_done) +
             " of " + plural(state_.units_total, "unit"));
  }
  return {};
}

/// The frontier counts the whole beside the units.
bool CoverCountRun::try_frontier(const StopFlag& stop, const StopFlag& units_done) {
  const std::unique_ptr<cover::FrontierCount> frontier =
      cover::FrontierCount::make(problem_, options_.settings.memory / 4);
  if (!frontier || !frontier->is_narrow()) return false;
  while (!frontier->run(kFrontierSteps, stop)) {
    if (is_stopped(stop) || is_stopped(units_done)) return false;
  }
  if (frontier->gave_up()) return false;
  const std::lock_guard lock(mutex_);
  frontier_count_ = frontier->count();
  return true;
}

Result<> CoverCountRun::count_units() {
  std::vector<std::uint64_t> left;  // numbers in the plan
  for (const std::uint64_t unit : units_) {
    if (!pending_[unit]) continue;
    if (unit > 0) {
      left.push_back(unit - 1);
    } else if (Result<> taken = take({0, plan_->counted()}, false); !taken) {
      return taken;
    }
  }
  parallel::CoverCountHooks hooks{.done =
                                      [this](std::uint64_t unit, const cover::WideCount& count) {
                                        const Result<> taken = take({unit + 1, count}, false);
                                        if (taken) return;
                                        const std::lock_guard lock(mutex_);
                                        if (!failure_) failure_ = taken.error();
                                        stop_.store(true, std::memory_order_relaxed);
                                      },
                                  .unfinished =
                                      [this](const cover::WideCount& count) {
                                        const std::lock_guard lock(mutex_);
                                        unfinished_ += count;
                                      }};
  const bool has_rival = counts_whole() && options_.settings.engine == cover::Engine::kAuto &&
                         state_.work_total >= kMinWorkForFrontier;
  if (has_rival) {
    hooks.rival = [this](const StopFlag& stop, const StopFlag& units_done) {
      return try_frontier(stop, units_done);
    };
  }
  parallel::count_cover_units(workers_, *plan_, left, hooks, stop_);
  if (failure_) return *failure_;
  return {};
}

/// On this thread, without units: then the engine chooses how to go on as it sees fit.
Result<CoverCountResult> CoverCountRun::count_alone() {
  const cover::CountSettings& settings = options_.settings;
  const cover::CountOutcome outcome = cover::count(problem_, settings, stop_);
  if (outcome.count.has_overflowed()) return too_large();
  if (outcome.status == cover::CountStatus::kGaveUp) {
    return Error{"engine '" + std::string(cover::abilities(settings.engine).name) +
                 "' needs more memory than --memory allows"};
  }
  return CoverCountResult{outcome.count, outcome.status == cover::CountStatus::kComplete};
}

Result<CoverCountResult> CoverCountRun::outcome() const {
  CoverCountResult result{state_.sum, state_.units_done == state_.units_total};
  if (frontier_count_) return CoverCountResult{*frontier_count_, true};
  if (!result.is_complete) result.count += unfinished_;
  if (result.count.has_overflowed()) return too_large();
  return result;
}

Result<CoverCountResult> CoverCountRun::run() {
  const ProgressLine line([this] { return progress_text(state(), seconds()); }, !options_.quiet);
  try {
    const bool has_parts = cover::abilities(options_.settings.engine).parts;
    if (counts_whole() && (workers_.threads() == 1 || !has_parts)) return count_alone();
    cut();
    if (is_stopped(stop_)) return CoverCountResult{};
    if (const Result<> loaded = load_checkpoint(); !loaded) return loaded.error();
    if (const Result<> counted = count_units(); !counted) return counted.error();
    if (options_.checkpoint != nullptr) {
      if (const Result<> synced = options_.checkpoint->sync(); !synced) return synced.error();
    }
  } catch (const std::bad_alloc&) {
    return Error{"out of memory; fewer --threads or a smaller --memory may help"};
  }
  return outcome();
}

}  // namespace puzzled
