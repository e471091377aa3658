#include "core/target_sudoku/bound_engine.hpp"

#include <algorithm>
#include <bit>

#include "core/target_sudoku/optimal_grids.hpp"
#include "core/target_sudoku/quick_search.hpp"

namespace puzzled::target {
namespace {

// The problem's symmetries that leave the clues as they are.
std::uint64_t symmetries_of_clues(const Problem& problem, const Grid& puzzle) {
  const std::vector<Rearrangement>& all = problem.symmetries();
  std::uint64_t kept = 0;
  for (std::size_t number = 0; number < all.size(); ++number) {
    bool same = true;
    for (std::size_t cell = 0; cell < all[number].size() && same; ++cell) {
      same = puzzle.digits[cell] == puzzle.digits[all[number][cell]];
    }
    if (same) kept |= std::uint64_t{1} << number;
  }
  return kept;
}

class Run {
 public:
  Run(const Problem& problem, const Grid& puzzle, std::uint64_t most_grids, Executor& executor,
      const StopFlag& stop)
      : problem_(problem),
        puzzle_(puzzle),
        most_grids_(most_grids),
        executor_(executor),
        stop_(stop) {}

  Answer run() {
    start_.board = board_of(puzzle_);
    switch (problem_.rules().propagate(start_.board)) {
      case BandOutcome::kDead:
        return {.status = Status::kUnsolvable};
      case BandOutcome::kSolved:
        return only_grid(grid_of(start_.board));
      case BandOutcome::kOpen:
        break;
    }
    start_.multipliers = problem_.start_multipliers();
    Bar bar(kNoScore);
    if (search_quickly(bar)) {
      answer_.bound = best_.score;
    } else {
      prove(bar);
    }
    if (best_.score == kNoScore) return {.status = Status::kUnsolvable};
    answer_.score = best_.score;
    if (answer_.bound > best_.score) {
      answer_.status = Status::kUnproven;
      if (most_grids_ > 0) answer_.grids.push_back(best_.grid);
      return std::move(answer_);
    }
    answer_.status = Status::kProven;
    answer_.bound = best_.score;
    list_grids();
    return std::move(answer_);
  }

 private:
  Answer only_grid(const Grid& grid) const {
    Answer answer{.status = Status::kProven};
    answer.score = answer.bound = score_of(problem_.weights(), grid);
    if (most_grids_ > 0) answer.grids.push_back(grid);
    return answer;
  }

  // True if that was enough; if not, best_ is a good start.
  bool search_quickly(Bar& bar) {
    if (!problem_.layers().is_cheap()) return false;
    QuickSearch quick(problem_);
    const bool complete = quick.search(start_.board, bar, quick_patience(start_.board));
    best_ = quick.found();
    return complete;
  }

  // Raises best_ and lowers answer_.bound until they meet, or until stopped.
  void prove(Bar& bar) {
    Searcher searcher(problem_);
    if (best_.score != kNoScore) searcher.offer(best_.grid, bar);
    prove(bar, searcher);
    answer_.nodes += searcher.nodes();
  }

  void prove(Bar& bar, Searcher& searcher) {
    start_.symmetries = symmetries_of_clues(problem_, puzzle_);
    Node root = start_;
    root.is_root = true;
    const Tightened left = searcher.tighten(root, bar, kRootSteps);
    if (left == Tightened::kSolved) searcher.offer(grid_of(root.board), bar);
    best_ = searcher.found();
    answer_.bound = best_.score;
    start_.multipliers = root.multipliers;
    start_.was_tightened = true;
    if (left != Tightened::kOpen) return;
    root.is_root = false;
    root.bound = searcher.bound();
    answer_.bound = std::max(best_.score, problem_.highest_score(root.bound));

    // From the bound downward, in growing steps: the trees above the best score are small, and the
    // first grid that turns up is near it or it.
    std::int64_t step = std::max<std::int64_t>(1, (answer_.bound - best_.score) / 16);
    while (answer_.bound > best_.score && !stop_.load(std::memory_order_relaxed)) {
      const std::int64_t goal = std::max(answer_.bound - step + 1, best_.score + 1);
      Bar goal_bar(goal);
      Node node = root;
      bool complete = true;
      if (!is_open(root.board) || aim_at(goal_bar, node, searcher)) {
        const TreeResult result =
            executor_.search_tree(problem_, node, goal_bar.score(), answer_.bound, stop_);
        answer_.nodes += result.nodes;
        if (result.found.score > best_.score) best_ = result.found;
        complete = result.complete;
      }
      root.multipliers = node.multipliers;
      if (complete) answer_.bound = std::max(best_.score, goal - 1);
      step = std::min(4 * step, (answer_.bound - best_.score) / 2 + 1);
    }
  }

  // About as long as the bound takes for boards like it, where a search can end it at all. On very
  // open boards the grids it finds save twice the time.
  static QuickSearch::Patience quick_patience(const BandBoard& board) {
    return {.boards = is_very_open(board) ? 80 : 50, .most = 200};
  }

  // Where the tree may be large, so that some hundred steps more at its root cost nothing.
  static bool is_open(const BandBoard& board) { return count_open(board) >= 50; }

  // Steps towards the goal, which is a better aim than the best score so far where that is far from
  // the bound. False if they have shown all there is to the goal; else `node` is what is left.
  bool aim_at(Bar& goal_bar, Node& node, Searcher& searcher) {
    node.is_root = true;
    const Tightened left = searcher.tighten(node, goal_bar, kRootSteps);
    node.is_root = false;
    if (left == Tightened::kSolved) searcher.offer(grid_of(node.board), goal_bar);
    if (searcher.found().score > best_.score) best_ = searcher.found();
    node.bound = searcher.bound();
    return left == Tightened::kOpen;
  }

  void list_grids() {
    if (most_grids_ == 0) return;
    answer_.grids_complete =
        visit_optimal_grids(problem_, start_, best_, executor_, stop_, [&](const Grid& grid) {
          answer_.grids.push_back(grid);
          return answer_.grids.size() < most_grids_;
        });
    if (answer_.grids.empty()) answer_.grids.push_back(best_.grid);  // stopped before the first
  }

  const Problem& problem_;
  const Grid& puzzle_;
  const std::uint64_t most_grids_;
  Executor& executor_;
  const StopFlag& stop_;
  Node start_;
  Found best_;
  Answer answer_;
};

}  // namespace

Answer solve_by_bound(const Problem& problem, const Grid& puzzle, std::uint64_t most_grids,
                      Executor& executor, const StopFlag& stop) {
  return Run(problem, puzzle, most_grids, executor, stop).run();
}

}  // namespace puzzled::target
