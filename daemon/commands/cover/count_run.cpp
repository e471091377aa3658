#include "daemon/commands/cover/count_run.hpp"

#include <utility>
#include <vector>

#include "daemon/base/os/free_memory.hpp"
#include "daemon/base/progress/progress.hpp"
#include "parallel/jobs/count_covers.hpp"

namespace puzzled::commands {
namespace {

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

/// A count, or that it is too large.
CoverCountResult count_result(const cover::WideCount& count, bool is_complete) {
  if (count.has_overflowed()) return {.count = {}, .overflow = "the count has more than 512 bits"};
  return {.count = count, .is_complete = is_complete};
}

}  // namespace

Result<EngineFit> fit_engine(const cover::Problem& problem, cover::Engine engine, int threads,
                             std::uint64_t memory) {
  const auto counters = static_cast<unsigned>(threads);
  for (const cover::Engine fitting : {engine, cover::Engine::kLinks}) {
    const std::uint64_t needed = cover::bytes_needed(problem, fitting, counters);
    if (needed <= memory) return EngineFit{fitting, memory - needed};
    if (engine != cover::Engine::kAuto || fitting == cover::Engine::kLinks) {
      return Error{"the engine needs " + memory_text(needed) + " of memory, of which " +
                   memory_text(memory) + " are left (--memory)"};
    }
  }
  return EngineFit{};
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

void CoverTally::begin(const cover::CountPlan& plan, const UnitOptions& options) {
  std::vector<double> work{kWorkOfCutting};
  for (const cover::Unit& unit : plan.units()) work.push_back(unit.work);
  const std::lock_guard lock(mutex_);
  tally_.emplace(std::move(work), options);
}

std::string CoverTally::line() const {
  const std::lock_guard lock(mutex_);
  if (!tally_) return "searching";
  const auto state = tally_->state();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start_;
  return progress_text(state.progress, cover::to_text(state.sum), time.count());
}

CoverCountResult count_whole(const cover::Problem& problem, const cover::CountSettings& settings,
                             bool quiet, parallel::Workers& workers, const StopFlag& stop) {
  const UnitOptions options;
  CoverTally tally;
  const ProgressLine line([&] { return tally.line(); }, !quiet);
  const cover::CountOutcome outcome =
      parallel::count_covers(workers, problem, settings,
                             {.part_cut =
                                  [&](const cover::CountPlan& plan) {
                                    tally.begin(plan, options);
                                    (void)tally->take({0, plan.counted()});
                                  },
                              .unit_done =
                                  [&](std::uint64_t unit, const cover::WideCount& count) {
                                    (void)tally->take({unit + 1, count});
                                  }},
                             stop);
  if (outcome.status == cover::CountStatus::kGaveUp) {
    return {.count = outcome.count,
            .overflow = "engine '" + std::string(cover::abilities(settings.engine).name) +
                        "' needs more memory than --memory allows"};
  }
  return count_result(outcome.count, outcome.status == cover::CountStatus::kComplete);
}

CoverCountRun::CoverCountRun(const cover::Problem& problem, const CoverCountOptions& options,
                             parallel::Workers& workers, const StopFlag& stop)
    : problem_(problem), options_(options), workers_(workers), stop_(stop) {}

/// Cuts the count into units, once.
void CoverCountRun::cut() {
  if (plan_) return;
  plan_ = cover::plan_count(problem_, options_.settings, kCoverUnits, stop_);
  tally_.begin(*plan_, options_.units);
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

Result<CoverCountResult> CoverCountRun::run() {
  const ProgressLine line([this] { return tally_.line(); }, !options_.units.quiet);
  cut();
  if (is_stopped(stop_)) return CoverCountResult{};
  if (const Result<> loaded = tally_->load(header()); !loaded) return loaded.error();
  std::vector<std::uint64_t> left;  // numbers in the plan
  for (const std::uint64_t unit : tally_->units_left()) {
    if (unit > 0) {
      left.push_back(unit - 1);
    } else if (const Result<> taken = tally_->take({0, plan_->counted()}); !taken) {
      return taken.error();
    }
  }
  const Result<parallel::CountedUnits<cover::WideCount>> counted =
      parallel::count_cover_units(workers_, *plan_,
                                  {.units = left,
                                   .so_far = tally_->state().sum,
                                   .done =
                                       [this](std::uint64_t unit, const cover::WideCount& count) {
                                         return tally_->take({unit + 1, count});
                                       }},
                                  stop_);
  if (!counted) return counted.error();
  if (const Result<> synced = tally_->sync(); !synced) return synced.error();
  return count_result((*counted).sum, (*counted).is_complete);
}

}  // namespace puzzled::commands
