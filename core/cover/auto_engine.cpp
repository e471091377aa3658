#include "core/cover/auto_engine.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>

#include "core/cover/frontier.hpp"
#include "core/cover/links/links.hpp"
#include "core/cover/search/engine.hpp"
#include "core/cover/search/presolve.hpp"
#include "core/cover/search/search.hpp"
#include "core/cover/search/symmetric_count.hpp"

namespace puzzled::cover {
namespace {

using search::MatrixSize;
using search::Presolved;

// Links come before matrices of so many bytes: those take milliseconds to make.
constexpr std::uint64_t kLargeMatrices = std::uint64_t{1} << 20;

// Measured on Zen 5: matrices take a nanosecond a byte, a node of links some 50 and 3 for each
// element of the options that it hides.
constexpr std::uint64_t kNanosecondsOfNode = 50;
constexpr std::uint64_t kNanosecondsPerElement = 3;

constexpr std::uint64_t kSeedOfWhole = 20'260'001;

// With fewer expected nodes nothing but the search is worth its start.
constexpr std::uint64_t kMinNodesForFrontier = 200'000;

// The first turn, in nodes, and by how much turns grow.
constexpr std::uint64_t kFirstTurn = 50'000;
constexpr std::uint64_t kTurnGrowth = 4;

// A search that the estimate says to end within a hundred turns may go on to twice that.
constexpr std::uint64_t kTurnsInReach = 100;

// A step of the frontier takes a tenth of the time of a node with cache. Where the search is out of
// reach but for cache and symmetry, a narrow frontier has won on every family that was measured,
// and gets most of the time.
constexpr std::uint64_t kStepsPerNode = 12;
constexpr std::uint64_t kStepsPerNodeOutOfReach = 60;

// A wide frontier waits for memory, 30 to 100 ns a step, and hardly ever wins: it gets a few
// hundredths of the time, and only of a long search.
constexpr std::uint64_t kNodesPerStepOfWide = 4;
constexpr std::uint64_t kFirstTurnOfWide = 3'200'000;

// A walk by links goes on to the first solution, if it is not far: whoever wants one gets it as
// soon as links have it, and others lose a fifth of a second at most.
constexpr std::uint64_t kNodesToFirstSolution = 300'000;

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/// About how many nodes links visit while the matrices of a search are made: who goes to the search
/// after so many has lost half of the time at most.
std::uint64_t nodes_before_search(const Problem& problem, MatrixSize size) {
  if (problem.options() == 0) return 1;
  const std::uint64_t elements = problem.elements();
  const std::uint64_t hidden = elements / problem.items() * (elements / problem.options());
  const std::uint64_t node = kNanosecondsOfNode + kNanosecondsPerElement * hidden;
  return size.bytes / node + 1;
}

/// By search with symmetry and cache, in turns with the frontier: nobody knows beforehand which is
/// faster, and growing turns cost no more than twice the better.
CountOutcome count_by_turns(const Presolved& presolved, const CountSettings& settings,
                            const StopFlag& stop) {
  const std::uint64_t expected = presolved.expected_nodes;
  search::Search search(*presolved.matrices, settings.isa);
  search::SymmetricCount symmetric(presolved.problem, search, search::symmetric_settings(settings));
  std::unique_ptr<FrontierCount> frontier;  // null: there is none, or it gave up
  if (expected >= kMinNodesForFrontier) {
    // What the search leaves of the memory.
    frontier = FrontierCount::make(presolved.problem, settings.memory / 8 * 3);
  }
  const auto is_counted_by_frontier = [&](std::uint64_t more_steps) {
    if (!frontier->run(std::min(more_steps, expected / kExpectedNodesPerStep), stop)) return false;
    if (!frontier->gave_up()) return true;
    frontier.reset();
    return false;
  };
  for (std::uint64_t turn = kFirstTurn;; turn = saturated_product(turn, kTurnGrowth)) {
    const bool is_in_reach = expected < saturated_product(kTurnsInReach, turn);
    if (frontier && frontier->is_narrow()) {
      const std::uint64_t steps = is_in_reach ? kStepsPerNode : kStepsPerNodeOutOfReach;
      if (is_counted_by_frontier(saturated_product(turn, steps))) break;
    }
    if (turn == kFirstTurn) symmetric.begin({});
    symmetric.run(is_in_reach ? saturated_product(2 * kTurnsInReach, turn) : turn, stop);
    if (symmetric.is_done() || is_stopped(stop)) return symmetric.outcome();
    if (frontier && !frontier->is_narrow() && turn >= kFirstTurnOfWide) {
      if (is_counted_by_frontier(turn / kNodesPerStepOfWide)) break;
    }
  }
  return {.count = frontier->count(), .nodes = symmetric.nodes() + frontier->states()};
}

class AutoWalk final : public SolutionWalk {
 public:
  AutoWalk(const Problem& problem, std::string_view isa, std::uint64_t links_nodes)
      : problem_(problem),
        isa_(isa),
        links_nodes_(links_nodes),
        links_left_(std::max(links_nodes, kNodesToFirstSolution)),
        links_(walk_by_links(problem)) {}

