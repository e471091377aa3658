#include "core/variants/search.hpp"

#include <algorithm>
#include <bit>

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

}  // namespace

Search::Search(const Rules& rules)
    : rules_(rules),
      cells_(rules.model().cells()),
      state_(rules.watchers(), rules.watchers_begin(), rules.queue_words()),
      boards_(cells_),
      clues_(cells_),
      first_(cells_),
      scores_(cells_) {
  state_.fixed_.reserve(cells_);
}

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
  std::ranges::copy(candidates, board);
  std::ranges::fill(clues_, 0);
  // Group by group: to tell each peer of each clue instead doubles the time of an easy 25x25 board.
  for (const std::vector<Cell>& group : rules_.all_different()) {
    ValueSet seen = 0;
    for (const Cell cell : group) {
      const ValueSet values = candidates[cell];
      if (!is_single(values)) continue;
      if ((seen & values) != 0) return false;
      seen |= values;
    }
    for (const Cell cell : group) clues_[cell] |= seen;
  }
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (is_single(candidates[cell])) continue;
    board[cell] &= ~clues_[cell];
    if (board[cell] == 0) return false;
    if (is_single(board[cell])) state_.fixed_.push_back(static_cast<Cell>(cell));
  }
  for (std::size_t i = 0; i < rules_.propagators().size(); ++i) {
    state_.pending_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return true;
}

/// Applies the rules until none removes a candidate; false if there is no solution. Then the queue
/// is empty.
bool Search::propagate() {
  const std::size_t words = rules_.queue_words();
  for (;;) {
    while (!state_.fixed_.empty()) {
      const Cell cell = state_.fixed_.back();
      state_.fixed_.pop_back();
      if (!tell_peers(cell)) {
        scores_[state_.failed_] += step_;
        forget_queue();
        return false;
      }
    }
    std::size_t word = 0;
    while (word < words && state_.pending_[word] == 0) ++word;
    if (word == words) return true;
    const int bit = std::countr_zero(state_.pending_[word]);
    state_.pending_[word] &= state_.pending_[word] - 1;
    const std::size_t next = word * 64 + static_cast<std::size_t>(bit);
    if (!rules_.propagators()[next]->propagate(state_)) {
      for (const Cell cell : rules_.propagators()[next]->cells()) {
        scores_[cell] += step_ * kRuleShare;
      }
      forget_queue();
      return false;
    }
  }
}

bool Search::tell_peers(Cell cell) {
  const ValueSet value = state_[cell];
  for (const Cell peer : rules_.peers(cell)) {
    if ((state_[peer] & value) != 0 && !state_.keep(peer, ~value)) return false;
  }
  return true;
}

/// Later failures count more than earlier ones.
void Search::raise_step() {
  step_ *= kGrowth;
  if (step_ < kMaxStep) return;
  for (double& score : scores_) score /= kMaxStep;
  step_ /= kMaxStep;
}

void Search::forget_queue() {
  state_.fixed_.clear();
  std::ranges::fill(state_.pending_, 0);
}

/// A cell of fewest candidates, of those the one with the highest score; if they are more than two,
/// rather a value that has but two places in a house. (Then the other branch fixes its other
/// place.)
Search::Branching Search::choose() const {
  int fewest = kMaxSize + 1;
  double best = -1;
  Branching chosen;
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    const ValueSet values = state_[static_cast<Cell>(cell)];
    if (is_single(values)) continue;
    const int count = std::popcount(values);
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
  const std::size_t begin = path_.size() * cells_;
  if (boards_.size() < begin + cells_) boards_.resize(begin + cells_);
  std::copy_n(boards_.data() + begin - cells_, cells_, boards_.data() + begin);
  state_.candidates_ = boards_.data() + begin;
}

/// Goes back to the board before the last branching.
void Search::go_up() {
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
