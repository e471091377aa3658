#include "core/variants/tree_search.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace puzzled::variants {
namespace {

// A failure adds to the score of the cell that was branched on and of those that failed; later
// failures count more.
//
// On boards of houses alone scores break ties between cells of as many candidates. 30 locally
// minimal 16x16 boards took 131940 branchings without scores, 7285 with these; with a growth
// of 1.01 7605, and with a score weighed against the candidates (divided by them) 40936.
constexpr double kHouseGrowth = 1.05;
constexpr double kHouseShare = 0.05;  // of each cell of a house that failed

// On other boards a slow growth does best, and scores are divided by the number of candidates.
constexpr double kGrowth = 1.002;
constexpr double kFailedRuleShare = 4;  // of all cells of it together
constexpr double kLeastScore = 1e-3;
constexpr double kBadValueWeight = 0.2;
constexpr double kBadValueRatio = 1.5;
constexpr double kMaxStep = 1e100;

constexpr std::size_t kUsualDepth = 8;  // of easy boards

constexpr std::uint64_t kStepsOfCell = 8;  // of a branching

constexpr auto kReciprocals = [] {
  std::array<double, kMaxSize + 1> reciprocals{};
  for (std::size_t i = 1; i < reciprocals.size(); ++i) {
    reciprocals[i] = 1.0 / static_cast<double>(i);
  }
  return reciprocals;
}();

}  // namespace

TreeSearch::TreeSearch(const Rules& rules)
    : rules_(rules),
      cells_(rules.model().cells()),
      state_(rules.watchers(), rules.propagators().size()),
      boards_(cells_),
      clues_(cells_),
      seen_(cells_),
      first_(cells_),
      scores_(cells_) {
  boards_.reserve(kUsualDepth * cells_);
}

TreeSearch::Count TreeSearch::count(std::span<const ValueSet> candidates, const Limits& limits,
                                    TimeLeft& time, const SearchWishes& wishes) {
  Count found;
  path_.clear();
  reset_scores(limits.first_score);
  bool is_possible = begin(candidates) && propagate(time);
  for (;;) {
    if (time.has_ended()) {
      found.end = End::kTime;
      return found;
    }
    if (is_possible && is_wanted(wishes)) {
      const Branching branching = choose(wishes.preferred);
      if (branching.value != 0) {
        if (time.is_up(kStepsOfCell * cells_)) continue;
        if (limits.branches != 0 && found.branches == limits.branches) {
          found.end = End::kBranches;
          return found;
        }
        ++found.branches;
        go_down(branching);
        is_possible = state_.keep(branching.cell, branching.value) && propagate(time);
        if (!is_possible) blame(branching.cell, branching.value);
        continue;
      }
      if (found.solutions++ == 0) take_first();
      if (wishes.all != nullptr) add_solution(*wishes.all);
      if (wishes.guide != nullptr) wishes.guide->take({state_.candidates_, cells_});
      if (found.solutions == limits.solutions) return found;
    }
    if (path_.empty()) return found;
    const Branching tried = path_.back();
    go_up();
    is_possible = state_.keep(tried.cell, ~tried.value) && propagate(time);
    if (!is_possible) blame(tried.cell, 0);
  }
}

void TreeSearch::reset_scores(double first_score) {
  step_ = 1;
  std::ranges::fill(value_scores_, 0.0);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    scores_[cell] = first_score * rules_.rules_of(static_cast<Cell>(cell));
  }
}

/// Copies the candidates, removes the values of clues from their peers, and queues every rule.
bool TreeSearch::begin(std::span<const ValueSet> candidates) {
  forget_queue();
  ValueSet* const board = boards_.data();
  state_.candidates_ = board;
  open_ = 0;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    board[cell] = candidates[cell] & rules_.model().allowed[cell];
    const bool is_clue = is_single(board[cell]);
    clues_[cell] = is_clue ? board[cell] : 0;
    seen_[cell] = 0;
    open_ += !is_clue;
  }
  // Group by group: to tell each peer of each clue instead doubles the time of an easy 25x25 board.
  ValueSet twice = 0;
  for (const std::span<const Cell> group : rules_.all_different()) {
    ValueSet once = 0;
    for (const Cell cell : group) {
      twice |= once & clues_[cell];
      once |= clues_[cell];
    }
    for (const Cell cell : group) seen_[cell] |= once;
  }
  bool is_possible = twice == 0;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    board[cell] &= ~(seen_[cell] & ~clues_[cell]);
    is_possible &= board[cell] != 0;
    state_.fixed_[state_.fixed_count_] = static_cast<Cell>(cell);
    state_.fixed_count_ += is_single(board[cell]) && clues_[cell] == 0;
  }
  state_.queue_all(rules_.propagators().size());
  return is_possible;
}

