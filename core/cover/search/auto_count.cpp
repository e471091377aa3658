#include "core/cover/search/auto_count.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/cover/frontier.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/probe.hpp"
#include "core/cover/search/reduction.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/search/symmetric_count.hpp"

namespace puzzled::cover::search {
namespace {

constexpr unsigned kProbesOfWhole = 100;
constexpr std::uint64_t kSeedOfWhole = 20'260'001;
// Below, nothing else is worth its start.
constexpr std::uint64_t kMinNodesForFrontier = 200'000;
// The first turn, in nodes, and by how much turns grow. A step of the frontier takes a tenth of the
// time of a node with cache. Where the search is out of reach but for cache and symmetry, a narrow
// frontier has won on every family that was measured, and gets most of the time.
constexpr std::uint64_t kFirstTurn = 50'000;
constexpr std::uint64_t kTurnGrowth = 4;
constexpr std::uint64_t kStepsPerNode = 12;
constexpr std::uint64_t kStepsPerNodeOutOfReach = 60;
// A wide frontier waits for memory, 30 to 100 ns a step, and hardly ever wins: it gets a few
// hundredths of the time.
constexpr std::uint64_t kNodesPerStepOfWide = 4;
// A search that the estimate says to end within a hundred turns may go on to twice that.
constexpr std::uint64_t kTurnsInReach = 100;
// Where the frontier is wide it gets its turn if the search is long.
constexpr std::uint64_t kFirstTurnOfWide = 3'200'000;

/// Half of the memory is the cache's, an eighth that of isomorphic residues, the rest the
/// frontier's.
SymmetricSettings symmetric_settings(const CountSettings& settings) {
  SymmetricSettings symmetric;
  symmetric.symmetry = settings.symmetry;
  symmetric.form_bytes = settings.memory / 8;
  if (settings.engine != Engine::kSearch) symmetric.cache_bytes = settings.memory / 2;
  return symmetric;
}

CountOutcome outcome_of(const SymmetricCount& count, bool is_done) {
  return {.count = count.count(),
          .status = is_done ? CountStatus::kComplete : CountStatus::kStopped,
          .nodes = count.nodes()};
}

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/// The frontier's share of the turns.
class FrontierTurns {
 public:
  FrontierTurns(const Problem& problem, std::uint64_t memory, std::uint64_t expected_nodes)
      : max_steps_(expected_nodes / kExpectedNodesPerStep) {
    if (expected_nodes >= kMinNodesForFrontier) frontier_ = FrontierCount::make(problem, memory);
  }

  /// A narrow frontier has its turn before the search, a wide one after it.
  bool run_before(std::uint64_t turn, bool is_in_reach, const StopFlag& stop) {
    const std::uint64_t steps = is_in_reach ? kStepsPerNode : kStepsPerNodeOutOfReach;
    return frontier_ && frontier_->is_narrow() && run(saturated_product(turn, steps), stop);
  }
  bool run_after(std::uint64_t turn, const StopFlag& stop) {
    return frontier_ && !frontier_->is_narrow() && turn >= kFirstTurnOfWide &&
           run(turn / kNodesPerStepOfWide, stop);
  }

  CountOutcome outcome(std::uint64_t nodes) const {
    return {.count = frontier_->count(), .nodes = nodes + frontier_->states()};
  }

 private:
  /// Whether it is done: then there is an outcome.
  bool run(std::uint64_t steps, const StopFlag& stop) {
    if (!frontier_->run(std::min(steps, max_steps_), stop)) return false;
    if (!frontier_->gave_up()) return true;
    frontier_.reset();
    return false;
  }

  std::unique_ptr<FrontierCount> frontier_;
  std::uint64_t max_steps_;
};

CountOutcome take_turns(const Problem& problem, const CountSettings& settings, Search& search,
                        std::uint64_t estimate, const StopFlag& stop) {
  SymmetricCount symmetric(problem, search, symmetric_settings(settings));
  FrontierTurns frontier(problem, settings.memory / 8 * 3, estimate);
  bool has_begun = false;
  for (std::uint64_t turn = kFirstTurn;; turn = saturated_product(turn, kTurnGrowth)) {
    const bool is_in_reach = estimate < saturated_product(kTurnsInReach, turn);
    if (frontier.run_before(turn, is_in_reach, stop)) return frontier.outcome(symmetric.nodes());
    if (!has_begun) symmetric.begin({});
    has_begun = true;
    const std::uint64_t nodes = is_in_reach ? saturated_product(2 * kTurnsInReach, turn) : turn;
    if (symmetric.run(nodes, stop)) return outcome_of(symmetric, true);
    if (is_stopped(stop)) return outcome_of(symmetric, false);
    if (frontier.run_after(turn, stop)) return frontier.outcome(symmetric.nodes());
  }
}

}  // namespace

std::optional<CountOutcome> try_plain_search(Search& search, std::uint64_t max_nodes,
                                             const StopFlag& stop) {
  const Choice choice = search.choose(0);
  if (choice.is_dead()) return CountOutcome{};
  if (choice.is_solved()) return CountOutcome{.count = 1};
  const std::uint64_t first = search.nodes();
  search.begin_walk(0, choice, false);
  while (search.nodes() - first < max_nodes && !is_stopped(stop)) {
    const std::uint64_t left = max_nodes - (search.nodes() - first);
    if (search.walk(std::min(left, search.nodes_per_look())) == Step::kEnd) {
      return CountOutcome{.count = search.found(), .nodes = search.nodes() - first};
    }
  }
  return std::nullopt;
}

CountOutcome count_by_search(const Problem& problem, const CountSettings& settings,
                             const StopFlag& stop) {
  const Matrices matrices(problem);
  Search search(matrices, settings.isa);
  SymmetricCount count(problem, search, symmetric_settings(settings));
  count.begin({});
  const bool is_done = count.run(UINT64_MAX, stop);
  return outcome_of(count, is_done);
}

CountOutcome count_by_turns(const Problem& problem, const CountSettings& settings,
                            const StopFlag& stop) {
  {
    const Matrices matrices(problem);
    Search search(matrices, settings.isa);
    const auto outcome = try_plain_search(search, kTrialNodes, stop);
    if (outcome) return *outcome;
  }
  const Problem now = reduced(problem, settings.isa).problem;
  const Matrices matrices(now);
  Search search(matrices, settings.isa);
  const Choice choice = search.choose(0);
  if (choice.is_dead()) return {};
  const std::uint64_t estimate =
      RandomProbe(kSeedOfWhole).mean_nodes(search, 0, choice, kProbesOfWhole);
  return take_turns(now, settings, search, estimate, stop);
}

}  // namespace puzzled::cover::search
