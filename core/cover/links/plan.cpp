// Counting: the whole at once, or in units that are prefixes of the search.
#include <algorithm>
#include <cassert>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/cover/links/links.hpp"
#include "core/cover/links/search.hpp"
#include "core/split_mix.hpp"

namespace puzzled::cover {
namespace {

using links::Path;
using links::Search;
using links::with_search;
using Step = SolutionWalk::Step;

// Whoever waits for work waits that many nodes for an answer, some microseconds; up to so many if
// there was nothing to give away, because to find out costs as much as some dozens of nodes.
constexpr std::uint64_t kNodesBetweenLooks = 64;
constexpr std::uint64_t kMaxNodesBetweenLooks = 4096;

// A prefix that is cut off is probed so often, if it has few siblings; of many siblings some are
// probed once. And all probes together take so many steps. Estimates vary by orders of magnitude
// anyway, and what they miss is shared when the unit is counted. 512 units of pentominoes then take
// 20 ms, and 800 of word rectangles 10.
constexpr std::size_t kMaxProbes = 4;
constexpr std::size_t kProbesOfSiblings = 64;
constexpr std::uint64_t kMaxProbeSteps = 20'000;

// Cutting takes so many steps, a fraction of a second: then units are fewer than asked for.
constexpr std::uint64_t kMaxCutSteps = 100'000;

// More than any search can do, and the sum of many is finite.
constexpr double kMaxWork = 1e150;

// Prefixes with less expected work are not cut further: a unit costs as much as some dozens of
// nodes.
constexpr double kSmallWork = 100;

// A plan is fine when it has enough units, none of which is expected to take so many times the work
// of the mean; or when it has so many times the units that were asked for.
constexpr double kMaxOverMean = 4;
constexpr std::size_t kMaxExcess = 2;

// The nodes below the start, if every branch were as the one that is tried. In integers, so that no
// rounding makes the units of two machines differ.
template <bool kGeneral>
double probe_below(Search<kGeneral>& search, std::uint64_t seed, std::uint64_t& steps,
                   const StopFlag& stop = kNeverStop) {
  SplitMix64 random(seed);
  WideCount nodes;
  WideCount width = 1;
  while (!search.is_solution() && !is_stopped(stop)) {
    const std::uint64_t alternatives = search.alternatives();
    if (alternatives == 0) break;
    width *= alternatives;
    nodes += width;
    search.descend(random.below(alternatives));
    ++steps;
  }
  search.return_to_start();
  return to_double(nodes);
}

template <bool kGeneral>
class LinksCounter final : public UnitCounter {
 public:
  explicit LinksCounter(const Problem& problem) : search_(problem) {}

  CountOutcome count(const Unit& unit, const StopFlag& stop, const Sharing& sharing) override {
    CountOutcome outcome;
    if (!start(unit)) return outcome;
    const std::uint64_t solutions_before = search_.solutions();
    const std::uint64_t nodes_before = search_.nodes();
    const bool shares = sharing.given != nullptr;
    std::uint64_t max_nodes = shares ? kNodesBetweenLooks : UINT64_MAX;
    double work = unit.work;
    while (search_.count(max_nodes, stop) == Step::kPaused) {
      if (is_stopped(stop)) {
        outcome.status = CountStatus::kStopped;
        break;
      }
      while (sharing.is_all_wanted() && give_away(unit.weight, work, *sharing.given)) {
      }
      if (!sharing.is_wanted()) continue;
      const bool gave = give_away(unit.weight, work, *sharing.given);
      max_nodes = gave ? kNodesBetweenLooks : std::min(2 * max_nodes, kMaxNodesBetweenLooks);
    }
    outcome.count = search_.solutions() - solutions_before;
    outcome.count *= unit.weight;
    outcome.nodes = search_.nodes() - nodes_before;
    return outcome;
  }

  double probe(const Unit& unit, std::uint64_t seed) override {
    std::uint64_t steps = 0;
    return start(unit) ? probe_below(search_, seed, steps) : 0;
  }

 private:
  bool start(const Unit& unit) {
    const bool is_path = search_.start(unit.prefix);
    assert(is_path);
    return is_path;
  }

  // Whether there was something to give. Of the expected work `work` keeps its share: all branches,
  // this one too, are taken for equal.
  bool give_away(std::uint64_t weight, double& work, std::vector<Unit>& given) {
    std::vector<Path> paths = search_.give_away();
    work /= static_cast<double>(paths.size() + 1);
    for (Path& path : paths) given.push_back({std::move(path), weight, work});
    return !paths.empty();
  }

  Search<kGeneral> search_;
};

// Among units of equal work the first in the order of the search is cut first.
bool is_easier(const Unit& a, const Unit& b) {
  return a.work != b.work ? a.work < b.work : a.prefix > b.prefix;
}

template <bool kGeneral>
class LinksSplitter final : public UnitSplitter {
 public:
  LinksSplitter(Search<kGeneral> search, const StopFlag& stop)
      : search_(std::move(search)), stop_(stop) {}

