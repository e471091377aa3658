#include "core/cover/search/symmetric_count.hpp"

#include <algorithm>
#include <utility>

#include "core/cover/symmetry/orbits.hpp"
#include "core/cover/symmetry/structure.hpp"

namespace puzzled::cover::search {
namespace {

// What it costs to look at an edge, in nodes of the search; and how often each edge is looked at
// until a structure is refined.
constexpr double kNodesPerEdge = 0.04;
constexpr double kRounds = 15;
// Symmetry is looked for where ten times its price may be saved; leaves may cost a fifth of it.
constexpr double kMinGain = 10;
constexpr double kShareOfLeaves = 0.2;
constexpr double kMaxLeaves = 100;

std::vector<std::uint32_t> live_options(const Search& search, std::uint32_t level) {
  std::vector<std::uint32_t> options;
  options.reserve(search.live_count(level));
  for (std::uint32_t option = 0; option < search.matrices().options; ++option) {
    if (search.is_live(level, option)) options.push_back(option);
  }
  return options;
}

/// The item with the fewest orbits of options (then the fewest options), one option for each.
std::vector<Branch> fewest_orbits(const Problem& problem, const Matrices& matrices,
                                  const std::vector<std::uint32_t>& options,
                                  symmetry::Orbits& orbits) {
  std::vector<std::vector<Branch>> branches(matrices.items);
  std::vector<std::vector<std::uint32_t>> orbits_of(matrices.items);
  for (std::uint32_t i = 0; i < options.size(); ++i) {
    const std::uint32_t orbit = orbits.find(i);
    for (const Element& element : problem.option(options[i])) {
      if (element.item >= matrices.items) continue;
      std::vector<std::uint32_t>& seen = orbits_of[element.item];
      const auto place = std::find(seen.begin(), seen.end(), orbit);
      if (place == seen.end()) {
        seen.push_back(orbit);
        branches[element.item].push_back({options[i], 1});
      } else {
        ++branches[element.item][static_cast<std::size_t>(place - seen.begin())].weight;
      }
    }
  }
  std::size_t best = 0;
  std::pair<std::size_t, std::size_t> least{SIZE_MAX, SIZE_MAX};
  for (std::size_t item = 0; item < branches.size(); ++item) {
    if (branches[item].empty()) continue;
    std::size_t total = 0;
    for (const Branch& branch : branches[item]) total += branch.weight;
    const std::pair<std::size_t, std::size_t> cost{branches[item].size(), total};
    if (cost < least) {
      least = cost;
      best = item;
    }
  }
  return std::move(branches[best]);
}

std::uint64_t nodes_for(std::uint64_t edges) {
  return static_cast<std::uint64_t>(kNodesPerEdge * static_cast<double>(edges));
}

bool may_pay(const symmetry::Structure& structure, std::uint64_t expected_nodes) {
  const auto edges = static_cast<double>(structure.neighbours.size() + structure.vertices);
  return static_cast<double>(expected_nodes) >= kMinGain * kRounds * kNodesPerEdge * edges;
}

// Below so many nodes nobody looks for symmetry: to build the structure alone costs more.
constexpr std::uint64_t kMinNodesForSymmetry = 30'000;
constexpr unsigned kProbesOfPrefix = 24;
constexpr std::uint64_t kMaxExpected = std::uint64_t{1} << 62;
// Looking for symmetry may take as long as so many nodes, and then half as long as the search:
// where the cache makes short work of what the probes expect to take for ever, no more is wasted.
constexpr std::uint64_t kFreeNodesForSymmetry = 4'000'000;
constexpr std::uint64_t kSeedOfPrefix = 20'260'000;

constexpr std::uint32_t kSmallCount = 2;
constexpr auto kLargeCount = static_cast<std::uint32_t>(WideCount::kWords);

Unit unit_of(std::span<const std::uint32_t> prefix, std::span<const std::uint32_t> rest,
             std::uint32_t option, std::uint64_t weight) {
  Unit unit;
  unit.prefix.assign(prefix.begin(), prefix.end());
  unit.prefix.insert(unit.prefix.end(), rest.begin(), rest.end());
  unit.prefix.push_back(option);
  unit.weight = weight;
  return unit;
}

}  // namespace

Cut cut_by_symmetry(const Problem& problem, const Search& search, std::uint32_t level,
                    std::uint64_t expected_nodes) {
  const std::vector<std::uint32_t> options = live_options(search, level);
  const symmetry::Structure structure(problem, options);
  Cut cut;
  cut.cost = nodes_for(structure.neighbours.size());
  if (!may_pay(structure, expected_nodes)) return cut;
  const symmetry::Refinement refinement(structure);
  cut.cost += nodes_for(refinement.work());
  if (refinement.is_discrete()) return cut;
  cut.form = form_of(structure, refinement);
  // A leaf of the orbits costs what the form did.
  const std::uint64_t price = nodes_for(cut.form.work) + 1;
  cut.cost += price;
  const double leaves = std::min(kMaxLeaves, kShareOfLeaves * static_cast<double>(expected_nodes) /
                                                 static_cast<double>(price));
  symmetry::Orbits orbits(structure, refinement, static_cast<int>(leaves));
  cut.cost += nodes_for(orbits.work());
  if (orbits.any()) cut.branches = fewest_orbits(problem, search.matrices(), options, orbits);
  return cut;
}

symmetry::Form form_at(const Problem& problem, const Search& search, std::uint32_t level,
                       std::uint64_t expected_nodes) {
  const symmetry::Structure structure(problem, live_options(search, level));
  if (!may_pay(structure, expected_nodes)) return {};
  const symmetry::Refinement refinement(structure);
  return form_of(structure, refinement);
}

SymmetricSettings symmetric_settings(const CountSettings& settings) {
  return {.symmetry = settings.symmetry,
          .cache_bytes = settings.engine == Engine::kSearch ? 0 : settings.memory / 2,
          .form_bytes = settings.memory / 8};
}

SymmetricCount::SymmetricCount(const Problem& problem, Search& search,
                               const SymmetricSettings& settings)
    : problem_(problem),
      search_(search),
      settings_(settings),
      first_node_(search.nodes()),
      forms_(settings.form_bytes),
      random_(kSeedOfPrefix),
      path_(search.matrices().max_depth + 2) {
  Cache* cache = settings.shared_cache;
  if (cache == nullptr && settings.cache_bytes > 0) {
    cache_ = std::make_unique<Cache>(search.matrices(), kSmallCount, settings.cache_bytes, false);
    cache = cache_.get();
  }
  search_.use_cache(cache, kSmallCount);
}

void SymmetricCount::begin(std::span<const std::uint32_t> prefix) {
  frames_.clear();
  in_leaf_ = false;
  is_done_ = false;
  total_ = {};
  Choice choice = search_.choose(0);
  std::uint32_t level = 0;
  for (const std::uint32_t option : prefix) {
    path_[level] = option;
    choice = search_.apply(level++, option);
  }
  enter(level, choice);
}

bool SymmetricCount::run(std::uint64_t max_nodes, const StopFlag& stop) {
  const std::uint64_t end =
      max_nodes < UINT64_MAX - search_.nodes() ? search_.nodes() + max_nodes : UINT64_MAX;
  while (!is_done_) {
    if (is_stopped(stop) || search_.nodes() >= end) return false;
    if (in_leaf_) {
      run_leaf(std::min(end - search_.nodes(), search_.nodes_per_look()));
    } else {
      advance();
    }
  }
  return true;
}

/// Takes the next branch of the top frame, or ends it.
void SymmetricCount::advance() {
  Frame& frame = frames_.back();
  if (frame.next < frame.branches.size()) {
    const std::uint32_t option = frame.branches[frame.next++].option;
    const std::uint32_t level = frame.level;
    path_[level] = option;
    enter(level + 1, search_.apply(level, option));
    return;
  }
  const WideCount sum = frame.sum;
  if (frame.is_kept) forms_.store(std::move(frame.form), sum);
  frames_.pop_back();
  deliver(sum);
}

/// What was entered last has so many solutions.
void SymmetricCount::deliver(const WideCount& count) {
  if (frames_.empty()) {
    total_ = count;
    is_done_ = true;
    return;
  }
  Frame& frame = frames_.back();
  frame.sum += count * WideCount(frame.branches[frame.next - 1].weight);
}

/// Counts what is below a level: at once, by a new frame, or as a leaf.
void SymmetricCount::enter(std::uint32_t level, Choice choice) {
  while (choice.options == 1 && !choice.is_solved()) {
    const std::uint32_t option = search_.branches(level, choice).next(search_.live(level));
    path_[level] = option;
    choice = search_.apply(level++, option);
  }
  if (choice.is_dead()) {
    deliver(0);
  } else if (choice.is_solved()) {
    deliver(1);
  } else if (!settings_.symmetry || !cut(level, choice)) {
    begin_leaf(level, choice);
  }
}

/// Cuts what is below a level by its symmetries; false if it is a leaf.
bool SymmetricCount::cut(std::uint32_t level, Choice choice) {
  std::uint64_t expected = kMaxExpected;
  if (!settings_.always_looks) {
    expected = random_.mean_nodes(search_, level, choice, kProbesOfPrefix);
    if (expected < kMinNodesForSymmetry) return false;
    if (symmetry_cost_ > kFreeNodesForSymmetry + nodes() / 2) return false;
  }
  Cut cut = cut_by_symmetry(problem_, search_, level, expected);
  symmetry_cost_ += cut.cost;
  if (cut.form.words.empty() && cut.branches.empty()) return false;
  if (const auto known = forms_.find(cut.form)) {
    deliver(*known);
    return true;
  }
  if (cut.branches.empty()) {
    // A leaf, but its count may serve again: a frame whose only branch led here keeps it.
    if (level > 0) {
      frames_.push_back({level - 1, {{path_[level - 1], 1}}, 1, {}, std::move(cut.form), true});
    }
    return false;
  }
  frames_.push_back({level, std::move(cut.branches), 0, {}, std::move(cut.form), true});
  return true;
}

void SymmetricCount::begin_leaf(std::uint32_t level, Choice choice) {
  in_leaf_ = true;
  leaf_choice_ = choice;
  // Beginning above the option that led here, the search looks the leaf itself up, too.
  leaf_below_option_ = level > 0;
  leaf_level_ = leaf_below_option_ ? level - 1 : 0;
  if (leaf_below_option_) {
    const std::uint32_t option = path_[leaf_level_];
    search_.begin_count(leaf_level_, Branches::only(search_.matrices().item_options(0), option));
  } else {
    search_.begin_count(0, search_.branches(0, choice));
  }
}

void SymmetricCount::run_leaf(std::uint64_t max_nodes) {
  switch (search_.count(max_nodes)) {
    case CountStep::kPaused:
      return;
    case CountStep::kOverflow:
      grow_sums();
      begin_leaf(leaf_below_option_ ? leaf_level_ + 1 : 0, leaf_choice_);
      return;
    case CountStep::kDone:
      break;
  }
  in_leaf_ = false;
  deliver(search_.counted());
}

/// From now on sums have 512 bits, and a cache of their own.
void SymmetricCount::grow_sums() {
  const bool had_cache = search_.has_cache();
  search_.use_cache(nullptr, kLargeCount);
  cache_.reset();
  if (!had_cache) return;
  cache_ = std::make_unique<Cache>(search_.matrices(), kLargeCount, settings_.cache_bytes, false);
  search_.use_cache(cache_.get(), kLargeCount);
}

WideCount SymmetricCount::count() const {
  if (is_done_) return total_;
  WideCount count;
  if (in_leaf_) count = search_.counted_so_far();
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& frame = frames_[i];
    if (frame.next > 0) count *= WideCount(frame.branches[frame.next - 1].weight);
    count += frame.sum;
  }
  return count;
}

