// The search as a walk through the solutions.
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/cover/links/links.hpp"
#include "core/cover/links/search.hpp"

namespace puzzled::cover {
namespace {

template <bool kGeneral>
class Walk final : public LinksWalk {
 public:
  Walk(links::Search<kGeneral> search, std::span<const std::uint32_t> prefix)
      : search_(std::move(search)) {
    search_.start(prefix);
  }

  Step next(std::uint64_t max_nodes, const StopFlag& stop) override {
    const Step step = search_.next(max_nodes, stop);
    if (step == Step::kSolution) {
      solution_ = search_.path();
      if constexpr (kGeneral) std::erase(solution_, kNoFurtherOption);
    }
    return step;
  }

  std::span<const std::uint32_t> solution() const override { return solution_; }
  std::uint64_t nodes() const override { return search_.nodes(); }
  std::uint64_t branches() const override { return search_.branches(); }

 private:
  links::Search<kGeneral> search_;
  std::vector<std::uint32_t> solution_;
};

}  // namespace

std::unique_ptr<LinksWalk> walk_by_links(const Problem& problem,
                                         std::span<const std::uint32_t> prefix) {
  return links::with_search(problem, [&]<bool kGeneral>(links::Search<kGeneral> search) {
    return std::unique_ptr<LinksWalk>(new Walk<kGeneral>(std::move(search), prefix));
  });
}

}  // namespace puzzled::cover
