#include "core/cover/simplified.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/cover/equal_options.hpp"
#include "core/cover/links/links.hpp"

namespace puzzled::cover {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kStepsPerLook = 4096;

/// An option that has an item, and in which colour.
struct User {
  std::uint32_t option = 0;
  Colour colour = 0;
};

// Where equal options stand in for each other, a walk through the others takes so many nodes, about
// a second, before all of them are searched.
constexpr std::uint64_t kNodesWithWeights = 2'000'000;

class Simplifier {
 public:
  Simplifier(const Problem& problem, Merge merge, const StopFlag& stop)
      : problem_(problem), merge_(merge), stop_(stop) {}

  Simplified run() {
    if (!merge_equal() || !list_users() || !force()) return std::move(result_);
    find_parts();
    if (is_large() && is_stopped(stop_)) return stopped();
    settle_small_parts();
    build_parts();
    return std::move(result_);
  }

 private:
  Simplified& stopped() {
    result_.status = Simplified::Status::kStopped;
    return result_;
  }
  bool fail() {
    result_.status = is_large() && is_stopped(stop_) ? Simplified::Status::kStopped
                                                     : Simplified::Status::kNoSolution;
    return false;
  }
  /// A small problem is done sooner than a flag is worth looking at.
  bool is_large() const { return problem_.options() >= kStepsPerLook; }
  bool is_due() { return ++steps_ % kStepsPerLook == 0 && is_stopped(stop_); }
  bool is_primary(std::uint32_t item) const { return item < problem_.primary_items(); }
  std::uint64_t weight(std::uint32_t option) const { return weights_[option]; }

  /// False, like all that follow, if there is a result.
  bool merge_equal() {
    const std::vector<std::uint32_t> first = first_equal_options(problem_, stop_);
    if (first.empty() && problem_.options() > 0) return fail();
    const std::size_t options = problem_.options();
    weights_.assign(options, 0);
    kept_.resize(options);
    for (std::uint32_t option = 0; option < options; ++option) {
      kept_[option] = option;
      if (problem_.is_idle(option)) continue;
      if (merge_ == Merge::kCounted) {
        ++weights_[first[option]];
        continue;
      }
      std::uint32_t& best = kept_[first[option]];
      if (is_better(option, best)) {
        weights_[best] = 0;
        best = option;
      }
      weights_[best] = 1;
    }
    return true;
  }

  /// Of two options with the same elements.
  bool is_better(std::uint32_t a, std::uint32_t b) const {
    const std::int64_t less = problem_.cost(a);
    const std::int64_t more = problem_.cost(b);
    return merge_ == Merge::kCheapest ? less < more : less > more;
  }

  bool is_live(std::uint32_t option) const { return weights_[option] > 0; }

  std::span<const User> users(std::uint32_t item) const {
    return std::span(users_).subspan(starts_[item], starts_[item + 1] - starts_[item]);
  }

  bool list_users() {
    starts_.assign(problem_.items() + 1, 0);
    for (std::uint32_t option = 0; option < problem_.options(); ++option) {
      if (!is_live(option)) continue;
      for (const Element& element : problem_.option(option)) ++starts_[element.item + 1];
    }
    counts_.assign(starts_.begin() + 1, starts_.end());
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    users_.resize(starts_.back());
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t option = 0; option < problem_.options(); ++option) {
      if (!is_live(option)) continue;
      for (const auto [item, colour] : problem_.option(option)) {
        users_[next[item]++] = {option, colour};
      }
    }
    return !is_large() || !is_stopped(stop_) || fail();
  }

  /// Chooses what is the only option of an item, until there is no such item.
  bool force() {
    is_done_.assign(problem_.items(), false);
    for (std::uint32_t item = 0; item < problem_.primary_items(); ++item) {
      if (counts_[item] == 0) return fail();
      if (counts_[item] == 1) due_.push_back(item);
    }
    while (!due_.empty()) {
      const std::uint32_t item = due_.back();
      due_.pop_back();
      if (is_done_[item]) continue;
      if (counts_[item] == 0) return fail();
      const auto options = users(item);
      const auto only = std::find_if(options.begin(), options.end(),
                                     [this](const User& user) { return is_live(user.option); });
      if (!choose(only->option)) return fail();
    }
    return true;
  }

