#include "core/queens/engine_plans.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "core/queens/meet/first_rows.hpp"
#include "core/queens/meet/kernel.hpp"
#include "core/queens/meet/symmetry.hpp"
#include "core/queens/work_model.hpp"

namespace puzzled::queens {
namespace {

using meet::OuterColumns;

// Rows whose lists are made once for all units. Measured: with up to 17 queens nothing is left for
// units to list, so that none lists again what others have listed (16 queens 1.35 times as fast as
// with five rows, 17 1.19); more rows leave the caches.
int first_rows_of(int queens) {
  const int bottom_rows = queens - queens / 2;
  return std::min(bottom_rows - 2, 6);
}

// Lines that have ranks: a unit knows only its outer columns, the first rows only themselves, and
// states have room for five. What units count depends on it.
int ranked_lines(int queens, int split) {
  const int bottom_rows = queens - queens / 2;
  return std::min({split, bottom_rows - 3, 5});
}

// Rows that tops get only when the column set is known: all that the first rows leave, but with 18
// queens two are faster than three.
int top_rows_added(int queens) {
  return std::min(queens / 2 - first_rows_of(queens), 2);
}

// Those of bottoms. Measured: 17 queens with two rows 1.1 times as long as with three; 19 queens
// likewise.
int bottom_rows_added(int queens) {
  return queens < 17 ? 2 : 3;
}

// Measured: finer units waste work at their borders, coarser ones leave the caches and are too few.
int best_split(int queens) {
  if (queens < 12) return 3;
  if (queens < 14) return 4;
  return queens < 17 ? 5 : 6;
}

// States in the lists of `rows` rows of a half: those of column sets that leave out no more of the
// outer columns than rows are left to take them.
double listed_states(int queens, int inner, int outer, int half_rows, int rows) {
  if (rows <= first_rows_of(queens)) return 0;
  double sets = 0;
  for (int missing = 0; missing <= std::min(outer, half_rows - rows); ++missing) {
    sets += choose(outer, missing) * choose(inner, rows - (outer - missing));
  }
  return sets * average_placements(queens, rows);
}

// Bytes that a worker needs for the largest unit. Measured (17 to 20 queens, splits from 3 to 8):
// this is 1.0 to 1.6 times what was used.
double expected_memory(int queens, int split) {
  constexpr double kRoomForGrowth = 1.9;
  constexpr double kLargestToAverage = 6;
  constexpr double kBytesOfTop = 8 + 3 * 5;  // a state, and its keys before and after filters
  constexpr double kFixed = 8 << 20;
  const meet::Halves halves = meet::halves_of(queens);
  const int inner = queens - 2 * split;
  double most = 0;
  for (int outer = 0; outer <= 2 * split; ++outer) {
    if (halves.top_rows - outer < 0 || halves.top_rows - outer > inner) continue;
    const int rest = 2 * split - outer;
    const auto states = [&](int columns, int rows, int listed) {
      return listed_states(queens, inner, columns, rows, listed) +
             listed_states(queens, inner, columns, rows, listed - 1);
    };
    most = std::max(
        most, states(outer, halves.top_rows, halves.top_rows - top_rows_added(queens)) +
                  states(rest, halves.bottom_rows, halves.bottom_rows - bottom_rows_added(queens)));
  }
  return kRoomForGrowth * most * sizeof(meet::State) +
         kLargestToAverage * kBytesOfTop * average_placements(queens, halves.top_rows) +
         choose(queens, first_rows_of(queens)) * sizeof(meet::State) *
             average_placements(queens, first_rows_of(queens)) +
         kFixed;
}

class OneSidedPlan : public CountPlan {
 public:
  OneSidedPlan(int queens, int split, std::string_view isa, bool all_symmetries)
      : CountPlan(queens, "one-sided", kOneSidedUnitsRevision, split),
        halves_(meet::halves_of(queens)),
        kernel_(*meet::find_kernel(isa)),
        first_rows_(meet::place_first_rows(halves_, first_rows_of(queens),
                                           all_symmetries ? ranked_lines(queens, split) : 0)),
        units_(meet::outer_columns(queens, split)) {
    const WorkModel model(halves_);
    work_.reserve(units_.size());
    for (const OuterColumns& outer : units_) work_.push_back(expected_work(outer, model));
  }

  std::uint64_t units() const override { return units_.size(); }
  double work(std::uint64_t unit) const override { return work_[unit]; }
  std::uint64_t memory() const override {
    return static_cast<std::uint64_t>(expected_memory(queens(), split()));
  }
  std::unique_ptr<UnitCounter> make_counter() const override;
  std::unique_ptr<UnitCounter> make_checker() const override;