  std::vector<Unit> split(const Unit& unit, std::size_t units) override {
    if (units <= 1) return {unit};
    units_.clear();
    work_ = 0;
    probe_steps_ = 0;
    cut_steps_ = 0;
    add(unit.prefix, probed(unit.prefix, kMaxProbes));
    while (!units_.empty() && !is_fine(units)) {
      std::ranges::pop_heap(units_, is_easier);
      const Unit hardest = std::move(units_.back());
      units_.pop_back();
      work_ -= hardest.work;
      cut(hardest);
    }
    // That is the order of the search: it tries options in the order of their numbers.
    std::ranges::sort(units_, {}, &Unit::prefix);
    return std::move(units_);
  }

 private:
  bool is_fine(std::size_t units) const {
    const double hardest = units_.front().work;
    if (hardest < kSmallWork || cut_steps_ > kMaxCutSteps || is_stopped(stop_)) return true;
    if (units_.size() < units) return false;
    return units_.size() >= kMaxExcess * units ||
           hardest <= kMaxOverMean * work_ / static_cast<double>(units_.size());
  }

  void add(Path prefix, double work) {
    units_.push_back({std::move(prefix), 1, work});
    std::ranges::push_heap(units_, is_easier);
    work_ += work;
  }

  // Expected nodes below `prefix`, but at least 1.
  double probed(const Path& prefix, std::size_t probes) {
    search_.start(prefix);
    double nodes = 0;
    for (std::size_t seed = 0; seed < probes; ++seed) {
      nodes += probe_below(search_, seed, probe_steps_, stop_);
    }
    return std::clamp(nodes / static_cast<double>(probes), 1.0, kMaxWork);
  }

  void cut(const Unit& unit) {
    search_.start(unit.prefix);
    cut_steps_ += unit.prefix.size() + 1;
    if (search_.is_solution()) return add(unit.prefix, 1);
    const std::vector<std::uint32_t> steps = search_.steps();
    if (steps.empty()) return;
    const std::size_t probes =
        std::clamp(kProbesOfSiblings / steps.size(), std::size_t{1}, kMaxProbes);
    const std::size_t stride = (steps.size() - 1) / kProbesOfSiblings + 1;
    // Who is not probed is taken for equal to the last one that was.
    double work = std::max(unit.work / static_cast<double>(steps.size()), 1.0);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Path path = unit.prefix;
      path.push_back(steps[i]);
      if (i % stride == 0 && probe_steps_ < kMaxProbeSteps && !is_stopped(stop_))
        work = probed(path, probes);
      add(std::move(path), work);
    }
  }

  Search<kGeneral> search_;
  const StopFlag& stop_;
  std::vector<Unit> units_;  // of the unit that is split: a heap by is_easier()
  double work_ = 0;          // of them all
  std::uint64_t probe_steps_ = 0;
  std::uint64_t cut_steps_ = 0;
};

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

CountOutcome count_by_links(const Problem& problem, const StopFlag& stop, std::uint64_t max_nodes) {
  return with_search(problem, [&](auto search) {
    const Step step = search.count(max_nodes, stop);
    const CountStatus early = is_stopped(stop) ? CountStatus::kStopped : CountStatus::kGaveUp;
    return CountOutcome{.count = search.solutions(),
                        .status = step == Step::kEnd ? CountStatus::kComplete : early,
                        .nodes = search.nodes()};
  });
}

std::shared_ptr<const CountPlan> plan_by_links(const Problem& problem, std::size_t units,
                                               const StopFlag& stop) {
  return with_search(problem, [&]<bool kGeneral>(Search<kGeneral> search) {
    LinksSplitter<kGeneral> splitter(std::move(search), stop);
    return std::make_shared<const CountPlan>(splitter.split({}, units), 0, [&problem] {
      return std::make_unique<LinksCounter<kGeneral>>(problem);
    });
  });
}

std::unique_ptr<UnitSplitter> split_by_links(const Problem& problem, const StopFlag& stop) {
  return with_search(problem, [&]<bool kGeneral>(Search<kGeneral> search) {
    return std::unique_ptr<UnitSplitter>(
        std::make_unique<LinksSplitter<kGeneral>>(std::move(search), stop));
  });
}

std::unique_ptr<LinksWalk> walk_by_links(const Problem& problem,
                                         std::span<const std::uint32_t> prefix) {
  return links::with_search(problem, [&]<bool kGeneral>(links::Search<kGeneral> search) {
    return std::unique_ptr<LinksWalk>(new Walk<kGeneral>(std::move(search), prefix));
  });
}

}  // namespace puzzled::cover
