#include "core/queens/two_sided_engine.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/queens/meet/kernels.hpp"
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

class TwoSidedPlan : public EnginePlan {
 public:
  TwoSidedPlan(int queens, int split, std::string_view isa)
      : halves_(meet::halves_of(queens)),
        split_(split),
        kernel_(*meet::find_kernel(isa)),
        units_(meet::top_column_sets(queens)),
        model_(halves_) {}

  int split() const override { return split_; }
  std::uint64_t units() const override { return units_.size(); }
  double work(std::uint64_t unit) const override {
    const double work = model_.work(units_[unit]);
    if (halves_.queens % 2 == 0) return work;
    // Only so many columns of the middle row are counted.
    const auto weights = meet::column_weights(halves_.queens, units_[unit]);
    const auto counted = std::count_if(weights.begin(), weights.end(),
                                       [](std::uint8_t weight) { return weight != 0; });
    return work * static_cast<double>(counted) / halves_.bottom_rows;
  }
  std::uint64_t memory() const override { return 0; }
  std::unique_ptr<EngineCounter> make_counter() const override;

  const meet::Halves& halves() const { return halves_; }
  const meet::Kernel& kernel() const { return kernel_; }
  std::uint32_t top_columns(std::uint64_t unit) const { return units_[unit]; }

 private:
  meet::Halves halves_;
  int split_;
  const meet::Kernel& kernel_;
  std::vector<std::uint32_t> units_;
  WorkModel model_;
};

class TwoSidedCounter : public EngineCounter {
 public:
  explicit TwoSidedCounter(const TwoSidedPlan& plan) : plan_(plan) {}

  std::optional<Count> count(std::uint64_t unit, const std::atomic<bool>& stop) override {
    const std::uint32_t columns = plan_.top_columns(unit);
    const auto weights = meet::column_weights(plan_.halves().queens, columns);
    std::uint64_t solutions = 0;
    const meet::TwoSidedUnit task{.halves = plan_.halves(),
                                  .middle_rows = plan_.split(),
                                  .top_columns = columns,
                                  .weights = weights.data(),
                                  .stop = &stop};
    if (!plan_.kernel().count_two_sided(task, workspace_, &solutions)) return std::nullopt;
    return solutions;
  }

 private:
  const TwoSidedPlan& plan_;
  meet::Workspace workspace_;
};

std::unique_ptr<EngineCounter> TwoSidedPlan::make_counter() const {
  return std::make_unique<TwoSidedCounter>(*this);
}

}  // namespace

int least_two_sided_split(int queens) {
  // Keys hold 40 diagonals. With fewer rows more of them lead from list to list.
  return std::max(3, queens - 21);
}

std::unique_ptr<const EnginePlan> plan_two_sided(int queens, int split, std::string_view isa) {
  return std::make_unique<TwoSidedPlan>(queens, split == 0 ? best_split(queens) : split, isa);
}

}  // namespace puzzled::queens
