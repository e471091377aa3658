#include "parallel/cover_list.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>
#include <vector>

#include "parallel/ordered_pipeline.hpp"

namespace puzzled::parallel {
namespace {

using Clock = std::chrono::steady_clock;

// Units in flight for each thread: so many are walked through while others wait for a long one's
// turn to end.
constexpr std::size_t kSlotsPerThread = 16;
// What is held of a unit whose turn has not come: its share of what all may hold, but not too
// little, for to split units takes time as well.
constexpr std::size_t kHeldBytesOfAll = 1 << 23;
constexpr std::size_t kMinHeldBytes = 1 << 16;
// The rest of a unit that has more is shown by one thread alone. If that is much, later ones are
// split into so many times more parts, up to the most.
constexpr std::size_t kSplitFactor = 8;
constexpr std::size_t kMaxParts = 4096;
// What is shown at a time of the unit whose turn it is; sooner if solutions come slowly, for people
// who watch.
constexpr std::size_t kShownBytes = 1 << 16;
constexpr std::chrono::milliseconds kLongestWait{50};
constexpr std::uint64_t kNodesBetweenLooks = 20000;  // some milliseconds

/// A unit in flight.
struct ListedUnit {
  std::unique_ptr<cover::SolutionWalk> walk;  // null: at its end
  std::string text;
  std::uint64_t solutions = 0;  // in the text

  /// The memory of the text is used again: to get it anew takes a fifth of the time.
  void begin(std::unique_ptr<cover::SolutionWalk> its_walk) {
    walk = std::move(its_walk);
    text.clear();
    solutions = 0;
  }
};

class CoverList {
 public:
  CoverList(std::span<const cover::Unit> units, std::uint64_t limit, const CoverListStages& stages,
            const StopFlag& stop, std::size_t threads)
      : units_(units),
        limit_(limit),
        stages_(stages),
        stop_(stop),
        threads_(threads),
        slots_(kSlotsPerThread * threads),
        held_bytes_(std::max(kHeldBytesOfAll / slots_.size(), kMinHeldBytes)) {}

  std::size_t slots() const { return slots_.size(); }

  bool fill(std::size_t slot) {
    while (next_part_ == unit_parts_.size()) {
      if (next_ == units_.size() || is_stopped(stop_)) return false;
      const cover::Unit& unit = units_[next_++];
      filled_parts_ = parts_.load(std::memory_order_relaxed);
      unit_parts_ = filled_parts_ == 1 ? std::vector{unit} : stages_.split(unit, filled_parts_);
      next_part_ = 0;
    }
    slots_[slot].unit = std::move(unit_parts_[next_part_++]);
    slots_[slot].parts = filled_parts_;
    return true;
  }

  /// Walks ahead of the unit's turn.
  void walk_ahead(std::size_t slot) {
    Slot& s = slots_[slot];
    s.listed.begin(is_stopped(stop_) ? nullptr : stages_.walk(s.unit));
    while (s.listed.walk && s.listed.text.size() < held_bytes_ && s.listed.solutions < limit_ &&
           !is_stopped(stop_)) {
      step(s.listed);
    }
  }

  /// Shows what was found ahead, and goes on with the rest of the unit.
  bool show(std::size_t slot) {
    ListedUnit& listed = slots_[slot].listed;
    if (listed.solutions > limit_ - shown_) restart(slot);
    const std::size_t held = listed.text.size();
    std::size_t alone = 0;
    if (!flush(listed)) return false;
    Clock::time_point last = Clock::now();
    while (listed.walk && shown_ + listed.solutions < limit_ && !is_stopped(stop_)) {
      step(listed);
      if (listed.text.size() < kShownBytes && Clock::now() - last < kLongestWait) continue;
      alone += listed.text.size();
      if (!flush(listed)) return false;
      last = Clock::now();
    }
    note(slots_[slot].parts, held, alone + listed.text.size());
    return flush(listed) && shown_ < limit_;
  }

 private:
  struct Slot {
    cover::Unit unit;
    std::size_t parts = 1;  // into so many its unit of units_ was split
    ListedUnit listed;
  };

  /// Of a unit that was split into so many parts, what was held and what was shown by one thread
  /// alone. If that thread has more than its share to do, units are split further.
  void note(std::size_t parts, std::size_t held, std::size_t alone) {
    if (parts != parts_.load(std::memory_order_relaxed)) return;  // from before the last change
    held_ += held;
    alone_ += alone;
    if (alone_ <= held_bytes_ || alone_ * threads_ <= held_ + alone_) return;
    parts_.store(std::min(parts * kSplitFactor, kMaxParts), std::memory_order_relaxed);
    held_ = 0;
    alone_ = 0;
  }

  /// Goes on to the next solution, or a little way towards it.
  void step(ListedUnit& listed) {
    switch (listed.walk->next(kNodesBetweenLooks, stop_)) {
      case cover::SolutionWalk::Step::kSolution:
        stages_.format(listed.text, listed.walk->solution());
        ++listed.solutions;
        break;
      case cover::SolutionWalk::Step::kEnd:
        listed.walk.reset();
        break;
      case cover::SolutionWalk::Step::kPaused:
        break;
    }
  }

  /// More was found ahead than may still be shown: the unit is walked again, to be cut at the
  /// limit. It happens at most once, at the end of the list.
  void restart(std::size_t slot) { slots_[slot].listed.begin(stages_.walk(slots_[slot].unit)); }

  bool flush(ListedUnit& listed) {
    if (listed.solutions == 0) return true;
    shown_ += listed.solutions;
    const bool goes_on = stages_.show(listed.text, std::exchange(listed.solutions, 0));
    listed.text.clear();
    return goes_on;
  }

  const std::span<const cover::Unit> units_;
  const std::uint64_t limit_;
  const CoverListStages& stages_;
  const StopFlag& stop_;
  const std::size_t threads_;
  std::vector<Slot> slots_;
  const std::size_t held_bytes_;        // of a slot
  std::atomic<std::size_t> parts_ = 1;  // into which units are split from now on

  // Of the filling stage.
  std::size_t next_ = 0;                 // unit to be filled in
  std::vector<cover::Unit> unit_parts_;  // of the one before it
  std::size_t next_part_ = 0;            // of these, to be filled in
  std::size_t filled_parts_ = 1;         // into so many it was split

  // Of the draining stage.
  std::uint64_t shown_ = 0;
  std::uint64_t held_ = 0;  // see note()
  std::uint64_t alone_ = 0;
};

}  // namespace

void list_covers(Workers& workers, std::span<const cover::Unit> units, std::uint64_t limit,
                 const CoverListStages& stages, const StopFlag& stop) {
  if (units.empty() || limit == 0) return;
  CoverList list(units, limit, stages, stop, static_cast<std::size_t>(workers.threads()));
  run_ordered(workers, list.slots(),
              {.fill = [&](std::size_t slot) { return list.fill(slot); },
               .transform = [&](std::size_t slot) { list.walk_ahead(slot); },
               .drain = [&](std::size_t slot) { return list.show(slot); }});
}

}  // namespace puzzled::parallel