  Step next(std::uint64_t max_nodes, const StopFlag& stop) override {
    if (links_) {
      const std::uint64_t before = links_->nodes();
      const Step step = links_->next(std::min(max_nodes, links_left_), stop);
      const std::uint64_t nodes = links_->nodes() - before;
      links_left_ -= std::min(links_left_, nodes);
      if (step == Step::kSolution && ++shown_ == 1) {
        links_left_ = links_nodes_ - std::min(links_nodes_, links_->nodes());
      }
      if (step != Step::kPaused || links_left_ > 0) return step;
      search_ = search::walk_by_search(std::make_shared<const search::Matrices>(problem_), isa_);
      links_.reset();
      max_nodes -= std::min(max_nodes, nodes);
    }
    for (; shown_ > 0; --shown_) {  // links have shown these
      if (search_->next(max_nodes, stop) == Step::kPaused) return Step::kPaused;
    }
    return search_->next(max_nodes, stop);
  }

  std::span<const std::uint32_t> solution() const override {
    return links_ ? links_->solution() : search_->solution();
  }

 private:
  const Problem& problem_;
  std::string isa_;
  const std::uint64_t links_nodes_;  // that links may take once there is a solution
  std::uint64_t links_left_;
  std::uint64_t shown_ = 0;
  std::unique_ptr<LinksWalk> links_;  // null once search_ has taken over
  std::unique_ptr<SolutionWalk> search_;
};

}  // namespace

// What is asked, in this order. (Before, count() has taken away what simplify() can, and counts the
// parts of a problem apart.)
CountOutcome count_by_auto(const Problem& problem, const CountSettings& settings,
                           const StopFlag& stop) {
  // Has it multiplicities, or is it so large that a step over rows of bits takes longer than links
  // take for the few options that change?
  const MatrixSize size = search::matrix_size(problem);
  if (!size.fits) return count_by_links(problem, stop);

  // Is it done by links sooner than large matrices are made?
  if (size.bytes > kLargeMatrices) {
    const CountOutcome outcome = count_by_links(problem, stop, nodes_before_search(problem, size));
    if (outcome.status != CountStatus::kGaveUp) return outcome;
  }

  // Is it done by a plain search of 20 000 nodes, a millisecond, as most problems are?
  const Presolved presolved = search::presolve(problem, settings.isa, kSeedOfWhole, stop);
  if (presolved.outcome) return *presolved.outcome;

  // Then what is left without options that are in no solution is long enough for symmetry and
  // cache, and perhaps for the frontier.
  return count_by_turns(presolved, settings, stop);
}

std::unique_ptr<SolutionWalk> walk_by_auto(const Problem& problem, MatrixSize size,
                                           std::string_view isa) {
  return std::make_unique<AutoWalk>(problem, isa, nodes_before_search(problem, size));
}

}  // namespace puzzled::cover