  bool choose(std::uint32_t option) {
    result_.forced.push_back(option);
    result_.factor *= weight(option);
    weights_[option] = 0;
    for (const auto [item, colour] : problem_.option(option)) {
      --counts_[item];
      if (is_done_[item]) continue;
      is_done_[item] = true;
      if (!exclude_others(item, colour)) return false;
    }
    return true;
  }

  /// Options that do not agree with one of this colour.
  bool exclude_others(std::uint32_t item, Colour colour) {
    for (const auto [option, its_colour] : users(item)) {
      if (is_due()) return false;
      if (!is_live(option) || (colour != 0 && its_colour == colour)) continue;
      weights_[option] = 0;
      for (const Element& element : problem_.option(option)) {
        const std::uint32_t left = --counts_[element.item];
        if (!is_primary(element.item) || is_done_[element.item]) continue;
        if (left == 0) return false;
        if (left == 1) due_.push_back(element.item);
      }
    }
    return true;
  }

  /// Secondary items in which no two live options disagree hold nothing together.
  bool joins(std::uint32_t item) const {
    if (is_done_[item]) return false;
    if (is_primary(item)) return true;
    std::uint32_t seen = 0;
    Colour colour = 0;
    for (const auto [option, next] : users(item)) {
      if (!is_live(option)) continue;
      if (seen++ > 0 && (next == 0 || next != colour)) return true;
      colour = next;
    }
    return false;
  }

  std::uint32_t find(std::uint32_t item) {
    while (root_[item] != item) item = root_[item] = root_[root_[item]];
    return item;
  }

  /// Joins the items of each option.
  void find_parts() {
    root_.resize(problem_.items());
    std::iota(root_.begin(), root_.end(), 0U);
    joins_.resize(problem_.items());
    for (std::uint32_t item = 0; item < problem_.items(); ++item) joins_[item] = joins(item);
    for (std::uint32_t option = 0; option < problem_.options(); ++option) {
      if (!is_live(option)) continue;
      std::uint32_t first = kNone;
      for (const Element& element : problem_.option(option)) {
        if (!joins_[element.item]) continue;
        const std::uint32_t root = find(element.item);
        if (first == kNone) {
          first = root;
        } else if (root < first) {
          first = root_[first] = root;
        } else {
          root_[root] = first;
        }
      }
    }
  }

  /// A part of one primary item: any of its options will do.
  void settle_small_parts() {
    primary_in_.assign(problem_.items(), 0);
    for (std::uint32_t item = 0; item < problem_.primary_items(); ++item) {
      if (joins_[item]) ++primary_in_[find(item)];
    }
    for (std::uint32_t item = 0; item < problem_.primary_items(); ++item) {
      // (A primary item is the root of its part: it has the least number.)
      if (joins_[item] && primary_in_[find(item)] == 1) settle(item);
    }
  }

  void settle(std::uint32_t item) {
    std::uint64_t sum = 0;
    std::uint32_t best = kNone;
    for (const auto [option, colour] : users(item)) {
      if (!is_live(option)) continue;
      sum += std::exchange(weights_[option], 0);
      if (best == kNone || is_better(option, best)) best = option;
    }
    if (merge_ == Merge::kCounted) {
      result_.factor *= sum;
    } else {
      result_.forced.push_back(best);
    }
  }

  void build_parts() {
    std::vector<std::uint32_t> part_of(problem_.items(), kNone);  // by root
    std::vector<std::uint32_t> number(problem_.items(), kNone);   // in its part
    struct Size {
      std::uint32_t primary = 0;
      std::uint32_t secondary = 0;
    };
    std::vector<Size> sizes;
    for (std::uint32_t item = 0; item < problem_.items(); ++item) {
      if (!joins_[item] || primary_in_[find(item)] < 2) continue;
      std::uint32_t& part = part_of[find(item)];
      if (part == kNone) {
        part = static_cast<std::uint32_t>(sizes.size());
        sizes.push_back({});
      }
      number[item] =
          is_primary(item) ? sizes[part].primary++ : sizes[part].primary + sizes[part].secondary++;
    }
    std::vector<SimplePart> parts(sizes.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
      parts[part].problem = Problem(sizes[part].primary, sizes[part].secondary);
    }
    std::vector<Element> elements;
    for (std::uint32_t option = 0; option < problem_.options(); ++option) {
      if (!is_live(option)) continue;
      elements.clear();
      SimplePart* part = nullptr;
      for (const auto [item, colour] : problem_.option(option)) {
        if (number[item] == kNone) continue;
        part = &parts[part_of[find(item)]];
        elements.push_back({number[item], colour});
      }
      (void)part->problem.add_option(elements, problem_.cost(option));
      part->options.push_back(option);
      if (weight(option) > 1 && part->weights.empty()) {
        part->weights.assign(part->options.size() - 1, 1);
      }
      if (weight(option) > 1 || !part->weights.empty()) part->weights.push_back(weight(option));
    }
    std::stable_sort(parts.begin(), parts.end(), [](const SimplePart& a, const SimplePart& b) {
      return a.options.size() < b.options.size();
    });
    result_.parts = std::move(parts);
  }

