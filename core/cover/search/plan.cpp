// Counting: the whole at once, or in units that are prefixes of the search.
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/cover/frontier.hpp"
#include "core/cover/search/cache.hpp"
#include "core/cover/search/engine.hpp"
#include "core/cover/search/presolve.hpp"
#include "core/cover/search/symmetric_count.hpp"
#include "core/cover/search/unit_cutter.hpp"

namespace puzzled::cover::search {
namespace {

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
  /// The number in the presolved problem. REQUIRES: it was not dropped.
  std::uint32_t inner(std::uint32_t option) const {
    const std::vector<std::uint32_t>& options = presolved.options;
    return static_cast<std::uint32_t>(std::ranges::lower_bound(options, option) - options.begin());
  }
  /// Numbers the options of a prefix as they were before.
  void to_outer(Unit& unit) const {
    for (std::uint32_t& option : unit.prefix) option = presolved.options[option];
  }

  Presolved presolved;
  CountSettings settings;
  std::unique_ptr<Cache> cache{};  // null: none
};

class SearchUnitCounter final : public UnitCounter {
 public:
  explicit SearchUnitCounter(const Shared& shared)
      : shared_(shared),
        search_(*shared.presolved.matrices, shared.settings.isa),
        counter_(shared.presolved.problem, search_,
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
      shared_.to_outer(given[i]);
      given[i].work = std::max(1.0, unit.work / static_cast<double>(given.size() - before + 1));
    }
    return given.size() > before;
  }

  const Shared& shared_;
  Search search_;
  SymmetricCount counter_;
};

std::optional<WideCount> count_at_once(const Shared& shared, const StopFlag& stop) {
  Search search(*shared.presolved.matrices, shared.settings.isa);
  const bool has_cache = shared.settings.engine != Engine::kSearch;
  SymmetricCount counter(shared.presolved.problem, search,
                         {.symmetry = shared.settings.symmetry,
                          .cache_bytes = has_cache ? kBytesAtOnce : 0,
                          .form_bytes = kBytesAtOnce});
  counter.begin({});
  if (!counter.run(kNodesAtOnce, stop)) return std::nullopt;
  return counter.count();
}

std::optional<WideCount> count_by_frontier(const Presolved& presolved, const StopFlag& stop) {
  const auto frontier = FrontierCount::make(presolved.problem, kBytesAtOnce);
  const std::uint64_t steps =
      std::min(presolved.expected_nodes / kExpectedNodesPerStep, kMaxFrontierSteps);
  if (!frontier || !frontier->is_narrow()) return std::nullopt;
  if (!frontier->run(steps, stop) || frontier->gave_up()) return std::nullopt;
  return frontier->count();
}

/// A plan without units.
std::shared_ptr<const CountPlan> all_counted(const WideCount& count) {
  return std::make_shared<const CountPlan>(std::vector<Unit>{}, count, nullptr);
}

}  // namespace

CountOutcome count_by_search(const Problem& problem, const CountSettings& settings,
                             const StopFlag& stop) {
  const Matrices matrices(problem);
  Search search(matrices, settings.isa);
  SymmetricCount count(problem, search, symmetric_settings(settings));
  count.begin({});
  count.run(UINT64_MAX, stop);
  return count.outcome();
}

std::shared_ptr<const CountPlan> plan_by_search(const Problem& problem,
                                                const CountSettings& settings, std::size_t units,
                                                const StopFlag& stop) {
  Presolved presolved = presolve(problem, settings.isa, kSeedOfPlan, stop);
  if (presolved.outcome) return all_counted(presolved.outcome->count);
  // With one unit, its counter may begin right away.
  const bool is_cut = units > 1 && presolved.expected_nodes >= settings.min_work_to_cut;
  const auto shared = std::make_shared<Shared>(Shared{std::move(presolved), settings});
  std::optional<WideCount> count;
  if (is_cut) count = count_at_once(*shared, stop);
  if (!count && settings.engine == Engine::kAuto) {
    count = count_by_frontier(shared->presolved, stop);
  }
  if (count || is_stopped(stop)) return all_counted(count.value_or(0));
  const Matrices& matrices = *shared->presolved.matrices;
  Search search(matrices, settings.isa);
  UnitCutter cutter(shared->presolved.problem, search, settings.symmetry);
  cutter.cut(is_cut ? units : 1);
  std::vector<Unit> cut = cutter.take_units();
  for (Unit& unit : cut) shared->to_outer(unit);
  if (settings.engine != Engine::kSearch) {
    shared->cache = std::make_unique<Cache>(matrices, 2, settings.memory / 2, true);
  }
  return std::make_shared<const CountPlan>(std::move(cut), cutter.counted(), [shared] {
    return std::make_unique<SearchUnitCounter>(*shared);
  });
}

}  // namespace puzzled::cover::search
