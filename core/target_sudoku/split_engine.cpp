#include "core/target_sudoku/split_engine.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "core/sudoku/band_engine.hpp"
#include "core/target_sudoku/optimal_grids.hpp"

namespace puzzled::target {
namespace {

// Subtrees enough that the last ones to end are a small part of the whole.
constexpr std::size_t kSubtrees = 512;

// The cells of each unit, by falling reduced weight: rows, columns, boxes.
using UnitOrder = std::array<std::array<std::uint8_t, 9>, 27>;

UnitOrder order_of(const Weights& weights) {
  UnitOrder order{};
  std::array<std::size_t, 27> size{};
  std::array<std::uint8_t, kCells> cells{};
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::uint8_t>(i);
  std::stable_sort(cells.begin(), cells.end(),
                   [&](int a, int b) { return weights[a] > weights[b]; });
  for (const std::uint8_t cell : cells) {
    for (const int unit :
         {sudoku::row_of(cell), 9 + sudoku::column_of(cell), 18 + sudoku::box_of(cell)}) {
      const auto u = static_cast<std::size_t>(unit);
      order[u][size[u]++] = cell;
    }
  }
  return order;
}

class Splitting {
 public:
  explicit Splitting(const Problem& problem, const StopFlag& stop)
      : problem_(problem),
        weights_(problem.reduction().weights),
        order_(order_of(weights_)),
        stop_(stop) {}

  // No grid of these candidates scores more, constant aside.
  std::int64_t bound_of(const BandBoard& board) const {
    std::array<std::uint16_t, kCells> digits{};
    for (std::size_t digit = 0; digit < 9; ++digit) {
      for (int band = 0; band < 3; ++band) {
        for (std::uint32_t rest = board.candidates[digit][band]; rest != 0; rest &= rest - 1) {
          const auto cell = static_cast<std::size_t>(27 * band + std::countr_zero(rest));
          digits[cell] = static_cast<std::uint16_t>(digits[cell] | 1U << digit);
        }
      }
    }
    std::array<std::int64_t, 3> sums{};
    for (std::size_t unit = 0; unit < order_.size(); ++unit) {
      unsigned missing = 0777;
      for (const std::uint8_t cell : order_[unit]) {
        if (std::has_single_bit(digits[cell])) missing &= ~unsigned{digits[cell]};
      }
      for (const std::uint8_t cell : order_[unit]) {
        unsigned digit = digits[cell];
        if (!std::has_single_bit(digit)) {
          digit = std::bit_floor(missing);
          missing &= ~digit;
        }
        sums[unit / 9] +=
            std::int64_t{weights_[cell]} * static_cast<std::int64_t>(std::bit_width(digit));
      }
    }
    return *std::min_element(sums.begin(), sums.end());
  }

  // The open cell with the fewest candidates; of those, the one with most weight.
  int cell_to_branch(const BandBoard& board) const {
    std::array<int, kCells> counts{};
    for (const sudoku::Bands word : board.candidates) {
      for (int band = 0; band < 3; ++band) {
        for (std::uint32_t rest = word[band]; rest != 0; rest &= rest - 1) {
          ++counts[static_cast<std::size_t>(27 * band + std::countr_zero(rest))];
        }
      }
    }
    int best = -1;
    for (int cell = 0; cell < kCells; ++cell) {
      const int count = counts[static_cast<std::size_t>(cell)];
      if (count < 2) continue;
      const int before = best < 0 ? 10 : counts[static_cast<std::size_t>(best)];
      if (count < before ||
          (count == before && std::abs(weights_[cell]) > std::abs(weights_[best]))) {
        best = cell;
      }
    }
    return best;
  }

  // Depth first below the board; `nodes` and `found` are the caller's own.
  void search(const BandBoard& board, Bar& bar, Found& found, std::uint64_t& nodes) const {
    ++nodes;
    if (stop_.load(std::memory_order_relaxed)) return;
    if (problem_.reduction().constant + bound_of(board) < bar.score()) return;
    for_each_child(board, [&](BandBoard& child, BandOutcome outcome) {
      if (outcome == BandOutcome::kOpen) search(child, bar, found, nodes);
      if (outcome == BandOutcome::kSolved) keep(grid_of(child), bar, found);
    });
  }

