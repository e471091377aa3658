#include "daemon/commands/cover/count_run.hpp"

#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/cover/frontier.hpp"
#include "daemon/base/progress/progress.hpp"
#include "parallel/cover_count.hpp"

namespace puzzled::commands {
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

CoverCountResult count_result(const cover::WideCount& count, bool is_complete) {
  if (count.has_overflowed()) return {.count = {}, .overflow = "the count has more than 512 bits"};
  return {.count = count, .is_complete = is_complete};
}

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

CoverCountRun::CoverCountRun(const cover::Problem& problem, const CoverCountOptions& options,
                             parallel::Workers& workers, StopFlag& stop)
    : problem_(problem), options_(options), workers_(workers), stop_(stop) {}

std::string CoverCountRun::progress_line() const {
  const std::lock_guard lock(mutex_);
  if (!tally_) return "searching";
  const auto state = tally_->state();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
  return progress_text(state.progress, cover::to_text(state.sum), time.count());
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
  std::vector<double> work{kWorkOfCutting};
  for (const cover::Unit& unit : plan_->units()) work.push_back(unit.work);
  const std::lock_guard lock(mutex_);
  tally_.emplace(std::move(work), options_.units);
}

const UnitTally<cover::WideCount>& CoverCountRun::tally() {
  cut();
  return *tally_;
}

UnitLogHeader CoverCountRun::header() {
  cut();
  return tally_->header({.engine = std::string(cover::abilities(options_.settings.engine).name),
                         .units = plan_->units().size() + 1,
                         .units_revision = cover::kUnitsRevision,
                         .cover_problem = problem_check(problem_, options_.settings.symmetry)});
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
  for (const std::uint64_t unit : tally_->units_left()) {
    if (unit > 0) {
      left.push_back(unit - 1);
    } else if (Result<> taken = tally_->take({0, plan_->counted()}); !taken) {
      return taken;
    }
  }
  parallel::CoverCountHooks hooks{.done =
                                      [this](std::uint64_t unit, const cover::WideCount& count) {
                                        const Result<> taken = tally_->take({unit + 1, count});
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
  hooks.nodes = &nodes_;
  const bool has_rival = counts_whole() && options_.settings.engine == cover::Engine::kAuto &&
                         tally_->state().progress.work_total >= kMinWorkForFrontier;
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
CoverCountResult CoverCountRun::count_alone() {
  const cover::CountSettings& settings = options_.settings;
  const cover::CountOutcome outcome = cover::count_part(problem_, settings, stop_);
  if (outcome.status == cover::CountStatus::kGaveUp) {
    return {.count = outcome.count,
            .overflow = "engine '" + std::string(cover::abilities(settings.engine).name) +
                        "' needs more memory than --memory allows"};
  }
  nodes_ = outcome.nodes;
  return count_result(outcome.count, outcome.status == cover::CountStatus::kComplete);
}

CoverCountResult CoverCountRun::outcome() const {
  if (frontier_count_) return count_result(*frontier_count_, true);
  const auto state = tally_->state();
  const bool is_complete = state.progress.units_done == state.progress.units_total;
  return count_result(is_complete ? state.sum : state.sum + unfinished_, is_complete);
}

Result<CoverCountResult> CoverCountRun::run() {
  Result<CoverCountResult> result = count();
  if (result) result->nodes = nodes_;
  return result;
}

Result<CoverCountResult> CoverCountRun::count() {
  const ProgressLine line([this] { return progress_line(); }, !options_.units.quiet);
  const bool has_parts = cover::abilities(options_.settings.engine).parts;
  if (counts_whole() && (workers_.threads() == 1 || !has_parts)) return count_alone();
  cut();
  if (is_stopped(stop_)) return CoverCountResult{};
  if (!counts_whole()) {
    if (const Result<> loaded = tally_->load(header()); !loaded) return loaded.error();
  }
  if (const Result<> counted = count_units(); !counted) return counted.error();
  if (const Result<> synced = tally_->sync(); !synced) return synced.error();
  return outcome();
}

}  // namespace puzzled::commands
