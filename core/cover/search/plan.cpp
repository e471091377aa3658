#include "core/cover/search/plan.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/cover/frontier.hpp"
#include "core/cover/search/auto_count.hpp"
#include "core/cover/search/cache.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/probe.hpp"
#include "core/cover/search/reduction.hpp"
#include "core/cover/search/symmetric_count.hpp"
#include "core/cover/search/unit_cutter.hpp"

namespace puzzled::cover::search {
namespace {

constexpr unsigned kProbesOfPlan = 100;
constexpr std::uint64_t kSeedOfPlan = 20'260'003;
// What takes so many nodes is counted at once: 20 to 90 ms.
constexpr std::uint64_t kNodesAtOnce = 300'000;
// The frontier gets at most about half a second; and memory that does not depend on the settings,
// so that units do not.
constexpr std::uint64_t kMaxFrontierSteps = 20'000'000;
constexpr std::uint64_t kBytesAtOnce = std::uint64_t{16} << 20;

// A unit that others wait for is looked at after so many nodes, 10 to 30 ms.
constexpr std::uint64_t kNodesPerGift = 100'000;

/// Half of the memory is the shared cache's, a quarter is left to others; of the rest each counter
/// has two shares.
std::uint64_t share_of_counter(const CountSettings& settings) {
  return settings.memory / 8 / settings.counters;
}

/// What all counters of a plan read.
struct Shared {
  explicit Shared(Reduced from) : reduced(std::move(from)), matrices(reduced.problem) {}

  /// The number in the reduced problem. REQUIRES: it was not dropped.
  std::uint32_t inner(std::uint32_t option) const {
    const auto place = std::lower_bound(reduced.options.begin(), reduced.options.end(), option);
    return static_cast<std::uint32_t>(place - reduced.options.begin());
  }

  Reduced reduced;
  Matrices matrices;
  CountSettings settings;
  std::unique_ptr<Cache> cache;  // null: none
};

class SearchUnitCounter final : public UnitCounter {
 public:
  explicit SearchUnitCounter(const Shared& shared)
      : shared_(shared),
        search_(shared.matrices, shared.settings.isa),
        counter_(shared.reduced.problem, search_,
                 {.symmetry = shared.settings.symmetry,
                  .shared_cache = shared.cache.get(),
                  .cache_bytes = shared.cache ? share_of_counter(shared.settings) : 0,
                  .form_bytes = share_of_counter(shared.settings)}) {}

  CountOutcome count(const Unit& unit, const StopFlag& stop, const Sharing& sharing) override {
    const std::uint64_t first = counter_.nodes();
    counter_.begin(inner_prefix(unit));
    CountOutcome outcome;
    while (!counter_.run(kNodesPerGift, stop)) {
      if (is_stopped(stop)) {
        outcome.status = CountStatus::kStopped;
        break;
      }
      if (sharing.is_wanted()) give(unit, *sharing.given);
      while (sharing.is_all_wanted() && give(unit, *sharing.given)) {
      }
    }
    outcome.count = counter_.count() * WideCount(unit.weight);
    outcome.nodes = counter_.nodes() - first;
    return outcome;
  }

  double probe(const Unit& unit, std::uint64_t seed) override {
    Choice choice = search_.choose(0);
    std::uint32_t level = 0;
    for (const std::uint32_t option : inner_prefix(unit)) choice = search_.apply(level++, option);
    return static_cast<double>(RandomProbe(seed).nodes(search_, level, choice));
  }

 private:
  std::vector<std::uint32_t> inner_prefix(const Unit& unit) const {
    std::vector<std::uint32_t> prefix;
    prefix.reserve(unit.prefix.size());
    for (const std::uint32_t option : unit.prefix) prefix.push_back(shared_.inner(option));
    return prefix;
  }

