#include "core/queens/two_sided_engine.hpp"

#include <algorithm>
#include <vector>

#include "core/queens/meet/kernel.hpp"
#include "core/queens/meet/symmetry.hpp"
#include "core/queens/work_model.hpp"

namespace puzzled::queens {
namespace {

// Measured: 22 queens 13.5 ms a unit with 3 rows, 14.8 with 4; 24 queens 280 with 4, 271 with 5. An
// odd number starts with one row of the bottom half alone, which takes much less memory.
int best_split(int queens) {
  if (queens < 23) return 3;
  return queens < 26 ? 5 : queens - 20;
}

// Bytes that a worker needs for the largest unit; the largest lists are 1.3 times the average.
// Measured (22 to 28 queens, splits from 3 to 8): what was used is 0.6 to 0.97 times this.
double expected_memory(int queens, int split) {
  constexpr double kRoomForGrowth = 1.8;
  constexpr double kLeftByOwnQueen = 0.6;
  constexpr double kLeftByOtherQueen = 0.4;
  constexpr double kFixed = 16 << 20;
  const meet::Halves halves = meet::halves_of(queens);
  int middle[2] = {split / 2, split - split / 2};
  int columns[2] = {halves.top_rows, halves.bottom_rows};
  const int rows[2] = {columns[0] - middle[0], columns[1] - middle[1]};
  const auto listed = [&](int side, int of_columns) {
    return choose(of_columns, rows[side]) * average_placements(queens, rows[side]);
  };
  double states = 0;
  for (int side = 0; side < 2; ++side) {
    states += listed(side, columns[side]);
    states += choose(columns[side], rows[side] - 1) * average_placements(queens, rows[side] - 1);
  }
  double share = 1;  // of lists, left by the pairs so far
  if (middle[1] > middle[0]) {
    share = kLeftByOwnQueen;
    --columns[1];
    --middle[1];
    states += share * (listed(0, columns[0]) + listed(1, columns[1]));
  }
  for (; middle[0] > 1; --middle[0]) {
    const double tops = listed(0, columns[0] - 1);
    const double bottoms = listed(1, columns[1] - 1);
    states += share * kLeftByOwnQueen * (tops + columns[1] * bottoms);
    share *= kLeftByOtherQueen;
    states += share * (tops + bottoms);
    --columns[0];
    --columns[1];
  }
  return kRoomForGrowth * states * sizeof(meet::State) + kFixed;
}

class TwoSidedPlan : public CountPlan {
 public:
  TwoSidedPlan(int queens, int split, std::string_view isa)
      : CountPlan(queens, "two-sided", kTwoSidedUnitsRevision, split),
        halves_(meet::halves_of(queens)),
        kernel_(*meet::find_kernel(isa)),
        units_(meet::top_column_sets(queens)),
        model_(halves_) {}

  std::uint64_t units() const override { return units_.size(); }
  double work(std::uint64_t unit) const override {
    // Only so many columns of the bottoms' last row are counted.
    const int columns = meet::weighted_columns(queens(), units_[unit]);
    return model_.work(units_[unit]) * columns / halves_.bottom_rows;
  }
  std::uint64_t memory() const override {
    return static_cast<std::uint64_t>(expected_memory(queens(), split()));
  }
  std::unique_ptr<UnitCounter> make_counter() const override;

  const meet::Halves& halves() const { return halves_; }
  const meet::Kernel& kernel() const { return kernel_; }
  std::uint32_t top_columns(std::uint64_t unit) const { return units_[unit]; }

 private:
  meet::Halves halves_;
  const meet::Kernel& kernel_;
  std::vector<std::uint32_t> units_;
  WorkModel model_;
};

class TwoSidedCounter : public UnitCounter {
 public:
  explicit TwoSidedCounter(const TwoSidedPlan& plan) : plan_(plan) {}

  std::optional<UnitCount> count(std::uint64_t unit, const StopFlag& stop) override {
    const std::uint32_t columns = plan_.top_columns(unit);
    const auto weights = meet::column_weights(plan_.halves().queens, columns);
    std::uint64_t solutions = 0;
    const meet::TwoSidedUnit task{.halves = plan_.halves(),
                                  .middle_rows = plan_.split(),
                                  .top_columns = columns,
                                  .weights = weights.data(),
                                  .stop = &stop};
    if (!plan_.kernel().count_two_sided(task, workspace_, &solutions)) return std::nullopt;
    UnitCount sum;
    sum.add(solutions);
    return sum;
  }

 private:
  const TwoSidedPlan& plan_;
  meet::Workspace workspace_;
};

std::unique_ptr<UnitCounter> TwoSidedPlan::make_counter() const {
  return std::make_unique<TwoSidedCounter>(*this);
}

}  // namespace

int min_two_sided_split(int queens) {
  // Keys hold 40 bits, and with fewer rows there are more: see meet/middle_keys.hpp.
  return std::max(3, queens - 20);
}

std::shared_ptr<const CountPlan> plan_two_sided(int queens, int split, std::string_view isa,
                                                std::uint64_t max_memory) {
  if (split == 0) {
    split = best_split(queens);
    // More middle rows do not always take less memory: the first that fits, if any does.
    for (int finer = split; finer <= kMaxTwoSidedSplit; ++finer) {
      if (expected_memory(queens, finer) > static_cast<double>(max_memory)) continue;
      split = finer;
      break;
    }
  }
  return std::make_shared<TwoSidedPlan>(queens, split, isa);
}

}  // namespace puzzled::queens
