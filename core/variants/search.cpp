#include "core/variants/search.hpp"

namespace puzzled::variants {
namespace {

/// The levels' derived sums: of so many cells at most. Longer ones cost more than they save on most
/// boards, but a few boards hardly need a branching with them.
constexpr std::size_t kDerivedCells[] = {0, 5, 8};

struct Stage {
  std::size_t level;
  std::uint64_t branches;  // 0: no limit
  double first_score;
};
// Killers take half the branchings where cells that many rules share are branched on first; easy
// boards take twice as many.
constexpr double kFirstScore = 100;
constexpr Stage kStages[] = {
    {0, 20, 0}, {1, 300, kFirstScore}, {2, 30, kFirstScore}, {1, 0, kFirstScore}};
constexpr Stage kPlainStage{0, 0, 0};

}  // namespace

Search::Search(const Rules& rules) : rules_(rules) {
  levels_[0].search = std::make_unique<TreeSearch>(rules);
  levels_[0].is_made = true;
}

/// The level below, if there is nothing to derive.
TreeSearch& Search::search_of(std::size_t level, TimeLeft& time) {
  Level& made = levels_[level];
  if (!made.is_made) {
    made.rules = rules_.with_derived_sums(kDerivedCells[level], time);
    made.is_made = !time.has_ended();
    if (!made.is_made) made.rules.reset();
    if (made.rules) made.search = std::make_unique<TreeSearch>(*made.rules);
  }
  return made.search ? *made.search : search_of(level - 1, time);
}

Found Search::solve(std::span<const ValueSet> candidates, const SearchLimits& limits,
                    const SearchWishes& wishes) {
  TimeLeft time(limits);
  Found found;
  const std::span<const Stage> stages =
      rules_.are_houses_alone() ? std::span(&kPlainStage, 1) : std::span<const Stage>(kStages);
  for (const Stage& stage : stages) {
    TreeSearch& search = search_of(stage.level, time);
    if (wishes.all != nullptr) wishes.all->clear();
    std::uint64_t branches = stage.branches;
    const std::uint64_t left = wishes.max_branches - found.branches;
    const bool is_last = wishes.max_branches != 0 && (branches == 0 || branches >= left);
    if (is_last) branches = left;
    const TreeSearch::Count count = search.count(
        candidates,
        {.solutions = limits.solutions, .branches = branches, .first_score = stage.first_score},
        time, wishes);
    found.count = count.solutions;
    found.branches += count.branches;
    found.timed_out = count.end == TreeSearch::End::kTime;
    first_ = search.first();
    if (count.end != TreeSearch::End::kBranches) break;
    found.gave_up = is_last;
    if (is_last) break;
  }
  return found;
}

}  // namespace puzzled::variants