/// Applies the rules until none removes a candidate; false if there is no solution, or time is up.
/// Then the queue is empty.
bool TreeSearch::propagate(TimeLeft& time) {
  failed_rule_ = nullptr;
  state_.failed_ = State::kNoCell;
  for (;;) {
    while (state_.fixed_count_ > 0) {
      --open_;
      const Cell cell = state_.fixed_[--state_.fixed_count_];
      if (!state_.remove(rules_.peers(cell), state_[cell])) {
        failed_rule_ = nullptr;
        forget_queue();
        return false;
      }
    }
    if (open_ == 0) state_.forget_all_but(rules_.full_board_checks());
    if (state_.busy_ == 0) return true;
    const std::size_t first = state_.take_first();
    const Propagator& next = *rules_.propagators()[first];
    if (time.is_up(rules_.run_steps()[first])) {
      forget_queue();
      return false;
    }
    if (!next.propagate(state_)) {
      failed_rule_ = &next;
      forget_queue();
      return false;
    }
  }
}

/// A failure below a branching, on `value` of `cell` or, if it is 0, on its other values.
void TreeSearch::blame(Cell cell, ValueSet value) {
  const bool are_houses_alone = rules_.are_houses_alone();
  if (value != 0 || are_houses_alone) scores_[cell] += step_;
  if (state_.failed_ != State::kNoCell && (failed_rule_ == nullptr || !are_houses_alone)) {
    scores_[state_.failed_] += step_;
  }
  if (failed_rule_ != nullptr) {
    const std::span<const Cell> cells = failed_rule_->cells();
    const double share =
        are_houses_alone ? kHouseShare : kFailedRuleShare / static_cast<double>(cells.size());
    for (const Cell other : cells) scores_[other] += step_ * share;
  }
  if (value != 0) value_scores_[value_of(value) - 1] += step_;
  step_ *= are_houses_alone ? kHouseGrowth : kGrowth;
  if (step_ < kMaxStep) return;
  for (double& score : scores_) score /= kMaxStep;
  for (double& score : value_scores_) score /= kMaxStep;
  step_ /= kMaxStep;
}

void TreeSearch::forget_queue() {
  state_.fixed_count_ = 0;
  state_.forget_all();
}

/// On boards whose rules are houses alone, by the number of candidates; on others by scores.
TreeSearch::Branching TreeSearch::choose(std::span<const ValueSet> preferred) const {
  if (open_ == 0) return {};
  Branching chosen = rules_.are_houses_alone() ? choose_by_count() : choose_by_score();
  if (!preferred.empty()) {
    const ValueSet first = state_[chosen.cell] & preferred[chosen.cell];
    if (first != 0) chosen.value = first & (~first + 1);
  }
  return chosen;
}

/// A cell of fewest candidates, of those the one with the highest score; if they are more than two,
/// rather a value that has but two places in a house. (Then the other branch fixes its other
/// place.)
TreeSearch::Branching TreeSearch::choose_by_count() const {
  int fewest = kMaxSize + 1;
  double best = -1;
  Branching chosen;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const ValueSet values = state_[static_cast<Cell>(cell)];
    if (is_single(values)) continue;
    const int count = count_values(values);
    if (count > fewest || (count == fewest && scores_[cell] <= best)) continue;
    fewest = count;
    best = scores_[cell];
    chosen = {.cell = static_cast<Cell>(cell), .value = values & (~values + 1)};
  }
  if (chosen.value != 0 && fewest > 2) find_value_of_two_places(chosen);
  return chosen;
}

/// Values that have two places in a house, no more and no fewer.
ValueSet TreeSearch::values_of_two_places(const House& house) const {
  ValueSet once = 0;
  ValueSet twice = 0;
  ValueSet more = 0;
  for (const Cell cell : house.cells) {
    const ValueSet values = state_[cell];
    more |= twice & values;
    twice |= once & values;
    once |= values;
  }
  return twice & ~more;
}

void TreeSearch::find_value_of_two_places(Branching& branching) const {
  for (const House& house : rules_.model().houses) {
    const ValueSet found = values_of_two_places(house);
    if (found == 0) continue;
    branching.value = found & (~found + 1);
    for (const Cell cell : house.cells) {
      if ((state_[cell] & branching.value) == 0) continue;
      branching.cell = cell;
      return;
    }
  }
}

