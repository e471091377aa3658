#include "parallel/cover_list.hpp"

#include <chrono>
#include <utility>
#include <vector>

#include "parallel/ordered_pipeline.hpp"

namespace puzzled::parallel {
namespace {

using Clock = std::chrono::steady_clock;

// What a worker holds of a unit whose turn has not come.
constexpr std::size_t kHeldBytes = 1 << 20;
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
};

class CoverList {
 public:
  CoverList(std::span<const cover::Unit> units, std::uint64_t limit, const CoverListStages& stages,
            const StopFlag& stop, std::size_t slots)
      : units_(units), limit_(limit), stages_(stages), stop_(stop), slots_(slots) {}

  bool fill(std::size_t slot) {
    if (next_ == units_.size() || is_stopped(stop_)) return false;
    slots_[slot].unit = &units_[next_++];
    return true;
  }

  /// Walks ahead of the unit's turn.
  void walk_ahead(std::size_t slot) {
    Slot& s = slots_[slot];
    s.listed = {};
    if (is_stopped(stop_)) return;
    s.listed.walk = stages_.walk(*s.unit);
    while (s.listed.walk && s.listed.text.size() < kHeldBytes && s.listed.solutions < limit_ &&
           !is_stopped(stop_)) {
      step(s.listed);
    }
  }

  /// Shows what was found ahead, and goes on with the rest of the unit.
  bool show(std::size_t slot) {
    ListedUnit& listed = slots_[slot].listed;
    if (listed.solutions > limit_ - shown_) restart(slot);
    if (!flush(listed)) return false;
    Clock::time_point last = Clock::now();
    while (listed.walk && shown_ + listed.solutions < limit_ && !is_stopped(stop_)) {
      step(listed);
      if (listed.text.size() < kShownBytes && Clock::now() - last < kLongestWait) continue;
      if (!flush(listed)) return false;
      last = Clock::now();
    }
    return flush(listed) && shown_ < limit_;
  }

 private:
  struct Slot {
    const cover::Unit* unit = nullptr;
    ListedUnit listed;
  };

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
  void restart(std::size_t slot) {
    slots_[slot].listed = {};
    slots_[slot].listed.walk = stages_.walk(*slots_[slot].unit);
  }

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
  std::vector<Slot> slots_;
  std::size_t next_ = 0;     // unit to be filled in
  std::uint64_t shown_ = 0;  // of the draining stage
};

}  // namespace

void list_covers(Workers& workers, std::span<const cover::Unit> units, std::uint64_t limit,
                 const CoverListStages& stages, const StopFlag& stop) {
  if (units.empty() || limit == 0) return;
  const std::size_t slots = 2 * static_cast<std::size_t>(workers.threads()) + 2;
  CoverList list(units, limit, stages, stop, slots);
  run_ordered(workers, slots,
              {.fill = [&](std::size_t slot) { return list.fill(slot); },
               .transform = [&](std::size_t slot) { list.walk_ahead(slot); },
               .drain = [&](std::size_t slot) { return list.show(slot); }});
}

}  // namespace puzzled::parallel
