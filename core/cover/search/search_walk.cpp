// The search as a walk through the solutions.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/cover/search/engine.hpp"
#include "core/cover/search/search.hpp"

namespace puzzled::cover::search {
namespace {

class SearchWalk final : public SolutionWalk {
 public:
  SearchWalk(std::shared_ptr<const Matrices> matrices, std::string_view isa,
             std::span<const std::uint32_t> prefix)
      : matrices_(std::move(matrices)),
        search_(*matrices_, isa),
        prefix_(prefix.begin(), prefix.end()) {
    Choice choice = search_.choose(0);
    std::uint32_t level = 0;
    for (const std::uint32_t option : prefix_) choice = search_.apply(level++, option);
    if (choice.is_solved()) {
      state_ = State::kSolved;
    } else if (choice.is_dead()) {
      state_ = State::kEnded;
    } else {
      search_.begin_walk(level, choice, true);
    }
  }

  Step next(std::uint64_t max_nodes, const StopFlag& stop) override {
    while (state_ == State::kWalks) {
      if (is_stopped(stop) || max_nodes == 0) return Step::kPaused;
      const std::uint64_t nodes = search_.nodes();
      const search::Step step = search_.walk(std::min(max_nodes, search_.nodes_per_look()));
      if (step == search::Step::kSolution) return keep(search_.solution());
      if (step == search::Step::kEnd) state_ = State::kEnded;
      max_nodes -= std::min(max_nodes, search_.nodes() - nodes);
    }
    if (state_ == State::kEnded) return Step::kEnd;
    state_ = State::kEnded;
    return keep({});
  }

  std::span<const std::uint32_t> solution() const override { return solution_; }

 private:
  enum class State {
    kWalks,
    kSolved,  ///< the prefix is the only solution, not yet shown
    kEnded,
  };

  /// The levels of the prefix were not walked: their options are put before the others.
  Step keep(std::span<const std::uint32_t> walked) {
    solution_ = prefix_;
    if (walked.size() > prefix_.size()) {
      const auto rest = walked.subspan(prefix_.size());
      solution_.insert(solution_.end(), rest.begin(), rest.end());
    }
    return Step::kSolution;
  }

  std::shared_ptr<const Matrices> matrices_;
  Search search_;
  std::vector<std::uint32_t> prefix_;
  std::vector<std::uint32_t> solution_;
  State state_ = State::kWalks;
};

}  // namespace

std::unique_ptr<SolutionWalk> walk_by_search(std::shared_ptr<const Matrices> matrices,
                                             std::string_view isa,
                                             std::span<const std::uint32_t> prefix) {
  return std::make_unique<SearchWalk>(std::move(matrices), isa, prefix);
}

}  // namespace puzzled::cover::search
