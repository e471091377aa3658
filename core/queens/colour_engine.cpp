#include <algorithm>
#include <vector>

#include "core/queens/colour/group_counter.hpp"
#include "core/queens/colour/row_groups.hpp"
#include "core/queens/colour/symmetry.hpp"
#include "core/queens/colour/unit_cost.hpp"
#include "core/queens/engine_plans.hpp"

namespace puzzled::queens {
namespace {

using colour::Lines;

// The most sets of odd rows in a group. Measured with 28 queens: groups of 20 share so much of the
// work with prefixes that a unit takes 1.3 s a set where it takes 4.5 alone.
int group_size(int split) {
  return kMaxColourSplit / split;
}

// Buckets of even rows: units as long as possible, for they share lists of partners, but of a
// minute at most with 28 queens. By number of queens and nothing else: see CountPlan.
std::size_t buckets_of(int queens) {
  if (queens < 19) return 8;
  if (queens < 24) return 24;
  if (queens < 26) return 48;
  return queens < 27 ? 256 : SIZE_MAX;
}

// Batches of groups: a unit lists its lanes once for all groups of a batch. Up to 23 queens that
// was a tenth of the time with a group in each.
std::size_t batches_of(int queens) {
  if (queens < 19) return 3;
  return queens < 24 ? 12 : SIZE_MAX;
}

// Lists of partners that are used for one set of even rows only are made in slices of so many,
// 24 to 48 bytes each.
constexpr std::uint64_t kPartnersOfOneUse = 2'000'000;

// Groups are smaller where a worker would need more.
constexpr std::uint64_t kMemoryOfWorker = std::uint64_t{512} << 20;

struct ColourUnit {
  const colour::Stratum* stratum;
  const colour::UnitCost* cost;
  std::uint64_t batch;
  std::uint64_t bucket;
};

class ColourPlan : public CountPlan {
 public:
  ColourPlan(int queens, int split, std::string_view isa, bool all_symmetries,
             const colour::Tuning& tuning)
      : CountPlan(queens, "colour", kColourUnitsRevision, split),
        board_(queens),
        kernel_(*colour::find_kernel(isa)),
        all_symmetries_(all_symmetries),
        tuning_(tuning),
        strata_(colour::make_strata(board_, group_size(split))) {
    if (buckets_of(queens) == SIZE_MAX) {
      tuning_.most_partners = std::min(tuning_.most_partners, kPartnersOfOneUse);
    }
    double most = 0;
    for (colour::Stratum& stratum : strata_) {
      colour::set_batches(stratum, batches_of(queens));
      colour::set_buckets(stratum, buckets_of(queens));
      units_before_.push_back(units_);
      units_ += stratum.units();
      costs_.emplace_back(board_, stratum, all_symmetries);
      most = std::max(most, costs_.back().memory(stratum, tuning_.most_partners));
    }
    constexpr double kFixed = 8 << 20;
    memory_ = static_cast<std::uint64_t>(most + kFixed);
  }

  std::uint64_t units() const override { return units_; }
  double work(std::uint64_t unit) const override {
    const ColourUnit one = this->unit(unit);
    return one.cost->cost(*one.stratum, one.batch, one.bucket);
  }
  std::uint64_t memory() const override { return memory_; }
  std::unique_ptr<UnitCounter> make_counter() const override;
  std::unique_ptr<UnitCounter> make_checker() const override;

  const colour::Board& board() const { return board_; }
  const colour::Kernel& kernel() const { return kernel_; }
  bool all_symmetries() const { return all_symmetries_; }
  ColourUnit unit(std::uint64_t number) const {
    const auto after = std::upper_bound(units_before_.begin(), units_before_.end(), number);
    const auto index = static_cast<std::size_t>(after - units_before_.begin()) - 1;
    const colour::Stratum& stratum = strata_[index];
    number -= units_before_[index];
    const std::uint64_t buckets = stratum.bucket_ends.size();
    return {&stratum, &costs_[index], number / buckets, number % buckets};
  }

 private:
  colour::Board board_;
  const colour::Kernel& kernel_;
  bool all_symmetries_;
  colour::Tuning tuning_;
  std::vector<colour::Stratum> strata_;
  std::vector<colour::UnitCost> costs_;      // by stratum
  std::vector<std::uint64_t> units_before_;  // likewise
  std::uint64_t units_ = 0;
  std::uint64_t memory_ = 0;
};

class ColourCounter : public UnitCounter {
 public:
  ColourCounter(const ColourPlan& plan, const colour::Tuning& tuning)
      : plan_(plan), groups_(plan.board(), plan.kernel(), tuning) {}

  std::optional<UnitCount> count(std::uint64_t number, const StopFlag& stop) override {
    const ColourUnit unit = plan_.unit(number);
    const colour::Stratum& stratum = *unit.stratum;
    const std::uint32_t begin = unit.bucket == 0 ? 0 : stratum.bucket_ends[unit.bucket - 1];
    const std::uint32_t end = stratum.bucket_ends[unit.bucket];
    const std::uint32_t first_group = unit.batch == 0 ? 0 : stratum.batch_ends[unit.batch - 1];
    const std::uint32_t last_group = stratum.batch_ends[unit.batch];
    // Ranks grow within the bucket.
    const std::uint32_t lowest =
        plan_.all_symmetries() ? colour::rank_of(plan_.board(), stratum.even_rows[begin]) : 0;
    sets_ = colour::number_column_sets(plan_.board(), stratum.even_queens, stratum.odd_queens,
                                       lowest, plan_.all_symmetries());
    groups_.begin(stratum, sets_, begin, end, last_group - first_group > 1);
    UnitCount sum;
    for (std::uint32_t g = first_group; g < last_group; ++g) {
      const colour::RowGroup& group = stratum.groups[g];
      groups_.begin_group(group);
      for (std::uint32_t place = begin; place < end; ++place) {
        weights_.clear();
        for (const Lines odd_rows : group.odd_rows) {
          weights_.push_back(weight_of_rows(plan_.board(), stratum.even_rows[place], odd_rows));
        }
        if (std::all_of(weights_.begin(), weights_.end(), [](int w) { return w == 0; })) continue;
        if (!groups_.count(place, weights_, stop, sum)) return std::nullopt;
      }
    }
    return sum;
  }

 private:
  const ColourPlan& plan_;
  colour::GroupCounter groups_;
  colour::ColumnSets sets_;
  std::vector<int> weights_;
};

std::unique_ptr<UnitCounter> ColourPlan::make_counter() const {
  return std::make_unique<ColourCounter>(*this, tuning_);
}

// Counts the pairs of the other colour first, so that all cells and weights are other ones.
std::unique_ptr<UnitCounter> ColourPlan::make_checker() const {
  colour::Tuning other = tuning_;
  other.exchanged = !other.exchanged;
  return std::make_unique<ColourCounter>(*this, other);
}

}  // namespace

std::shared_ptr<const CountPlan> plan_colour(int queens, int split, std::string_view isa,
                                             std::uint64_t max_memory, bool all_symmetries,
                                             const colour::Tuning& tuning) {
  if (split != 0) {
    return std::make_shared<ColourPlan>(queens, split, isa, all_symmetries, tuning);
  }
  std::shared_ptr<const CountPlan> plan;
  for (const int finer : {1, 2, 4, 7, 10, kMaxColourSplit}) {
    plan = std::make_shared<ColourPlan>(queens, finer, isa, all_symmetries, tuning);
    if (plan->memory() <= std::min(max_memory, kMemoryOfWorker)) break;
  }
  return plan;
}

}  // namespace puzzled::queens
