// Branchings that look good are probed branch by branch: the rules are applied, the bound is
// evaluated, what it rules out is removed. The one whose branches leave least open is taken. What
// they leave open counts more than what they cost the bound: where the best score lies on a plateau
// of the bound, no branch costs anything for many levels. Which kind of branching is best differs
// from weights to weights a hundredfold (tests/bench/NOTES.md).
#include "core/target_sudoku/strong_branching.hpp"

#include <algorithm>
#include <cmath>

namespace puzzled::target {
namespace {

// Before a probe: a branch whose loss is a share x of the slack is taken to have a tree 2^-(k x)
// times as large as one without loss. Marginals understate losses.
constexpr float kGrowthByMarginals = 4;

// After a probe the number of candidates left is known too, as the logarithm of the number of ways
// to fill the cells, rules aside.
constexpr double kGrowthByLoss = 10;
constexpr double kGrowthBySpace = 2;

// After so many known branchings that are no better than the best, the rest is not probed.
constexpr int kPatience = 12;

// No candidate's loss is as large.
constexpr std::int32_t kHugeLoss = 1 << 28;

// The smallest loss first: that branch leaves most, so a poor branching shows at once.
void sort_by_loss(const BandBoard& board, const BoardBound& bound, Branching& branching) {
  std::array<std::int32_t, 9> losses;
  for (std::size_t k = 0; k < branching.count; ++k) {
    const Branch branch = branching.branches[k];
    std::int32_t least = kHugeLoss;
    for (std::uint32_t rest =
             branch.cells & board.candidates[static_cast<std::size_t>(branch.digit)][branch.band];
         rest != 0; rest &= rest - 1) {
      least = std::min(least, bound.loss(27 * branch.band + std::countr_zero(rest), branch.digit));
    }
    std::size_t place = k;
    for (; place > 0 && losses[place - 1] > least; --place) {
      losses[place] = losses[place - 1];
      branching.branches[place] = branching.branches[place - 1];
    }
    losses[place] = least;
    branching.branches[place] = branch;
  }
}

}  // namespace

void StrongBranching::branch(Node& node, const BoardBound& bound, Incumbent& incumbent,
                             std::vector<Node>& children) {
  const std::int64_t threshold = problem_.scale.scaled(incumbent.cutoff());
  if (bound.bound() < threshold) return;  // a dive has raised the cutoff
  const auto slack = static_cast<double>(bound.bound() - threshold + 1);
  probes_.clear();
  bound::Words words;
  set_words(words, node.board);
  const double node_size = kGrowthBySpace * problem_.kernel->log2_space(words);
  problem_.kernel->score_branchings(bound.evaluation(), words,
                                    kGrowthByMarginals / static_cast<float>(slack), scores_);
  Shortlist shortlist(scores_, costs_);
  Choice best;
  int failures = 0;
  while (!shortlist.empty() && failures < kPatience) {
    const int number = shortlist.next();
    Choice choice{.branching = branching_of(number, node.board)};
    if (choice.branching.count == 1) continue;
    sort_by_loss(node.board, bound, choice.branching);
    const bool is_whole = probe_all(node, bound, slack, best.size, incumbent, choice);
    if (choice.size == 0) return;
    if (choice.size < best.size) {
      remove_unsupported(choice, node.board);
      best = choice;
      failures = 0;
    } else if (costs_.knows(number)) {
      ++failures;
    }
    costs_.record(number, static_cast<float>(std::log2(choice.size) - node_size), is_whole);
  }
  add_children(node, best, incumbent, children);
}

// Probes the branches until their trees are larger than `limit`; false if some were left out.
// Branches with an empty tree are removed from the node.
bool StrongBranching::probe_all(Node& node, const BoardBound& bound, double slack, double limit,
                                Incumbent& incumbent, Choice& choice) {
  const Branching& branching = choice.branching;
  std::array<BandBoard, 9> boards;
  std::array<BandOutcome, 9> outcomes;
  std::size_t propagated = 0;
  choice.size = 0;
  for (std::size_t k = 0; k < branching.count; ++k) {
    if (choice.size >= limit) return false;
    const Branch& branch = branching.branches[k];
    Probe& probed = choice.probes[k];
    if (const Probe* known = probes_.find(branch)) {
      probed = *known;
    } else {
      if (k >= propagated) {
        // The rules take several boards at the price of one: this one and those after it.
        propagated = std::min(k + problem_.rules->side_by_side, branching.count);
        for (std::size_t i = k; i < propagated; ++i) {
          boards[i] = node.board;
          take(boards[i], branching.branches[i]);
        }
        problem_.rules->propagate_all(&boards[k], propagated - k, &outcomes[k]);
      }
      probed = probe(boards[k], outcomes[k], node, bound, slack, incumbent);
      probes_.keep(branch, probed);
    }
    choice.size += probed.size;
    if (probed.size == 0) {
      problem_.symmetries.remove_images(node.board, node.symmetries, branch.digit, branch.band,
                                        branch.cells);
    }
  }
  return true;
}

// `child` is the node's board restricted to a branch, after the rules.
Probe StrongBranching::probe(BandBoard& child, BandOutcome outcome, const Node& node,
                             const BoardBound& bound, double slack, Incumbent& incumbent) {
  if (outcome == BandOutcome::kOpen) {
    const std::int64_t threshold = problem_.scale.scaled(incumbent.cutoff());
    if (!probe_bound_.evaluate(child, node.multipliers, threshold)) return {};
    outcome = probe_bound_.fix_by_reduced_cost(child);
  }
  if (outcome == BandOutcome::kSolved) incumbent.offer(grid_of(child));
  if (outcome != BandOutcome::kOpen) return {};
  const auto loss = static_cast<double>(bound.bound() - probe_bound_.bound());
  bound::Words words;
  set_words(words, child);
  const double space = problem_.kernel->log2_space(words);
  probes_.boards.push_back(child);
  return {.size = std::exp2(kGrowthBySpace * space - kGrowthByLoss * loss / slack),
          .bound = probe_bound_.bound(),
          .board = probes_.boards.size() - 1};
}

// Exactly one branch holds, so a candidate that none of them leaves is impossible.
void StrongBranching::remove_unsupported(const Choice& choice, BandBoard& board) const {
  sudoku::Candidates left{};
  for (std::size_t k = 0; k < choice.branching.count; ++k) {
    if (choice.probes[k].size == 0) continue;
    const BandBoard& child = probes_.boards[choice.probes[k].board];
    for (std::size_t digit = 0; digit < 9; ++digit) left[digit] |= child.candidates[digit];
  }
  for (std::size_t digit = 0; digit < 9; ++digit) board.candidates[digit] &= left[digit];
}

// The most promising child last: the highest bound and, where bounds are equal, the largest tree.
void StrongBranching::add_children(Node& node, const Choice& choice, Incumbent& incumbent,
                                   std::vector<Node>& children) const {
  const auto is_open = [&](BandBoard& board) {
    const BandOutcome outcome = problem_.rules->propagate(board);
    if (outcome == BandOutcome::kSolved) incumbent.offer(grid_of(board));
    return outcome == BandOutcome::kOpen;
  };
  if (!is_open(node.board)) return;
  if (choice.branching.count == 0) {
    // Probing has fixed every branching of the shortlist.
    children.push_back(node);
    return;
  }
  std::array<std::size_t, 9> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(choice.branching.count);
  std::stable_sort(order.begin(), end, [&](std::size_t a, std::size_t b) {
    const Probe& one = choice.probes[a];
    const Probe& other = choice.probes[b];
    return one.bound != other.bound ? one.bound > other.bound : one.size > other.size;
  });
  const std::size_t first = children.size();
  for (auto place = order.begin(); place != end; ++place) {
    const Branch& branch = choice.branching.branches[*place];
    if (choice.probes[*place].size == 0 || !is_possible(node.board, branch)) continue;
    Node child = node;
    child.bound = choice.probes[*place].bound;
    take(child.board, branch);
    child.symmetries = problem_.symmetries.keeping(node.symmetries, branch.band, branch.cells);
    if (is_open(child.board)) children.push_back(child);
    if (node.symmetries == Symmetries::kIdentity) continue;
    // The images of this branch hold nothing that its own tree does not.
    problem_.symmetries.remove_images(node.board, node.symmetries, branch.digit, branch.band,
                                      branch.cells);
    if (!is_open(node.board)) break;
  }
  std::reverse(children.begin() + static_cast<std::ptrdiff_t>(first), children.end());
}

}  // namespace puzzled::target