CountOutcome SymmetricCount::outcome() const {
  return {.count = count(),
          .status = is_done_ ? CountStatus::kComplete : CountStatus::kStopped,
          .nodes = nodes()};
}

void SymmetricCount::give_away(std::uint64_t weight, std::vector<Unit>& units) {
  for (Frame& frame : frames_) {
    frame.is_kept = false;  // its sum will lack what is given away
    if (frame.next < frame.branches.size()) {
      for (std::size_t i = frame.next; i < frame.branches.size(); ++i) {
        std::uint64_t product = 0;
        if (__builtin_mul_overflow(weight, frame.branches[i].weight, &product)) return;
      }
      const std::span prefix = std::span(path_).first(frame.level);
      for (std::size_t i = frame.next; i < frame.branches.size(); ++i) {
        const Branch branch = frame.branches[i];
        units.push_back(unit_of(prefix, {}, branch.option, weight * branch.weight));
      }
      frame.branches.resize(frame.next);
      return;
    }
    if (__builtin_mul_overflow(weight, frame.branches[frame.next - 1].weight, &weight)) return;
  }
  if (!in_leaf_) return;
  const auto [level, options] = search_.take_branches();
  for (const std::uint32_t option : options) {
    units.push_back(unit_of(std::span(path_).first(leaf_level_), search_.path(leaf_level_, level),
                            option, weight));
  }
}

}  // namespace puzzled::cover::search