/// The cell of the highest score for each of its candidates.
TreeSearch::Branching TreeSearch::choose_by_score() const {
  // A value that fails more than the others: cells that have it come first.
  ValueSet bad = 0;
  double worst = 0;
  double least = kMaxStep * kMaxStep;
  for (int value = 1; value <= rules_.model().size; ++value) {
    const double score = value_scores_[value - 1];
    if (score > worst) bad = set_of(value);
    worst = std::max(worst, score);
    if (score > 0) least = std::min(least, score);
  }
  if (worst < step_ * rules_.model().size || worst <= kBadValueRatio * least) bad = 0;
  const double weight_of_bad = worst * kBadValueWeight;
  double best = -1;
  Branching chosen;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const ValueSet values = state_[static_cast<Cell>(cell)];
    if (is_single(values)) continue;
    const double score =
        (scores_[cell] + kLeastScore * step_ + ((values & bad) != 0 ? weight_of_bad : 0)) *
        kReciprocals[static_cast<std::size_t>(count_values(values))];
    if (score <= best) continue;
    best = score;
    chosen = {.cell = static_cast<Cell>(cell), .value = values & (~values + 1)};
  }
  if (!has_at_most_two(state_[chosen.cell])) find_better_value_of_two_places(chosen, best);
  return chosen;
}

/// A value that has but two places in a house, if one of them has a higher score for two
/// candidates.
void TreeSearch::find_better_value_of_two_places(Branching& branching, double best) const {
  for (const House& house : rules_.model().houses) {
    double top = 0;
    for (const Cell cell : house.cells) {
      if (!is_single(state_[cell])) top = std::max(top, scores_[cell]);
    }
    if (top * kReciprocals[2] < best) continue;
    for (ValueSet left = values_of_two_places(house); left != 0; left &= left - 1) {
      const ValueSet value = left & (~left + 1);
      for (const Cell cell : house.cells) {
        if ((state_[cell] & value) == 0 || scores_[cell] * kReciprocals[2] < best) continue;
        best = scores_[cell] * kReciprocals[2];
        branching = {.cell = cell, .value = value};
      }
    }
  }
}

/// Goes on with a copy of the board.
void TreeSearch::go_down(const Branching& branching) {
  path_.push_back(branching);
  path_.back().open = open_;
  const std::size_t begin = path_.size() * cells_;
  if (boards_.size() < begin + cells_) boards_.resize(begin + cells_);
  std::copy_n(boards_.data() + begin - cells_, cells_, boards_.data() + begin);
  state_.candidates_ = boards_.data() + begin;
}

/// Goes back to the board before the last branching.
void TreeSearch::go_up() {
  open_ = path_.back().open;
  path_.pop_back();
  state_.candidates_ = boards_.data() + path_.size() * cells_;
}

bool TreeSearch::is_wanted(const SearchWishes& wishes) const {
  return wishes.guide == nullptr || wishes.guide->wants({state_.candidates_, cells_});
}

void TreeSearch::take_first() {
  first_.clear();
  add_solution(first_);
}

/// Adds the board at hand, which is full.
void TreeSearch::add_solution(std::vector<std::uint8_t>& solutions) const {
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    solutions.push_back(static_cast<std::uint8_t>(value_of(state_[static_cast<Cell>(cell)])));
  }
}

bool TreeSearch::propagate(std::span<ValueSet> candidates, TimeLeft& time) {
  path_.clear();
  if (!begin(candidates) || !propagate(time)) return false;
  std::copy_n(state_.candidates_, cells_, candidates.begin());
  return true;
}

/// Those of a cell's candidates that propagation does not refuse at once. The board is as before.
ValueSet TreeSearch::possible_values(Cell cell, TimeLeft& time) {
  ValueSet possible = 0;
  for (ValueSet left = state_[cell]; left != 0; left &= left - 1) {
    const ValueSet value = left & (~left + 1);
    go_down({.cell = cell, .value = value});
    if (state_.keep(cell, value) && propagate(time)) possible |= value;
    go_up();
  }
  return possible;
}

double TreeSearch::probe(std::span<const ValueSet> candidates, SplitMix64& random, TimeLeft& time) {
  path_.clear();
  reset_scores(0);
  if (!begin(candidates) || !propagate(time)) return 0;
  double ways = 1;
  while (open_ != 0) {
    const Cell cell = choose({}).cell;
    ValueSet possible = possible_values(cell, time);
    const auto count = static_cast<std::uint64_t>(std::popcount(possible));
    if (count == 0) return 0;
    ways *= static_cast<double>(count);
    for (std::uint64_t skipped = random.below(count); skipped > 0; --skipped) {
      possible &= possible - 1;
    }
    if (!state_.keep(cell, possible & (~possible + 1)) || !propagate(time)) return 0;
  }
  return ways;
}

}  // namespace puzzled::variants
