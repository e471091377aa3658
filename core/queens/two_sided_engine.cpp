#include "core/queens/engine_plans.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "core/queens/meet/kernel.hpp"
#include "core/queens/meet/symmetry.hpp"
#include "core/queens/work_model.hpp"

namespace puzzled::queens {
namespace {

// Measured, ms a unit: 21 queens 5.2 with 3 rows, 6.4 with 4; 22 queens 14.8 with 3 and 15.9 with
// 4, 24 with 5; 24 queens 285 with 5, 331 with 4.
int best_split(int queens) {
  if (queens < 23) return 3;
  return queens < 26 ? 5 : queens - 20;
}

// Lines that have ranks: as many as rows are in all lists, whatever the split, so that a unit's
// count does not depend on it.
int ranked_lines(int queens) {
  return std::min(queens / 2 - kMaxTwoSidedSplit / 2, meet::kMaxRankedLines);
}

// Bytes that a worker needs for the largest unit: the lists of both halves, and those of the row
// before, whose room is that of all filtered lists later on. The model's lists are as long as the
// longest that were seen. Measured (21 to 28 queens, units of rank 0 with much work): what was used
// is 0.6 to 1.0 times this.
double expected_memory(int queens, int split) {
  constexpr double kFixed = 20e6;
  const meet::Halves halves = meet::halves_of(queens);
  const int columns[2] = {halves.top_rows, halves.bottom_rows};
  const int middle[2] = {split / 2, split - split / 2};
  double states = 0;
  double row_before = 0;
  for (int side = 0; side < 2; ++side) {
    const int rows = columns[side] - middle[side];
    states += choose(columns[side], rows) * average_placements(queens, rows);
    row_before = std::max(row_before,
                          choose(columns[side], rows - 1) * average_placements(queens, rows - 1));
  }
  return (states + row_before) * sizeof(meet::State) + kFixed;
}

class TwoSidedPlan : public CountPlan {
 public:
  TwoSidedPlan(int queens, int split, std::string_view isa, bool all_symmetries)
      : CountPlan(queens, "two-sided", kTwoSidedUnitsRevision, split),
        halves_(meet::halves_of(queens)),
        kernel_(*meet::find_kernel(isa)),
        lines_(all_symmetries ? ranked_lines(queens) : 0),
        units_(meet::top_column_sets(queens)),
        model_(halves_) {
    for (std::uint32_t rank = 0; rank < meet::rank_end(lines_); ++rank) {
      work_of_rank_.push_back(work_at_rank(halves_, lines_, rank));
    }
  }

  std::uint64_t units() const override { return units_.size(); }
  double work(std::uint64_t unit) const override {
    const std::uint32_t top = units_[unit];
    // Only so many columns of the bottoms' last row are counted, on odd boards with either of two
    // ranks.
    const int columns = meet::weighted_columns(queens(), top);
    std::array<std::uint8_t, 32> all_columns;
    all_columns.fill(1);
    const meet::RankBounds ranks = meet::rank_bounds(queens(), lines_, top, all_columns);
    double sum = 0;
    for (int column = 0; column < queens(); ++column) {
      if ((top >> column & 1U) != 0) continue;
      sum += work_of_rank_[ranks.of_column[column]];
    }
    return model_.work(top) * sum * columns / (halves_.bottom_rows * halves_.bottom_rows);
  }
  std::uint64_t memory() const override {
    return static_cast<std::uint64_t>(expected_memory(queens(), split()));
  }
  std::unique_ptr<UnitCounter> make_counter() const override;
  std::unique_ptr<UnitCounter> make_checker() const override;

  const meet::Halves& halves() const { return halves_; }
  const meet::Kernel& kernel() const { return kernel_; }
  int lines() const { return lines_; }
  std::uint32_t top_columns(std::uint64_t unit) const { return units_[unit]; }

 private:
  meet::Halves halves_;
  const meet::Kernel& kernel_;
  int lines_;
  std::vector<std::uint32_t> units_;
  WorkModel model_;
  std::vector<double> work_of_rank_;
};

class TwoSidedCounter : public UnitCounter {
 public:
  TwoSidedCounter(const TwoSidedPlan& plan, int split) : plan_(plan), split_(split) {}

  std::optional<UnitCount> count(std::uint64_t unit, const StopFlag& stop) override {
    const std::uint32_t columns = plan_.top_columns(unit);
    const auto weights = meet::column_weights(plan_.queens(), columns);
    const meet::TwoSidedUnit task{
        .halves = plan_.halves(),
        .middle_rows = split_,
        .top_columns = columns,
        .weights = weights.data(),
        .ranks = meet::rank_bounds(plan_.queens(), plan_.lines(), columns, weights),
        .stop = &stop};
    meet::Tally tally;
    if (!plan_.kernel().count_two_sided(task, workspace_, &tally)) return std::nullopt;
    return meet::to_unit_count(tally);
  }

 private:
  const TwoSidedPlan& plan_;
  int split_;
  meet::Workspace workspace_;
};

std::unique_ptr<UnitCounter> TwoSidedPlan::make_counter() const {
  return std::make_unique<TwoSidedCounter>(*this, split());
}
std::unique_ptr<UnitCounter> TwoSidedPlan::make_checker() const {
  // One middle row more, for that takes less memory than is planned; one less where the lists would
  // be left with fewer rows than have ranks.
  const int bottoms_listed = halves_.bottom_rows - (split() + 2) / 2;
  const int other = bottoms_listed >= ranked_lines(queens()) ? split() + 1 : split() - 1;
  return std::make_unique<TwoSidedCounter>(*this, other);
}

}  // namespace

int min_two_sided_split(int queens) {
  // Keys hold 48 bits, and with fewer rows there are more: see meet/middle_keys.hpp.
  return std::max(3, queens - 22);
}

std::shared_ptr<const CountPlan> plan_two_sided(int queens, int split, std::string_view isa,
                                                std::uint64_t max_memory, bool all_symmetries) {
  if (split == 0) {
    split = best_split(queens);
    // More middle rows do not always take less memory: the first that fits, if any does.
    for (int finer = split; finer <= kMaxTwoSidedSplit; ++finer) {
      if (expected_memory(queens, finer) > static_cast<double>(max_memory)) continue;
      split = finer;
      break;
    }
  }
  return std::make_shared<TwoSidedPlan>(queens, split, isa, all_symmetries);
}

}  // namespace puzzled::queens
