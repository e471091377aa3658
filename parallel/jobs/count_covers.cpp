#include "parallel/jobs/count_covers.hpp"

#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "core/cover/frontier.hpp"
#include "core/cover/simplified.hpp"
#include "parallel/jobs/piece_queue.hpp"

namespace puzzled::parallel {
namespace {

using cover::CountOutcome;
using cover::CountStatus;
using cover::Problem;
using cover::WideCount;

// Units of a whole: fewer than for a cluster, for they give parts of themselves away; and what
// takes some seconds is one unit, because cutting it takes longer than it gains.
constexpr std::size_t kUnitsPerThread = 16;
constexpr std::uint64_t kMinWorkToCut = 30'000'000;
/// Smaller parts are counted before other threads have begun.
constexpr std::size_t kMinOptionsToShare = 200;
// Expected nodes from which a frontier is tried beside the units; core tries it on one thread then.
constexpr double kMinWorkForFrontier = 1e7;
constexpr std::uint64_t kFrontierSteps = 1 << 20;  // between looks at the flags

/// Another way to the same total: the frontier of the whole problem. For one thread at a time.
class FrontierRival {
 public:
  FrontierRival(const Problem& problem, std::uint64_t memory)
      : problem_(problem), memory_(memory) {}

  /// Goes on until it has the total, cannot go on, `stop` or `leave` is set, or the units are done.
  /// False: nothing more is to be done.
  bool run(PieceQueue& queue, const StopFlag& stop, const StopFlag& leave) {
    if (!frontier_) frontier_ = cover::FrontierCount::make(problem_, memory_);
    if (!frontier_ || !frontier_->is_narrow()) return true;
    while (!frontier_->run(kFrontierSteps, stop)) {
      if (is_stopped(stop)) return false;
      if (queue.is_over()) return true;
      if (is_stopped(leave)) {
        queue.give_rival_back();
        return true;
      }
    }
    if (frontier_->gave_up()) return true;
    total_ = frontier_->count();
    return false;
  }

  const std::optional<WideCount>& total() const { return total_; }

 private:
  const Problem& problem_;
  const std::uint64_t memory_;
  std::unique_ptr<cover::FrontierCount> frontier_;
  std::optional<WideCount> total_;
};

/// One run: its threads share this.
class CoverUnits {
 public:
  CoverUnits(const cover::CountPlan& plan, const UnitsToCount<WideCount>& job, FrontierRival* rival,
             const StopFlag& stop)
      : plan_(plan),
        job_(job),
        rival_(rival),
        stop_(stop),
        queue_(plan, job.units, rival != nullptr, stop) {}

  Result<CountedUnits<WideCount>> run(Team& team) {
    double work = 0;
    for (const std::uint64_t unit : job_.units) work += plan_.units()[unit].work;
    Result<CountedUnits<WideCount>> result =
        count_in_units(team, queue_, job_, work, [this](const StopFlag& leave) {
          return [this, &leave, counter = std::unique_ptr<cover::UnitCounter>()](
                     const Piece& piece, auto& counted) mutable {
            if (piece.is_rival) return rival_->run(queue_, stop_, leave);
            if (!counter) counter = plan_.make_counter();
            return count(*counter, piece, leave, counted);
          };
        });
    if (result) result->sum += queue_.unfinished();
    return result;
  }

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

 private:
  bool count(cover::UnitCounter& counter, const Piece& piece, const StopFlag& leave,
             UnitTotal<WideCount>::OfThread& counted) {
    std::vector<cover::Unit> given;
    const CountOutcome outcome = counter.count(
        piece.work, stop_, {.wanted = &queue_.wanted(), .given = &given, .is_called_away = [&] {
                              return is_stopped(leave) || queue_.is_closed();
                            }});
    nodes_.fetch_add(outcome.nodes, std::memory_order_relaxed);
    if (outcome.status != CountStatus::kComplete) {
      counted.add_part(outcome.count);
      return false;
    }
    const std::optional<WideCount> unit =
        queue_.finish(piece.unit, outcome.count, std::move(given));
    return !unit || counted.add_unit(piece.unit, *unit, plan_.units()[piece.unit].work);
  }

