#include "core/cover/auto_walk.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "core/cover/links/links.hpp"
#include "core/cover/search/matrices.hpp"
#include "core/cover/search/search_walk.hpp"

namespace puzzled::cover {
namespace {

// Measured on Zen 5: matrices take a nanosecond a byte, a node of links some 50 and 3 for each
// element of the options that it hides.
constexpr std::uint64_t kNanosecondsOfNode = 50;
constexpr std::uint64_t kNanosecondsPerElement = 3;
// Links go on to the first solution, if it is not far: whoever wants one gets it as soon as links
// have it, and others lose a fifth of a second at most. (Below a prefix many walks follow one
// another.)
constexpr std::uint64_t kNodesToFirstSolution = 300'000;

class AutoWalk final : public SolutionWalk {
 public:
  AutoWalk(const Problem& problem, std::string_view isa, std::span<const std::uint32_t> prefix)
      : problem_(problem),
        isa_(isa),
        prefix_(prefix.begin(), prefix.end()),
        links_nodes_(nodes_before_search(problem)),
        links_left_(prefix.empty() ? std::max(links_nodes_, kNodesToFirstSolution) : links_nodes_),
        links_(walk_by_links(problem, prefix)) {}

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
      search_ = search::walk_by_search(problem_, isa_, prefix_);
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
  std::vector<std::uint32_t> prefix_;
  const std::uint64_t links_nodes_;  // that links may take once there is a solution
  std::uint64_t links_left_;
  std::uint64_t shown_ = 0;
  std::unique_ptr<LinksWalk> links_;  // null once search_ has taken over
  std::unique_ptr<SolutionWalk> search_;
};

}  // namespace

std::uint64_t nodes_before_search(const Problem& problem) {
  if (problem.options() == 0) return 1;
  const std::uint64_t elements = problem.elements();
  const std::uint64_t hidden = elements / problem.items() * (elements / problem.options());
  const std::uint64_t node = kNanosecondsOfNode + kNanosecondsPerElement * hidden;
  return search::bytes_needed(problem) / node + 1;
}

std::unique_ptr<SolutionWalk> walk_by_turns(const Problem& problem, std::string_view isa,
                                            std::span<const std::uint32_t> prefix) {
  return std::make_unique<AutoWalk>(problem, isa, prefix);
}

}  // namespace puzzled::cover
