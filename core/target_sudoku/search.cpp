#include "core/target_sudoku/search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <functional>
#include <optional>

#include "core/target_sudoku/quick_search.hpp"

namespace puzzled::target {

void Searcher::offer(const Grid& grid, Bar& bar) {
  const std::int64_t score = score_of(problem_.weights(), grid);
  if (score <= found_.score) return;
  found_ = {score, grid};
  bar.raise(score + 1);
}

void Searcher::list_candidates(const BandBoard& board) {
  for (int lane = 0; lane < 27; ++lane) {
    candidates_.of[lane] = board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9];
  }
}

void Searcher::evaluate(const BandBoard& board, const bound::CellNumbers& multipliers,
                        std::int64_t threshold, bound::Evaluation& evaluation) {
  list_candidates(board);
  problem_.kernel().evaluate(problem_.gains(), candidates_, multipliers, threshold, evaluation);
  ++evaluations_;
}

bool Searcher::templates_make_a_grid(Grid& grid) const {
  std::uint32_t once[3] = {};
  std::uint32_t twice[3] = {};
  for (int lane = 0; lane < 27; ++lane) {
    const std::uint32_t word = evaluation_.chosen.of[lane];
    twice[lane / 9] |= once[lane / 9] & word;
    once[lane / 9] |= word;
  }
  for (int band = 0; band < 3; ++band) {
    if (once[band] != sudoku::kBandCells || twice[band] != 0) return false;
  }
  // Every cell is in the best templates of just one digit, so each digit has just one of them.
  for (int lane = 0; lane < 27; ++lane) {
    for (std::uint32_t word = evaluation_.chosen.of[lane]; word != 0; word &= word - 1) {
      grid[27 * (lane / 9) + std::countr_zero(word)] = static_cast<std::uint8_t>(lane % 9 + 1);
    }
  }
  return true;
}

// Takes out of `board`, the one just evaluated, what cannot reach the threshold.
BandOutcome Searcher::remove_hopeless(BandBoard& board, const bound::Evaluation& evaluation) const {
  std::uint32_t removed = 0;
  for (int lane = 0; lane < 27; ++lane) removed |= candidates_.of[lane] ^ evaluation.kept.of[lane];
  if (removed == 0) return BandOutcome::kOpen;
  for (int lane = 0; lane < 27; ++lane) {
    board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9] = evaluation.kept.of[lane];
  }
  return propagate(board);
}

// Evaluates the bound and takes out what it shows to be hopeless.
Tightened Searcher::narrow(Node& node, const Bar& bar) {
  const std::int64_t threshold = problem_.scaled(bar.score());
  evaluate(node.board, node.multipliers, threshold, evaluation_);
  if (evaluation_.bound < threshold) return Tightened::kClosed;
  switch (remove_hopeless(node.board, evaluation_)) {
    case BandOutcome::kDead:
      return Tightened::kClosed;
    case BandOutcome::kSolved:
      return Tightened::kSolved;
    case BandOutcome::kOpen:
      break;
  }
  return Tightened::kOpen;
}