  // Boards to search one by one, at least kSubtrees unless the whole tree has fewer.
  std::vector<BandBoard> subtrees(const BandBoard& root, Bar& bar, Found& found) const {
    std::vector<BandBoard> level{root};
    while (!level.empty() && level.size() < kSubtrees) {
      std::vector<BandBoard> next;
      for (const BandBoard& board : level) {
        for_each_child(board, [&](BandBoard& child, BandOutcome outcome) {
          if (outcome == BandOutcome::kOpen) next.push_back(child);
          if (outcome == BandOutcome::kSolved) keep(grid_of(child), bar, found);
        });
      }
      level = std::move(next);
    }
    return level;
  }

  void keep(const Grid& grid, Bar& bar, Found& found) const {
    const std::int64_t score = score_of(problem_.weights(), grid);
    if (score <= found.score) return;
    found = {score, grid};
    bar.raise(score + 1);
  }

 private:
  template <class Visit>
  void for_each_child(const BandBoard& board, const Visit& visit) const {
    const int cell = cell_to_branch(board);
    const bool high_first = weights_[cell] >= 0;
    for (int i = 0; i < 9; ++i) {
      const int digit = high_first ? 8 - i : i;
      if (!is_candidate(board, cell, digit)) continue;
      BandBoard child = board;
      assign(child, cell, digit);
      const BandOutcome outcome = problem_.rules().propagate(child);
      visit(child, outcome);
    }
  }

  const Problem& problem_;
  const Weights& weights_;
  const UnitOrder order_;
  const StopFlag& stop_;
};

}  // namespace

Answer solve_by_splitting(const Problem& problem, const Grid& puzzle, std::uint64_t most_grids,
                          Executor& executor, const StopFlag& stop) {
  Node root;
  root.board = board_of(puzzle);
  const BandOutcome outcome = problem.rules().propagate(root.board);
  if (outcome == BandOutcome::kDead) return {.status = Status::kUnsolvable};
  const sudoku::Solutions any = sudoku::solve_band(puzzle, {}, problem.rules());
  if (any.count == 0) return {.status = Status::kUnsolvable};
  Answer answer{.status = Status::kProven};
  if (outcome == BandOutcome::kSolved) {
    answer.score = answer.bound = score_of(problem.weights(), any.first);
    if (most_grids > 0) answer.grids.push_back(any.first);
    return answer;
  }
  const Splitting splitting(problem, stop);
  Bar bar(kNoScore);
  Found best;
  splitting.keep(any.first, bar, best);
  const std::vector<BandBoard> boards = splitting.subtrees(root.board, bar, best);
  std::vector<Found> found(boards.size());
  std::vector<std::uint64_t> nodes(boards.size());
  executor.for_each(boards.size(),
                    [&](std::size_t i) { splitting.search(boards[i], bar, found[i], nodes[i]); });
  for (std::size_t i = 0; i < boards.size(); ++i) {
    if (found[i].score > best.score) best = found[i];
    answer.nodes += nodes[i];
  }
  answer.score = answer.bound = best.score;
  if (stop.load(std::memory_order_relaxed)) {
    answer.status = Status::kUnproven;
    answer.bound = problem.reduction().constant + splitting.bound_of(root.board);
    if (most_grids > 0) answer.grids.push_back(best.grid);
    return answer;
  }
  if (most_grids == 0) return answer;
  root.symmetries = 1;
  answer.grids_complete =
      visit_optimal_grids(problem, root, best, executor, stop, [&](const Grid& grid) {
        answer.grids.push_back(grid);
        return answer.grids.size() < most_grids;
      });
  if (answer.grids.empty()) answer.grids.push_back(best.grid);
  return answer;
}

}  // namespace puzzled::target
