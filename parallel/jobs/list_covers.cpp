#include "parallel/jobs/list_covers.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "core/cover/links/links.hpp"
#include "parallel/ordered_pipeline.hpp"

namespace puzzled::parallel {
namespace {

// So long one thread lists before others join.
constexpr std::chrono::milliseconds kAlone{100};
// Enough for many threads, and few enough that the last one to end is short.
constexpr std::size_t kListedUnits = 512;

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
constexpr std::uint64_t kNodesBetweenLooks = 20000;  // some milliseconds

using CoverOutput = ListOutput<std::span<const std::uint32_t>>;
using Clock = CoverOutput::Clock;

/// A unit in flight.
struct ListedUnit {
  std::unique_ptr<cover::SolutionWalk> walk;  // null: at its end
  FoundText found;

  /// The memory of the text is used again: to get it anew takes a fifth of the time.
  void begin(std::unique_ptr<cover::SolutionWalk> its_walk) {
    walk = std::move(its_walk);
    found.text.clear();
    found.solutions = 0;
  }

  /// Goes on to the next solution, or a little way towards it.
  void step(const CoverListing& listing, const StopFlag& stop) {
    switch (walk->next(kNodesBetweenLooks, stop)) {
      case cover::SolutionWalk::Step::kSolution:
        listing.format(found.text, walk->solution());
        ++found.solutions;
        break;
      case cover::SolutionWalk::Step::kEnd:
        walk.reset();
        break;
      case cover::SolutionWalk::Step::kPaused:
        break;
    }
  }

  /// Shows what was found, and goes on until `until`, to the end at most. Returns the bytes.
  std::size_t go_on(const CoverListing& listing, CoverOutput& output, Clock::time_point until,
                    const StopFlag& stop) {
    std::size_t bytes = 0;
    Clock::time_point now{};
    while (output.goes_on() && walk && found.solutions < output.left() && !is_stopped(stop) &&
           now < until) {
      step(listing, stop);
      now = Clock::now();
      bytes += output.show_due(found, now);
    }
    return bytes + output.show(found);
  }
};

class CoverList {
 public:
  CoverList(const cover::Problem& problem, std::span<const cover::Unit> units, cover::Engine engine,
            std::string_view isa, const CoverListing& listing, const StopFlag& stop,
            std::size_t threads)
      : units_(units),
        listing_(listing),
        stop_(stop),
        threads_(threads),
        walks_(problem, engine, isa),
        splitter_(cover::split_by_links(problem, stop)),
        output_(listing),
        slots_(kSlotsPerThread * threads),
        held_bytes_(std::max(kHeldBytesOfAll / slots_.size(), kMinHeldBytes)) {}

  std::size_t slots() const { return slots_.size(); }

  bool fill(std::size_t slot) {
    while (next_part_ == unit_parts_.size()) {
      if (next_ == units_.size() || is_stopped(stop_)) return false;
      const cover::Unit& unit = units_[next_++];
      filled_parts_ = parts_.load(std::memory_order_relaxed);
      unit_parts_ = filled_parts_ == 1 ? std::vector{unit} : splitter_->split(unit, filled_parts_);
      next_part_ = 0;
    }
    slots_[slot].unit = std::move(unit_parts_[next_part_++]);
    slots_[slot].parts = filled_parts_;
    return true;
  }

  /// Walks ahead of the unit's turn.
  void walk_ahead(std::size_t slot) {
    Slot& s = slots_[slot];
    s.listed.begin(is_stopped(stop_) ? nullptr : walks_.walk(s.unit.prefix));
    while (s.listed.walk && s.listed.found.text.size() < held_bytes_ &&
           s.listed.found.solutions < listing_.limit && !is_stopped(stop_)) {
      s.listed.step(listing_, stop_);
    }
  }

  /// Shows what was found ahead, and goes on with the rest of the unit.
  bool show(std::size_t slot) {
    ListedUnit& listed = slots_[slot].listed;
    // More was found ahead than may still be shown: the unit is walked again, to be cut at the
    // limit. It happens at most once, at the end of the list.
    if (listed.found.solutions > output_.left()) {
      listed.begin(walks_.walk(slots_[slot].unit.prefix));
    }
    const std::size_t held = output_.show(listed.found);
    note(slots_[slot].parts, held,
         listed.go_on(listing_, output_, Clock::time_point::max(), stop_));
    return output_.goes_on();
  }

  Listed result() const { return output_.result(!is_stopped(stop_)); }

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

  const std::span<const cover::Unit> units_;
  const CoverListing& listing_;
  const StopFlag& stop_;
  const std::size_t threads_;
  const cover::Walks walks_;
  const std::unique_ptr<cover::UnitSplitter> splitter_;  // of the filling stage
  CoverOutput output_;                                   // of the draining stage
  std::vector<Slot> slots_;
  const std::size_t held_bytes_;        // of a slot
  std::atomic<std::size_t> parts_ = 1;  // into which units are split from now on

  // Of the filling stage.
  std::size_t next_ = 0;                 // unit to be filled in
  std::vector<cover::Unit> unit_parts_;  // of the one before it
  std::size_t next_part_ = 0;            // of these, to be filled in
  std::size_t filled_parts_ = 1;         // into so many it was split

  // Of the draining stage.
  std::uint64_t held_ = 0;  // see note()
  std::uint64_t alone_ = 0;
};

/// Cuts the first `lines` lines off.
std::string_view without_lines(std::string_view text, std::uint64_t lines) {
  for (; lines > 0; --lines) text.remove_prefix(text.find('\n') + 1);
  return text;
}

}  // namespace

Listed list_covers(Workers& workers, const cover::Problem& problem, cover::Engine engine,
                   std::string_view isa, const CoverListing& listing, const StopFlag& stop) {
  const bool has_others = workers.threads() > 1;
  CoverOutput output(listing);
  ListedUnit alone;
  alone.begin(cover::walk(problem, engine, isa));
  alone.go_on(listing, output, has_others ? Clock::now() + kAlone : Clock::time_point::max(), stop);
  if (!has_others || !alone.walk || !output.goes_on() || is_stopped(stop)) {
    return output.result(!alone.walk);
  }
  alone.walk.reset();
  // From the beginning, without what is shown already. The units are those of links, which hold
  // every solution, in the order of all engines that list.
  const std::shared_ptr<const cover::CountPlan> plan =
      cover::plan_by_links(problem, kListedUnits, stop);
  std::uint64_t skipped = output.shown();
  CoverListing rest = listing;
  rest.show = [&](std::string_view text, std::uint64_t solutions) {
    const std::uint64_t old = std::min(skipped, solutions);
    skipped -= old;
    return solutions == old || listing.show(without_lines(text, old), solutions - old);
  };
  Listed listed = list_cover_units(workers, problem, plan->units(), engine, isa, rest, stop);
  listed.shown = std::max(listed.shown, output.shown());
  return listed;
}

Listed list_cover_units(Workers& workers, const cover::Problem& problem,
                        std::span<const cover::Unit> units, cover::Engine engine,
                        std::string_view isa, const CoverListing& listing, const StopFlag& stop) {
  CoverList list(problem, units, engine, isa, listing, stop,
                 static_cast<std::size_t>(workers.threads()));
  run_ordered(workers, list.slots(),
              {.fill = [&](std::size_t slot) { return list.fill(slot); },
               .transform = [&](std::size_t slot) { list.walk_ahead(slot); },
               .drain = [&](std::size_t slot) { return list.show(slot); }});
  return list.result();
}

}  // namespace puzzled::parallel
