#include "core/cover/cost/prices.hpp"

#include <algorithm>

namespace puzzled::cover::cost {
namespace {

using Prices = std::vector<std::int64_t>;

constexpr int kMaxSteps = 300;
/// Options that are looked at before a flag is, some milliseconds.
constexpr std::size_t kWorkBetweenLooks = 1'000'000;
/// After so many steps without a better bound the steps become half as long.
constexpr int kPatience = 10;
/// A step goes along the subgradient and three quarters of the step before, in units of 1/16.
constexpr std::int64_t kUnit = 16;

class PriceSearch {
 public:
  explicit PriceSearch(const Instance& instance)
      : instance_(instance),
        prices_(instance.problem.items()),
        reduced_(instance.weights),
        direction_(instance.problem.items()),
        uses_(instance.problem.items()),
        options_of_(instance.problem.items()) {
    for (std::size_t option = 0; option < reduced_.size(); ++option) {
      for (const Element& element : instance.problem.option(option)) {
        if (!instance.is_coloured[element.item]) {
          options_of_[element.item].push_back(static_cast<std::uint32_t>(option));
        }
      }
    }
  }

  Prices find(const StopFlag& stop) {
    keep_feasible();
    relaxed_ = prices_;
    std::int64_t length = std::max<std::int64_t>(instance_.max_weight / 4, 1);
    int patience = kPatience;
    std::size_t work = 0;
    std::int64_t best = INT64_MIN;
    for (int step = 0; step < kMaxSteps && length > 0; ++step) {
      work += reduced_.size();
      if (work >= kWorkBetweenLooks && is_stopped(stop)) break;
      const std::int64_t value = relaxed_value();
      if (value > best) {
        best = value;
        patience = kPatience;
        relaxed_ = prices_;
      } else if (--patience == 0) {
        length /= 2;
        patience = kPatience;
        prices_ = relaxed_;
        set_reduced();
        (void)relaxed_value();  // for its counts
        std::fill(direction_.begin(), direction_.end(), 0);
      }
      take_step(length);
    }
    prices_ = relaxed_;
    set_reduced();
    keep_feasible();
    return best_prices_;
  }

 private:
  /// The value of the Lagrangian: options of negative reduced cost are taken. Counts them by item.
  std::int64_t relaxed_value() {
    std::fill(uses_.begin(), uses_.end(), 0);
    std::int64_t value = shares();
    for (std::size_t option = 0; option < reduced_.size(); ++option) {
      if (reduced_[option] >= 0) continue;
      value += reduced_[option];
      for (const Element& element : instance_.problem.option(option)) ++uses_[element.item];
    }
    return value;
  }

  std::int64_t shares() const {
    std::int64_t sum = 0;
    for (std::size_t item = 0; item < prices_.size(); ++item) {
      sum += price_share(prices_[item], instance_.bounds[item].lo, instance_.bounds[item].hi);
    }
    return sum;
  }

  void take_step(std::int64_t length) {
    const std::int64_t limit = kMaxStartPrice * instance_.max_weight;
    for (std::size_t item = 0; item < prices_.size(); ++item) {
      if (instance_.is_coloured[item]) continue;
      const auto [lo, hi] = instance_.bounds[item];
      const std::int64_t lack = missing(prices_[item], lo, hi, uses_[item]);
      direction_[item] =
          direction_[item] * 3 / 4 + std::clamp<std::int64_t>(lack, -kUnit, kUnit) * kUnit;
      const std::int64_t max = lo == 0 ? 0 : limit;
      prices_[item] =
          std::clamp(prices_[item] + length * direction_[item] / (8 * kUnit), -limit, max);
    }
    set_reduced();
  }

  void set_reduced() {
    for (std::size_t option = 0; option < reduced_.size(); ++option) {
      std::int64_t reduced = instance_.weights[option];
      for (const Element& element : instance_.problem.option(option)) {
        reduced -= prices_[element.item];
      }
      reduced_[option] = reduced;
    }
  }

  /// Lowers prices until no reduced cost is negative, raises them as far as that allows, and keeps
  /// them if no better ones are known.
  void keep_feasible() {
    for (std::size_t item = 0; item < instance_.problem.primary_items(); ++item) {
      change(item, std::min<std::int64_t>(least_reduced(item), 0));
    }
    for (std::size_t item = 0; item < prices_.size(); ++item) {
      std::int64_t rise = std::max<std::int64_t>(least_reduced(item), 0);
      if (instance_.bounds[item].lo == 0) rise = std::min(rise, -prices_[item]);
      change(item, rise);
    }
    const std::int64_t bound = shares();
    if (!best_prices_.empty() && bound <= best_bound_) return;
    best_bound_ = bound;
    best_prices_ = prices_;
  }

  std::int64_t least_reduced(std::size_t item) const {
    if (options_of_[item].empty()) return 0;
    std::int64_t least = INT64_MAX;
    for (const std::uint32_t option : options_of_[item]) least = std::min(least, reduced_[option]);
    return least;
  }

  void change(std::size_t item, std::int64_t by) {
    if (by == 0) return;
    prices_[item] += by;
    for (const std::uint32_t option : options_of_[item]) reduced_[option] -= by;
  }

  const Instance& instance_;
  Prices prices_;
  std::vector<std::int64_t> reduced_;  // by option
  std::vector<std::int64_t> direction_;
  std::vector<std::uint32_t> uses_;                     // by item: options of negative reduced cost
  std::vector<std::vector<std::uint32_t>> options_of_;  // by item, unless it is coloured
  Prices relaxed_;                                      // the best for relaxed_value()
  Prices best_prices_;                                  // the best feasible ones
  std::int64_t best_bound_ = INT64_MIN;
};

}  // namespace

std::vector<std::int64_t> find_prices(const Instance& instance, const StopFlag& stop) {
  return PriceSearch(instance).find(stop);
}

}  // namespace puzzled::cover::cost
