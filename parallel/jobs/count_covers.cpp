#include "parallel/jobs/count_covers.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/cover/frontier.hpp"
#include "core/cover/simplified.hpp"

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
constexpr std::size_t kMinOptionsForThreads = 200;
// Expected nodes from which a frontier is tried beside the units; core tries it on one thread then.
constexpr double kMinWorkForFrontier = 1e7;
constexpr std::uint64_t kFrontierSteps = 1 << 20;  // between looks at the flags

// How soon a thread without work notices that it is called away, or the program asked to stop.
constexpr std::chrono::milliseconds kLookForStop{20};

/// A unit, or a part of one that its thread gave away; or the turn to go on with the rival.
struct Piece {
  std::uint64_t unit = 0;
  cover::Unit work{};
  bool is_rival = false;
};

/// Hands out pieces and puts the counts of the pieces of a unit together. For any thread.
class PieceQueue {
 public:
  PieceQueue(const cover::CountPlan& plan, std::span<const std::uint64_t> units, bool has_rival,
             const StopFlag& stop)
      : plan_(plan), units_(units), stop_(stop), has_rival_(has_rival) {}

  /// As UnitQueue::work_off(). Waits while there is no piece but threads that work may give some
  /// away.
  template <class Work>
  bool work_off(const StopFlag& leave, const Work& work) {
    while (const std::optional<Piece> piece = take(leave)) {
      if (!work(*piece)) {
        close();
        return false;
      }
    }
    return is_stopped(leave);
  }

  /// A piece is done; `given` are parts of it that are not. The count of its unit if that was the
  /// last piece of it.
  std::optional<WideCount> finish(std::uint64_t unit, const WideCount& count,
                                  std::vector<cover::Unit> given) {
    const std::lock_guard lock(mutex_);
    --working_;
    OpenUnit& open = open_[unit];
    open.sum += count;
    open.pieces += given.size();
    for (cover::Unit& part : given) given_.push_back({unit, std::move(part)});
    changed_.notify_all();
    if (--open.pieces > 0) return std::nullopt;
    const WideCount sum = open.sum;
    open_.erase(unit);
    return sum;
  }

  /// Another thread may go on with the rival.
  void give_rival_back() {
    const std::lock_guard lock(mutex_);
    has_rival_ = true;
  }

  /// Nothing more is handed out, and threads in the midst of a piece leave it soon.
  void close() {
    closed_.store(true, std::memory_order_relaxed);
    changed_.notify_all();
  }
  bool is_closed() const { return closed_.load(std::memory_order_relaxed); }

  /// Whether all pieces are done, or need not be.
  bool is_over() {
    const std::lock_guard lock(mutex_);
    return is_closed() || (working_ == 0 && given_.empty() && next_ == units_.size());
  }

  /// What was counted of units that are not finished. REQUIRES: the run is over.
  WideCount unfinished() const {
    WideCount sum;
    for (const auto& [unit, open] : open_) sum += open.sum;
    return sum;
  }

  /// Set while threads wait for pieces.
  const std::atomic<bool>& wanted() const { return wanted_; }

 private:
  /// A unit some piece of which is not yet counted.
  struct OpenUnit {
    std::uint64_t pieces = 0;
    WideCount sum;
  };

  std::optional<Piece> take(const StopFlag& leave) {
    std::unique_lock lock(mutex_);
    while (!is_stopped(leave) && !is_closed() && !is_stopped(stop_)) {
      // If others count: on one thread a rival would keep the units from being begun.
      if (has_rival_ && working_ > 0) {
        has_rival_ = false;
        return Piece{.is_rival = true};
      }
      if (!given_.empty()) {
        Piece piece = std::move(given_.front());
        given_.pop_front();
        ++working_;
        return piece;
      }
      if (next_ < units_.size()) {
        const std::uint64_t unit = units_[next_++];
        open_[unit].pieces = 1;
        ++working_;
        return Piece{unit, plan_.units()[unit]};
      }
      if (working_ == 0) return std::nullopt;
      ++waiting_;
      wanted_.store(true, std::memory_order_relaxed);
      changed_.wait_for(lock, kLookForStop);
      --waiting_;
      wanted_.store(waiting_ > 0, std::memory_order_relaxed);
    }
    return std::nullopt;
  }

  const cover::CountPlan& plan_;
  const std::span<const std::uint64_t> units_;
  const StopFlag& stop_;
  std::mutex mutex_;  // of all below but the flags; held for a moment only
  std::condition_variable changed_;
  std::size_t next_ = 0;  // of units_
  std::deque<Piece> given_;
  std::unordered_map<std::uint64_t, OpenUnit> open_;
  int working_ = 0;  // threads, at pieces
  int waiting_ = 0;  // threads, for pieces
  bool has_rival_;   // and no thread is at it
  // Relaxed: hints.
  std::atomic<bool> wanted_ = false;
  std::atomic<bool> closed_ = false;
};

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
          const CountOutcome outcome = part.options() < kMinOptionsForThreads
                                           ? cover::count(part, settings_, stop_)
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
