#include "core/variants/search.hpp"

#include <algorithm>

namespace puzzled::variants {
namespace {

// A branching takes some ten microseconds, of 25x25 a hundred.
constexpr std::uint64_t kBranchesPerLook = 64;

// Scores of cells break ties between cells of as many candidates. A failure adds to the score of
// the cell that was branched on and of those that failed; later failures count more. 30 locally
// minimal 16x16 boards took 131940 branchings without scores, 7285 with these; with a growth
// of 1.01 7605, and with a score weighed against the candidates (divided by them) 40936.
constexpr double kGrowth = 1.05;
constexpr double kRuleShare = 0.05;  // of each cell of a rule that failed
constexpr double kMaxStep = 1e100;

/// How many values there are, but at most `limit` + 1. (A call of popcount where processors without
/// it are to run the program takes longer.)
int count_up_to(ValueSet values, int limit) {
  int count = 0;
  for (; values != 0 && count <= limit; values &= values - 1) ++count;
  return count;
}

}  // namespace

Search::Search(const Rules& rules)
    : rules_(rules),
      cells_(rules.model().cells()),
      state_(rules.watchers(), rules.propagators().size()),
      boards_(cells_),
      clues_(cells_),
      seen_(cells_),
      first_(cells_),
      scores_(cells_) {}

Found Search::solve(std::span<const ValueSet> candidates, const SearchLimits& limits) {
  Found found;
  SearchClock clock(limits, kBranchesPerLook);
  path_.clear();
  step_ = 1;
  std::ranges::fill(scores_, 0.0);
  bool is_possible = begin(candidates) && propagate();
  for (;;) {
    if (is_possible) {
      const Branching branching = choose();
      if (branching.value != 0) {
        if (clock.is_up()) {
          found.timed_out = true;
          return found;
        }
        ++found.branches;
        go_down(branching);
        is_possible = state_.keep(branching.cell, branching.value) && propagate();
        continue;
      }
      take_solution(found);
      if (found.count == limits.solutions) return found;
    }
    if (path_.empty()) return found;
    const Branching tried = path_.back();
    go_up();
    scores_[tried.cell] += step_;
    raise_step();
    is_possible = state_.keep(tried.cell, ~tried.value) && propagate();
  }
}

/// Copies the candidates, removes the values of clues from their peers, and queues every rule.
bool Search::begin(std::span<const ValueSet> candidates) {
  forget_queue();
  ValueSet* const board = boards_.data();
  state_.candidates_ = board;
  open_ = 0;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const bool is_clue = is_single(candidates[cell]);
    clues_[cell] = is_clue ? candidates[cell] : 0;
    seen_[cell] = 0;
    open_ += !is_clue;
  }
  // Group by group: to tell each peer of each clue instead doubles the time of an easy 25x25 board.
  ValueSet twice = 0;
  for (const std::vector<Cell>& group : rules_.all_different()) {
    ValueSet once = 0;
    for (const Cell cell : group) {
      twice |= once & clues_[cell];
      once |= clues_[cell];
    }
    for (const Cell cell : group) seen_[cell] |= once;
  }
  bool is_possible = twice == 0;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    board[cell] = candidates[cell] & ~(seen_[cell] & ~clues_[cell]);
    is_possible &= board[cell] != 0;
    state_.fixed_[state_.fixed_count_] = static_cast<Cell>(cell);
    state_.fixed_count_ += is_single(board[cell]) && clues_[cell] == 0;
  }
  state_.queue_all(rules_.propagators().size());
  return is_possible;
}

/// Applies the rules until none removes a candidate; false if there is no solution. Then the queue
/// is empty.
bool Search::propagate() {
  for (;;) {
    while (state_.fixed_count_ > 0) {
      --open_;
      const Cell cell = state_.fixed_[--state_.fixed_count_];
      if (!state_.remove(rules_.peers(cell), state_[cell])) {
        scores_[state_.failed_] += step_;
        forget_queue();
        return false;
      }
    }
    if (open_ == 0) state_.forget_all_but(rules_.full_board_checks());
    if (state_.busy_ == 0) return true;
    const Propagator& next = *rules_.propagators()[state_.take_first()];
    if (!next.propagate(state_)) {
      for (const Cell cell : next.cells()) scores_[cell] += step_ * kRuleShare;
      forget_queue();
      return false;
    }
  }
}

/// Later failures count more than earlier ones.
void Search::raise_step() {
  step_ *= kGrowth;
  if (step_ < kMaxStep) return;
  for (double& score : scores_) score /= kMaxStep;
  step_ /= kMaxStep;
}

void Search::forget_queue() {
  state_.fixed_count_ = 0;
  state_.forget_all();
}

/// A cell of fewest candidates, of those the one with the highest score; if they are more than two,
/// rather a value that has but two places in a house. (Then the other branch fixes its other
/// place.)
Search::Branching Search::choose() const {
  if (open_ == 0) return {};
  int fewest = kMaxSize + 1;
  double best = -1;
  Branching chosen;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const ValueSet values = state_[static_cast<Cell>(cell)];
    if (is_single(values)) continue;
    const int count = count_up_to(values, fewest);
    if (count > fewest || (count == fewest && scores_[cell] <= best)) continue;
    fewest = count;
    best = scores_[cell];
    chosen = {.cell = static_cast<Cell>(cell), .value = values & (~values + 1)};
  }
  if (chosen.value != 0 && fewest > 2) find_value_of_two_places(chosen);
  return chosen;
}

void Search::find_value_of_two_places(Branching& branching) const {
  for (const House& house : rules_.model().houses) {
    ValueSet once = 0;
    ValueSet twice = 0;
    ValueSet more = 0;
    for (const Cell cell : house.cells) {
      const ValueSet values = state_[cell];
      more |= twice & values;
      twice |= once & values;
      once |= values;
    }
    const ValueSet found = twice & ~more;
    if (found == 0) continue;
    branching.value = found & (~found + 1);
    for (const Cell cell : house.cells) {
      if ((state_[cell] & branching.value) == 0) continue;
      branching.cell = cell;
      return;
    }
  }
}

/// Goes on with a copy of the board.
void Search::go_down(const Branching& branching) {
  path_.push_back(branching);
  path_.back().open = open_;
  const std::size_t begin = path_.size() * cells_;
  if (boards_.size() < begin + cells_) boards_.resize(begin + cells_);
  std::copy_n(boards_.data() + begin - cells_, cells_, boards_.data() + begin);
  state_.candidates_ = boards_.data() + begin;
}

/// Goes back to the board before the last branching.
void Search::go_up() {
  open_ = path_.back().open;
  path_.pop_back();
  state_.candidates_ = boards_.data() + path_.size() * cells_;
}

void Search::take_solution(Found& found) {
  if (found.count++ > 0) return;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    first_[cell] = static_cast<std::uint8_t>(value_of(state_[static_cast<Cell>(cell)]));
  }
}

}  // namespace puzzled::variants