  const Problem& problem_;
  Merge merge_;
  const StopFlag& stop_;
  Simplified result_;
  std::size_t steps_ = 0;
  std::vector<std::uint64_t> weights_;     // by option; 0: it is not live
  std::vector<std::uint32_t> kept_;        // by the first of equal options: the one that stays
  std::vector<std::uint32_t> starts_;      // by item: where its users begin
  std::vector<User> users_;                // by item
  std::vector<std::uint32_t> counts_;      // by item: its live options
  std::vector<bool> is_done_;              // by item: covered, or of one colour
  std::vector<bool> joins_;                // by item: it is open, and options may disagree in it
  std::vector<std::uint32_t> due_;         // items that had one live option
  std::vector<std::uint32_t> root_;        // by item
  std::vector<std::uint32_t> primary_in_;  // by root: primary items of the part
};

/// By walking through the solutions of the options that stand for others; nothing if there are
/// many.
std::optional<CountOutcome> count_weighted(const SimplePart& part, const StopFlag& stop) {
  const std::unique_ptr<LinksWalk> walk = walk_by_links(part.problem);
  CountOutcome outcome;
  for (;;) {
    const SolutionWalk::Step step = walk->next(kNodesWithWeights - outcome.nodes, stop);
    outcome.nodes = walk->nodes();
    if (step == SolutionWalk::Step::kEnd) return outcome;
    if (step == SolutionWalk::Step::kPaused || outcome.nodes >= kNodesWithWeights) {
      if (!is_stopped(stop)) return std::nullopt;
      outcome.status = CountStatus::kStopped;
      return outcome;
    }
    WideCount product = 1;
    for (const std::uint32_t option : walk->solution()) product *= part.weights[option];
    outcome.count += product;
  }
}

}  // namespace

Simplified simplify(const Problem& problem, Merge merge, const StopFlag& stop) {
  return Simplifier(problem, merge, stop).run();
}

Problem expanded(const SimplePart& part) {
  const Problem& merged = part.problem;
  Problem problem(merged.primary_items(), merged.items() - merged.primary_items());
  for (std::size_t option = 0; option < merged.options(); ++option) {
    for (std::uint64_t i = 0; i < part.weights[option]; ++i) {
      (void)problem.add_option(merged.option(option), merged.cost(option));
    }
  }
  return problem;
}

CountOutcome count_parts(const Simplified& simplified, const StopFlag& stop,
                         const PartCounter& count_part) {
  CountOutcome outcome;
  if (simplified.status == Simplified::Status::kStopped) outcome.status = CountStatus::kStopped;
  if (simplified.status != Simplified::Status::kOpen) return outcome;
  WideCount product = simplified.factor;
  for (const SimplePart& part : simplified.parts) {
    std::optional<CountOutcome> counted;
    if (!part.weights.empty()) counted = count_weighted(part, stop);
    if (!counted) {
      counted = part.weights.empty() ? count_part(part.problem) : count_part(expanded(part));
    }
    outcome.nodes += counted->nodes;
    product *= counted->count;
    if (counted->status != CountStatus::kComplete) {
      outcome.status = counted->status;
      if (&part == &simplified.parts.back()) outcome.count = product;
      return outcome;
    }
    // Whatever the others have.
    if (counted->count == WideCount()) return outcome;
  }
  outcome.count = product;
  return outcome;
}

std::uint64_t bytes_to_simplify(const Problem& problem) {
  // The result may have all elements once more.
  return 60 * problem.options() + 24 * problem.elements() + 60 * problem.items();
}

}  // namespace puzzled::cover