  meet::OneSidedUnit unit(std::uint64_t number, const StopFlag& stop) const {
    return {.halves = halves_,
            .margin = split(),
            .top_rows_added = top_rows_added(queens()),
            .bottom_rows_added = bottom_rows_added(queens()),
            .top_outer = units_[number].top,
            .weights = units_[number].weights.data(),
            .ranks = meet::rank_bounds(queens(), first_rows_.lines, units_[number].top,
                                       units_[number].weights),
            .first_rows = first_rows_.view(),
            .stop = &stop};
  }
  // Lists of a row less than those of the plan.
  meet::FirstRows fewer_first_rows() const {
    return meet::place_first_rows(halves_, first_rows_.rows - 1, first_rows_.lines);
  }
  const meet::Kernel& kernel() const { return kernel_; }

 private:
  double expected_work(const OuterColumns& outer, const WorkModel& model) const {
    const int inner = queens() - 2 * split();
    const int chosen = halves_.top_rows - std::popcount(outer.top);
    const meet::RankBounds ranks =
        meet::rank_bounds(queens(), first_rows_.lines, outer.top, outer.weights);
    std::array<double, 32> share_of_column{};
    for (int column = 0; column < queens(); ++column) {
      if (outer.weights[column] == 0) continue;
      share_of_column[column] = work_at_rank(halves_, ranks.lines, ranks.of_column[column]);
    }
    double sum = 0;
    std::uint32_t set = (1U << chosen) - 1;
    do {
      const std::uint32_t top = outer.top | set << split();
      const std::uint32_t bottom = ((1U << queens()) - 1) & ~top;
      double weighted = 0;
      for (std::uint32_t rest = bottom; rest != 0; rest &= rest - 1) {
        weighted += share_of_column[std::countr_zero(rest)];
      }
      sum += model.work(top) * weighted;
      set = meet::next_set(set);
    } while (set != 0 && set < 1U << inner);
    return sum;
  }

  meet::Halves halves_;
  const meet::Kernel& kernel_;
  meet::FirstRows first_rows_;
  std::vector<OuterColumns> units_;
  std::vector<double> work_;
};

class OneSidedCounter : public UnitCounter {
 public:
  explicit OneSidedCounter(const OneSidedPlan& plan) : plan_(plan) {}

  std::optional<UnitCount> count(std::uint64_t unit, const StopFlag& stop) override {
    meet::Tally tally;
    if (!plan_.kernel().count_one_sided(plan_.unit(unit, stop), workspace_, &tally)) {
      return std::nullopt;
    }
    return meet::to_unit_count(tally);
  }

 private:
  const OneSidedPlan& plan_;
  meet::Workspace workspace_;
};

// Counts a unit in up to four parts, by the halves that one more column on either side belongs to,
// with lists of its own.
class OneSidedChecker : public UnitCounter {
 public:
  explicit OneSidedChecker(const OneSidedPlan& plan)
      : plan_(plan), first_rows_(plan.fewer_first_rows()) {}

  std::optional<UnitCount> count(std::uint64_t unit, const StopFlag& stop) override {
    meet::OneSidedUnit part = plan_.unit(unit, stop);
    part.first_rows = first_rows_.view();
    const std::uint32_t coarse = part.top_outer;
    const std::uint32_t left = 1U << part.margin;
    const std::uint32_t right = 1U << (part.halves.queens - 1 - part.margin);
    ++part.margin;
    UnitCount sum;
    for (const std::uint32_t more : {0U, left, right, left | right}) {
      part.top_outer = coarse | more;
      const int inner_tops = part.halves.top_rows - std::popcount(part.top_outer);
      if (inner_tops < 0 || inner_tops > part.halves.queens - 2 * part.margin) continue;
      meet::Tally tally;
      if (!plan_.kernel().count_one_sided(part, workspace_, &tally)) return std::nullopt;
      sum += meet::to_unit_count(tally);
    }
    return sum;
  }

 private:
  const OneSidedPlan& plan_;
  meet::FirstRows first_rows_;
  meet::Workspace workspace_;
};

std::unique_ptr<UnitCounter> OneSidedPlan::make_counter() const {
  return std::make_unique<OneSidedCounter>(*this);
}
std::unique_ptr<UnitCounter> OneSidedPlan::make_checker() const {
  return std::make_unique<OneSidedChecker>(*this);
}

}  // namespace

int max_one_sided_split(int queens) {
  return std::min(queens / 2 - 1, 8);
}

std::shared_ptr<const CountPlan> plan_one_sided(int queens, int split, std::string_view isa,
                                                std::uint64_t max_memory, bool all_symmetries) {
  if (split == 0) {
    const int most = max_one_sided_split(queens);
    split = std::min(best_split(queens), most);
    while (split < most && expected_memory(queens, split) > static_cast<double>(max_memory)) {
      ++split;
    }
  }
  return std::make_shared<OneSidedPlan>(queens, split, isa, all_symmetries);
}

}  // namespace puzzled::queens