  /// False if there was nothing to give.
  bool give(const Unit& unit, std::vector<Unit>& given) {
    const std::size_t before = given.size();
    counter_.give_away(unit.weight, given);
    for (std::size_t i = before; i < given.size(); ++i) {
      for (std::uint32_t& option : given[i].prefix) option = shared_.reduced.options[option];
      given[i].work = std::max(1.0, unit.work / static_cast<double>(given.size() - before + 1));
    }
    return given.size() > before;
  }

  const Shared& shared_;
  Search search_;
  SymmetricCount counter_;
};

/// For plans without units.
class NoUnitCounter final : public UnitCounter {
 public:
  CountOutcome count(const Unit&, const StopFlag&, const Sharing&) override { return {}; }
  double probe(const Unit&, std::uint64_t) override { return 1; }
};

class SearchPlan final : public CountPlan {
 public:
  SearchPlan(const Problem& problem, const CountSettings& settings, std::size_t units,
             const StopFlag& stop) {
    {
      const Matrices matrices(problem);
      Search search(matrices, settings.isa);
      if (const auto outcome = try_plain_search(search, kTrialNodes, stop)) {
        counted_ = outcome->count;
        return;
      }
    }
    shared_ = std::make_unique<Shared>(reduced(problem, settings.isa));
    shared_->settings = settings;
    Search search(shared_->matrices, settings.isa);
    const Choice choice = search.choose(0);
    if (choice.is_dead()) return;
    const std::uint64_t expected =
        RandomProbe(kSeedOfPlan).mean_nodes(search, 0, choice, kProbesOfPlan);
    // With one unit, its counter may begin right away.
    const bool is_cut = units > 1 && expected >= settings.min_work_to_cut;
    if ((is_cut && count_at_once(search, stop)) || count_by_frontier(expected, stop)) return;
    if (is_stopped(stop)) return;
    cut(is_cut ? units : 1);
    if (settings.engine != Engine::kSearch) {
      shared_->cache = std::make_unique<Cache>(shared_->matrices, 2, settings.memory / 2, true);
    }
  }

  std::unique_ptr<UnitCounter> make_counter() const override {
    if (units_.empty()) return std::make_unique<NoUnitCounter>();
    return std::make_unique<SearchUnitCounter>(*shared_);
  }

 private:
  bool count_at_once(Search& search, const StopFlag& stop) {
    const CountSettings& settings = shared_->settings;
    const bool has_cache = settings.engine != Engine::kSearch;
    SymmetricCount counter(shared_->reduced.problem, search,
                           {.symmetry = settings.symmetry,
                            .shared_cache = nullptr,
                            .cache_bytes = has_cache ? kBytesAtOnce : 0,
                            .form_bytes = kBytesAtOnce});
    counter.begin({});
    if (!counter.run(kNodesAtOnce, stop)) return false;
    counted_ = counter.count();
    return true;
  }

  bool count_by_frontier(std::uint64_t expected, const StopFlag& stop) {
    if (shared_->settings.engine != Engine::kAuto) return false;
    const auto frontier = FrontierCount::make(shared_->reduced.problem, kBytesAtOnce);
    const std::uint64_t steps = std::min(expected / kExpectedNodesPerStep, kMaxFrontierSteps);
    if (!frontier || !frontier->is_narrow()) return false;
    if (!frontier->run(steps, stop) || frontier->gave_up()) return false;
    counted_ = frontier->count();
    return true;
  }

  void cut(std::size_t units) {
    Search search(shared_->matrices, shared_->settings.isa);
    UnitCutter cutter(shared_->reduced.problem, search, shared_->settings.symmetry);
    cutter.cut(units);
    counted_ = cutter.counted();
    units_ = cutter.take_units();
    for (Unit& unit : units_) {
      for (std::uint32_t& option : unit.prefix) option = shared_->reduced.options[option];
    }
  }

  std::unique_ptr<Shared> shared_;
};

}  // namespace

std::shared_ptr<const CountPlan> plan_by_search(const Problem& problem,
                                                const CountSettings& settings, std::size_t units,
                                                const StopFlag& stop) {
  return std::make_shared<SearchPlan>(problem, settings, units, stop);
}

}  // namespace puzzled::cover::search