// Subgradient steps by Polyak's rule, towards the bar. A node inherits its parent's multipliers, so
// it needs few steps; the root starts from the empty board's, and looks for grids on the way. (From
// zero, at a pace of 1, boards of 0 to 30 clues took a third more time.)
Tightened Searcher::tighten(Node& node, Bar& bar, int steps) {
  constexpr int kQuickEvery = 30;
  // Quick searches bring good grids, so that a dive, which takes as long as twenty steps, pays
  // less.
  const bool is_quick = problem_.layers().is_cheap();
  const int dive_every = is_quick ? 20 : 10;
  const int first_dive = is_quick ? 10 : 0;
  constexpr double kSlowest = 0.02;
  constexpr double kSlowDown = 0.6;
  const int patience = node.is_root ? 8 : 3;
  double pace = node.is_root ? 0.5 : 0.7;
  bound::CellNumbers direction;
  bound::CellNumbers best_multipliers = node.multipliers;
  std::int64_t best_bound = std::numeric_limits<std::int64_t>::max();
  int stale = 0;
  ++nodes_;
  for (int step = 0;; ++step) {
    if (const Tightened left = narrow(node, bar); left != Tightened::kOpen) return left;
    if (evaluation_.bound < best_bound) {
      stale = 0;
      best_bound = evaluation_.bound;
      best_multipliers = node.multipliers;
    } else if (++stale == patience) {
      pace *= kSlowDown;
      stale = 0;
      if (pace < kSlowest) steps = step;
    }
    Grid grid;
    if (!every_grid_ && templates_make_a_grid(grid)) {
      offer(grid, bar);
      if (problem_.is_exact()) return Tightened::kClosed;
    }
    if (step >= steps) break;
    if (node.is_root && !every_grid_ &&
        (found_.score == kNoScore || step % dive_every == first_dive)) {
      dive(node.board, bar);
      // From here on there is a grid to beat, and to aim the steps at.
      if (found_.score == kNoScore) {
        const std::optional<Grid> any = find_solution(node.board, problem_.rules());
        if (!any) return Tightened::kClosed;
        offer(*any, bar);
      }
    }
    if (!every_grid_ && node.is_root && step > 0 && step % kQuickEvery == 0 &&
        search_quickly(node.board, bar)) {
      return Tightened::kClosed;
    }
    const std::uint32_t squares = problem_.kernel().aim(evaluation_.chosen, direction);
    if (squares == 0) break;
    const double gap = static_cast<double>(evaluation_.bound - problem_.scaled(bar.score())) +
                       0.25 * problem_.unit();
    const double factor = pace * gap * bound::kOneCell / static_cast<double>(squares);
    problem_.kernel().move(direction, static_cast<float>(factor), problem_.lowest_multipliers(),
                           problem_.highest_multipliers(), node.multipliers);
  }
  if (evaluation_.bound != best_bound) {
    // Leave the best multipliers behind, and what they say for branch().
    node.multipliers = best_multipliers;
    if (const Tightened left = narrow(node, bar); left != Tightened::kOpen) return left;
  }
  // As long as nothing has reached the bar: where the bound is tight, many nodes hold a grid that
  // does, and a dive costs a tenth of a node.
  const bool bar_reached = found_.score + 1 == bar.score();
  if (!node.is_root && !every_grid_ && !bar_reached) dive(node.board, bar);
  return Tightened::kOpen;
}

// True if nothing that reaches the bar is left. (As many boards as take the time of the steps
// between two such attempts.)
bool Searcher::search_quickly(const BandBoard& board, Bar& bar) {
  constexpr int kMostBoards = 60;
  if (!problem_.layers().is_cheap()) return false;
  QuickSearch quick(problem_);
  const bool complete = quick.search(board, bar, {.boards = kMostBoards});
  if (quick.found().score > found_.score) found_ = quick.found();
  return complete;
}

// Cells in the order of what their second-best digit costs more than the best, the dearest first;
// each takes its cheapest digit.
void Searcher::dive(const BandBoard& start, Bar& bar) {
  constexpr int kMostFailures = 12;
  constexpr std::int64_t kCellsRounded = 128;
  struct Cheapest {
    int digit = 0;
    int candidates = 0;
    std::int32_t loss = kHugeLoss;
    std::int32_t second_loss = kHugeLoss;
  };
  BandBoard board = start;
  const auto cheapest_at = [&](int cell) {
    Cheapest cheapest;
    for (int digit = 0; digit < 9; ++digit) {
      if (!is_candidate(board, cell, digit)) continue;
      ++cheapest.candidates;
      const std::int32_t lost = loss(cell, digit);
      cheapest.second_loss = std::min(cheapest.second_loss, std::max(cheapest.loss, lost));
      if (lost <= cheapest.loss) {
        cheapest.loss = lost;
        cheapest.digit = digit;
      }
    }
    return cheapest;
  };
  std::array<std::int64_t, kCells> items;  // regret and, where equal, cell: the larger comes first
  std::size_t count = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const Cheapest cheapest = cheapest_at(cell);
    if (cheapest.candidates > 1) {
      const std::int64_t regret = cheapest.second_loss - cheapest.loss;
      items[count++] = regret * kCellsRounded + kCells - cell;
    }
  }
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count), std::greater());
  int failures = 0;
  for (std::size_t i = 0; i < count;) {
    const auto cell = static_cast<int>(kCells - items[i] % kCellsRounded);
    const Cheapest cheapest = cheapest_at(cell);
    if (cheapest.candidates == 1) {
      ++i;
      continue;
    }
    BandBoard tried = board;
    assign(tried, cell, cheapest.digit);
    BandOutcome outcome = propagate(tried);
    if (outcome == BandOutcome::kDead) {
      if (++failures > kMostFailures) return;
      tried = board;
      remove(tried, cell, cheapest.digit);
      outcome = propagate(tried);
    }
    if (outcome == BandOutcome::kSolved) offer(grid_of(tried), bar);
    if (outcome != BandOutcome::kOpen) return;
    board = tried;
  }
}

}  // namespace puzzled::target
