// Where the search branches: strong branching, as solvers of integer programs call it. Some cells
// that look good by their marginals are tried digit by digit: the rules are applied, the bound is
// evaluated, and the cell is taken whose digits lower the bound most. Against the best cell by
// marginals alone this takes a tenth of the nodes, and a fifth of the time, on hard weights; on the
// worst of them a hundredth (tests/bench/NOTES.md).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/target/search.hpp"

namespace puzzled::target {
namespace {

// A child whose loss is a share x of the slack has a tree 2^-(k x) times as large as one without.
// By marginals, which understate losses, k = 8 is best (3: three times the nodes); by probes 15 to
// 25, which comes near to counting the children that lose little.
constexpr double kGrowthByMarginals = 8;
constexpr double kGrowthByProbes = 20;

// Where few cells matter to the score, those come first: when they are settled, all is.
constexpr double kPreference = 0.5;

double tree_size(const std::array<std::int32_t, 9>& losses, double growth, double slack) {
  double size = 0;
  for (const std::int32_t loss : losses) size += std::exp2(-growth * loss / slack);
  return size;
}

}  // namespace

// The open cells with the smallest trees by marginals, the smallest first; returns how many.
std::size_t Searcher::shortlist(const Node& node, double slack,
                                std::array<Cell, kMostProbed>& cells) const {
  const sudoku::Bands open = open_cells(node.board);
  std::size_t count = 0;
  for (int number = 0; number < kCells; ++number) {
    if ((open[number / 27] >> (number % 27) & 1) == 0) continue;
    Cell cell{.number = number};
    for (int digit = 0; digit < 9; ++digit) {
      cell.losses[static_cast<std::size_t>(digit)] =
          is_candidate(node.board, number, digit) ? loss(number, digit) : kHugeLoss;
    }
    cell.size = tree_size(cell.losses, kGrowthByMarginals, slack) *
                (1 - kPreference * problem_.importance(number));
    if (count == cells.size() && cell.size >= cells[count - 1].size) continue;
    if (count < cells.size()) ++count;
    std::size_t place = count - 1;
    for (; place > 0 && cells[place - 1].size > cell.size; --place) {
      cells[place] = cells[place - 1];
    }
    cells[place] = cell;
  }
  return count;
}

// What holds for a digit in a cell holds for its images under the node's symmetries.
void Searcher::remove_images(Node& node, int cell, int digit) const {
  for (std::uint64_t rest = node.symmetries; rest != 0; rest &= rest - 1) {
    const Rearrangement& image =
        problem_.symmetries()[static_cast<std::size_t>(std::countr_zero(rest))];
    remove(node.board, image[static_cast<std::size_t>(cell)], digit);
  }
}

// Finds what the cell's digits really cost, and takes out those that cannot reach the bar. False if
// none can.
bool Searcher::probe(Node& node, Bar& bar, double slack, Cell& cell) {
  const std::int64_t threshold = problem_.scaled(bar.score());
  constexpr std::int64_t kBoundOnly = std::numeric_limits<std::int64_t>::max();
  bool any = false;
  for (int digit = 0; digit < 9; ++digit) {
    std::int32_t& loss = cell.losses[static_cast<std::size_t>(digit)];
    loss = kHugeLoss;
    if (!is_candidate(node.board, cell.number, digit)) continue;
    BandBoard child = node.board;
    assign(child, cell.number, digit);
    const BandOutcome outcome = propagate(child);
    if (outcome == BandOutcome::kSolved) offer(grid_of(child), bar);
    if (outcome == BandOutcome::kOpen) {
      evaluate(child, node.multipliers, kBoundOnly, probe_);
      if (probe_.bound >= threshold) {
        any = true;
        loss = static_cast<std::int32_t>(
            std::min<std::int64_t>(evaluation_.bound - probe_.bound, kHugeLoss - 1));
        continue;
      }
    }
    remove_images(node, cell.number, digit);
  }
  cell.size = tree_size(cell.losses, kGrowthByProbes, slack) *
              (1 - kPreference * problem_.importance(cell.number));
  return any;
}

void Searcher::branch(Node& node, Bar& bar, std::vector<Node>& children) {
  const auto slack = static_cast<double>(
      std::max<std::int64_t>(1, evaluation_.bound - problem_.scaled(bar.score()) + 1));
  std::array<Cell, kMostProbed> cells;
  const std::size_t count = shortlist(node, slack, cells);
  for (std::size_t i = 0; i < count; ++i) {
    if (!probe(node, bar, slack, cells[i])) return;
  }
  const Cell& chosen =
      *std::min_element(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(count),
                        [](const Cell& a, const Cell& b) { return a.size < b.size; });
  const auto still_open = [&] {
    const BandOutcome outcome = propagate(node.board);
    if (outcome == BandOutcome::kSolved) offer(grid_of(node.board), bar);
    return outcome == BandOutcome::kOpen;
  };
  if (!still_open()) return;

  std::array<int, 9> digits{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto loss_of = [&](int digit) { return chosen.losses[static_cast<std::size_t>(digit)]; };
  std::stable_sort(digits.begin(), digits.end(),
                   [&](int a, int b) { return loss_of(a) < loss_of(b); });
  const std::size_t first = children.size();
  for (const int digit : digits) {
    if (!is_candidate(node.board, chosen.number, digit)) continue;
    Node child = node;
    child.is_root = false;
    child.bound = evaluation_.bound - (loss_of(digit) < kHugeLoss ? loss_of(digit) : 0);
    assign(child.board, chosen.number, digit);
    child.symmetries = 0;
    for (std::uint64_t rest = node.symmetries; rest != 0; rest &= rest - 1) {
      const Rearrangement& image =
          problem_.symmetries()[static_cast<std::size_t>(std::countr_zero(rest))];
      if (image[static_cast<std::size_t>(chosen.number)] == chosen.number) {
        child.symmetries |= rest & (0 - rest);
      }
    }
    const BandOutcome outcome = propagate(child.board);
    if (outcome == BandOutcome::kSolved) offer(grid_of(child.board), bar);
    if (outcome == BandOutcome::kOpen) children.push_back(child);
    if (node.symmetries == 1) continue;
    // With this child all its images are done.
    remove_images(node, chosen.number, digit);
    if (!still_open()) break;
  }
  std::reverse(children.begin() + static_cast<std::ptrdiff_t>(first), children.end());
}

}  // namespace puzzled::target
