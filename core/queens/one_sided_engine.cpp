#include "core/queens/one_sided_engine.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "core/queens/meet/first_rows.hpp"
#include "core/queens/meet/kernels.hpp"
#include "core/queens/meet/symmetry.hpp"

namespace puzzled::queens {
namespace {

using meet::OuterColumns;

// Rows whose lists are made once for all units. Measured: more rows save work in every unit, until
// the lists leave the caches (18 queens, 6 rows: 18 MB).
int first_rows_of(int queens) {
  const int bottom_rows = queens - queens / 2;
  return std::min(bottom_rows - 3, queens < 20 ? 5 : 4);
}

// Measured: finer units waste work at their borders, coarser ones leave the caches and are too few.
int best_split(int queens) {
  if (queens < 12) return 3;
  if (queens < 14) return 4;
  return queens < 18 ? 5 : queens < 21 ? 6 : 7;
}

class OneSidedPlan : public EnginePlan {
 public:
  OneSidedPlan(int queens, int split, std::string_view isa)
      : halves_(meet::halves_of(queens)),
        split_(split),
        kernel_(*meet::find_kernel(isa)),
        first_rows_(meet::place_first_rows(halves_, first_rows_of(queens))),
        units_(meet::outer_columns(queens, split)) {}

  int split() const override { return split_; }
  std::uint64_t units() const override { return units_.size(); }
  double work(std::uint64_t unit) const override {
    // The middle columns to choose from, for the sets of the top half.
    const OuterColumns& outer = units_[unit];
    const int inner = halves_.queens - 2 * split_;
    const int chosen = halves_.top_rows - std::popcount(outer.top);
    double sets = 1;
    for (int i = 1; i <= chosen; ++i) sets = sets * (inner - chosen + i) / i;
    const auto weighted = std::count_if(outer.weights.begin(), outer.weights.end(),
                                        [](std::uint8_t weight) { return weight != 0; });
    return sets * static_cast<double>(weighted);
  }
  std::uint64_t memory() const override { return first_rows_.states.size() * sizeof(meet::State); }
  std::unique_ptr<EngineCounter> make_counter() const override;

  meet::OneSidedUnit unit(std::uint64_t number, const std::atomic<bool>& stop) const {
    return {.halves = halves_,
            .margin = split_,
            .top_outer = units_[number].top,
            .weights = units_[number].weights.data(),
            .first_rows = {.rows = first_rows_.rows,
                           .low_columns = first_rows_.low_columns,
                           .low_rank = first_rows_.low_rank.data(),
                           .high_rank = first_rows_.high_rank.data(),
                           .starts = first_rows_.starts.data(),
                           .states = first_rows_.states.data()},
            .stop = &stop};
  }
  const meet::Kernel& kernel() const { return kernel_; }

 private:
  meet::Halves halves_;
  int split_;
  const meet::Kernel& kernel_;
  meet::FirstRows first_rows_;
  std::vector<OuterColumns> units_;
};

class OneSidedCounter : public EngineCounter {
 public:
  explicit OneSidedCounter(const OneSidedPlan& plan) : plan_(plan) {}

  std::optional<Count> count(std::uint64_t unit, const std::atomic<bool>& stop) override {
    std::uint64_t solutions = 0;
    if (!plan_.kernel().count_one_sided(plan_.unit(unit, stop), workspace_, &solutions)) {
      return std::nullopt;
    }
    return solutions;
  }

 private:
  const OneSidedPlan& plan_;
  meet::Workspace workspace_;
};

std::unique_ptr<EngineCounter> OneSidedPlan::make_counter() const {
  return std::make_unique<OneSidedCounter>(*this);
}

}  // namespace

int most_one_sided_split(int queens) {
  return std::min(queens / 2 - 1, 8);
}

std::unique_ptr<const EnginePlan> plan_one_sided(int queens, int split, std::string_view isa) {
  if (split == 0) split = std::min(best_split(queens), most_one_sided_split(queens));
  return std::make_unique<OneSidedPlan>(queens, split, isa);
}

}  // namespace puzzled::queens
