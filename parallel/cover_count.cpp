#include "parallel/cover_count.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "parallel/ordered_pipeline.hpp"

namespace puzzled::parallel {
namespace {

// How soon a thread without work notices that the program was asked to stop.
constexpr std::chrono::milliseconds kLookForStop{20};

/// A unit, or a part of one that its thread gave away.
struct Piece {
  std::uint64_t unit = 0;
  cover::Unit work;
};

/// Hands out pieces and puts the counts of the pieces of a unit together. For any thread.
class PieceQueue {
 public:
  PieceQueue(const cover::CountPlan& plan, std::span<const std::uint64_t> units)
      : plan_(plan), units_(units) {}

  /// The next piece. Waits while there is none but threads that work may give some away; nothing
  /// if none is left, or `stop` is set.
  std::optional<Piece> take(const StopFlag& stop) {
    std::unique_lock lock(mutex_);
    while (!is_stopped(stop)) {
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

  /// A piece is done; `given` are parts of it that are not. The count of its unit if that was the
  /// last piece of it.
  std::optional<cover::WideCount> finish(std::uint64_t unit, const cover::WideCount& count,
                                         std::vector<cover::Unit> given) {
    const std::lock_guard lock(mutex_);
    --working_;
    OpenUnit& open = open_[unit];
    open.sum += count;
    open.pieces += given.size();
    for (cover::Unit& part : given) given_.push_back({unit, std::move(part)});
    changed_.notify_all();
    if (--open.pieces > 0) return std::nullopt;
    const cover::WideCount sum = open.sum;
    open_.erase(unit);
    return sum;
  }

  /// A piece was left unfinished: the run is about to end.
  void abandon() {
    const std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  /// What was counted of units that are not finished. REQUIRES: the run is over.
  cover::WideCount unfinished() const {
    cover::WideCount sum;
    for (const auto& [unit, open] : open_) sum += open.sum;
    return sum;
  }

  /// Set while threads wait for pieces.
  const std::atomic<bool>& wanted() const { return wanted_; }

 private:
  /// A unit some piece of which is not yet counted.
  struct OpenUnit {
    std::uint64_t pieces = 0;
    cover::WideCount sum;
  };

  const cover::CountPlan& plan_;
  const std::span<const std::uint64_t> units_;
  std::mutex mutex_;  // of all below but wanted_; held for a moment only
  std::condition_variable changed_;
  std::size_t next_ = 0;  // of units_
  std::deque<Piece> given_;
  std::unordered_map<std::uint64_t, OpenUnit> open_;
  int working_ = 0;
  int waiting_ = 0;
  std::atomic<bool> wanted_ = false;  // relaxed: a hint
};

/// One run: its workers share this.
class CoverCount {
 public:
  CoverCount(const cover::CountPlan& plan, std::span<const std::uint64_t> units,
             const CoverCountHooks& hooks, StopFlag& stop)
      : plan_(plan), hooks_(hooks), stop_(stop), queue_(plan, units) {}

  /// What each worker does.
  void work(bool has_others) {
    if (hooks_.rival && has_others && !rival_begun_.exchange(true)) {
      if (hooks_.rival(stop_, units_done_)) {
        rival_succeeded_.store(true, std::memory_order_relaxed);
        stop_.store(true, std::memory_order_relaxed);
      }
    }
    std::unique_ptr<cover::UnitCounter> counter;
    while (std::optional<Piece> piece = queue_.take(stop_)) {
      if (!counter) counter = plan_.make_counter();
      count(*counter, *piece);
    }
    units_done_.store(true, std::memory_order_relaxed);
  }

  cover::WideCount unfinished() const { return queue_.unfinished(); }
  bool rival_succeeded() const { return rival_succeeded_.load(std::memory_order_relaxed); }

 private:
  void count(cover::UnitCounter& counter, const Piece& piece) {
    std::vector<cover::Unit> given;
    const cover::CountOutcome outcome =
        counter.count(piece.work, stop_, {&queue_.wanted(), &given});
    if (hooks_.nodes != nullptr) {
      hooks_.nodes->fetch_add(outcome.nodes, std::memory_order_relaxed);
    }
    if (outcome.status != cover::CountStatus::kComplete) {
      if (hooks_.unfinished) hooks_.unfinished(outcome.count);
      return queue_.abandon();
    }
    if (const std::optional<cover::WideCount> sum =
            queue_.finish(piece.unit, outcome.count, std::move(given))) {
      hooks_.done(piece.unit, *sum);
    }
  }

  const cover::CountPlan& plan_;
  const CoverCountHooks& hooks_;
  StopFlag& stop_;
  PieceQueue queue_;
  // Relaxed: the pipeline orders what is read after the run, and all else are hints.
  std::atomic<bool> rival_begun_ = false;
  std::atomic<bool> rival_succeeded_ = false;
  StopFlag units_done_ = false;  // by all threads but perhaps that of the rival
};

}  // namespace

bool count_cover_units(Workers& workers, const cover::CountPlan& plan,
                       std::span<const std::uint64_t> units, const CoverCountHooks& hooks,
                       StopFlag& stop) {
  if (units.empty()) return false;
  CoverCount run(plan, units, hooks, stop);
  // A pipeline of one block for each worker, as in run_units(); a short list may still be shared by
  // all of them, for units give parts of themselves away.
  const auto blocks = static_cast<std::size_t>(workers.threads());
  std::size_t begun = 0;
  run_ordered(workers, blocks,
              {.fill = [&](std::size_t) { return begun++ < blocks; },
               .transform =
                   [&](std::size_t) {
                     try {
                       run.work(blocks > 1);
                     } catch (...) {
                       stop.store(true, std::memory_order_relaxed);
                       throw;
                     }
                   },
               .drain = [](std::size_t) { return true; }});
  if (hooks.unfinished) hooks.unfinished(run.unfinished());
  return run.rival_succeeded();
}

}  // namespace puzzled::parallel