  const cover::CountPlan& plan_;
  const UnitsToCount<WideCount>& job_;
  FrontierRival* const rival_;  // null: there is none
  const StopFlag& stop_;
  PieceQueue queue_;
  std::atomic<std::uint64_t> nodes_ = 0;
};

/// Counts a problem, or its parts one after another.
class WholeCount {
 public:
  WholeCount(Team& team, const cover::CountSettings& settings, const CoverCountWatch& watch,
             const StopFlag& stop)
      : team_(team), settings_(settings), watch_(watch), stop_(stop) {
    settings_.counters = static_cast<unsigned>(team.threads());
    settings_.min_work_to_cut = kMinWorkToCut;
  }

  CountOutcome count(const Problem& problem) {
    const auto options = static_cast<double>(problem.options());
    if (settings_.engine != cover::Engine::kAuto || problem.has_multiplicities()) {
      return count_in_parallel(problem, options);
    }
    return cover::count_parts(
        cover::simplify(problem, cover::Merge::kCounted, stop_), stop_, [&](const Problem& part) {
          const CountOutcome outcome = part.options() < kMinOptionsToShare
                                           ? cover::count_part(part, settings_, stop_)
                                           : count_in_parallel(part, options);
          options_done_ += static_cast<double>(part.options());
          return outcome;
        });
  }

 private:
  /// Of a problem with so many `options` in all.
  CountOutcome count_in_parallel(const Problem& part, double options) {
    const std::shared_ptr<const cover::CountPlan> plan =
        cover::plan_count(part, settings_, kUnitsPerThread * settings_.counters, stop_);
    if (is_stopped(stop_)) return {.count = {}, .status = CountStatus::kStopped};
    if (plan->units().empty()) return {.count = plan->counted()};
    if (watch_.part_cut) watch_.part_cut(*plan);
    std::vector<std::uint64_t> units(plan->units().size());
    std::iota(units.begin(), units.end(), 0);
    UnitsToCount<WideCount> job{.units = units, .so_far = plan->counted()};
    if (watch_.unit_done) {
      job.done = [this](std::uint64_t unit, const WideCount& count) -> Result<> {
        watch_.unit_done(unit, count);
        return {};
      };
    }
    if (watch_.progress) {
      job.progress = [&](double share) {
        watch_.progress((options_done_ + share * static_cast<double>(part.options())) / options);
      };
    }
    double work = 0;
    for (const cover::Unit& unit : plan->units()) work += unit.work;
    FrontierRival frontier(part, settings_.memory / 4);
    const bool has_rival = settings_.engine == cover::Engine::kAuto && work >= kMinWorkForFrontier;
    CoverUnits run(*plan, job, has_rival ? &frontier : nullptr, stop_);
    const CountedUnits<WideCount> counted = *run.run(team_);  // nothing fails
    if (frontier.total()) return {.count = *frontier.total(), .nodes = run.nodes()};
    return {.count = counted.sum,
            .status = counted.is_complete ? CountStatus::kComplete : CountStatus::kStopped,
            .nodes = run.nodes()};
  }

  Team& team_;
  cover::CountSettings settings_;
  const CoverCountWatch& watch_;
  const StopFlag& stop_;
  double options_done_ = 0;  // of the parts that are counted
};

}  // namespace

Result<CountedUnits<WideCount>> count_cover_units(Team& team, const cover::CountPlan& plan,
                                                  const UnitsToCount<WideCount>& job,
                                                  const StopFlag& stop) {
  return CoverUnits(plan, job, nullptr, stop).run(team);
}

CountOutcome count_covers(Team& team, const Problem& problem, const cover::CountSettings& settings,
                          const CoverCountWatch& watch, const StopFlag& stop) {
  if (team.threads() == 1 || !cover::abilities(settings.engine).parts) {
    return cover::count(problem, settings, stop);
  }
  return WholeCount(team, settings, watch, stop).count(problem);
}

}  // namespace puzzled::parallel
