// Where the search branches: strong branching, as solvers of integer programs call it. Questions
// that look good by their marginals are tried option by option: the rules are applied, the bound is
// evaluated, what it rules out is removed. The question is taken whose options leave least open.
// That counts more than what they cost the bound: where the best score lies on a plateau of the
// bound, no option costs anything for many levels. And which kind of question is best differs from
// weights to weights a hundredfold (tests/bench/NOTES.md).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "core/target/search.hpp"

namespace puzzled::target {
namespace {

// A child whose loss is a share x of the slack is taken to have a tree 2^-(k x) times as large as
// one without. For marginals, which understate losses, k = 8 was best in trees by marginals alone.
constexpr float kGrowthByMarginals = 8;

// Options tried are also known by the room they leave, in bits.
constexpr double kGrowthByLoss = 10;
constexpr double kGrowthByRoom = 2;

// Where few cells matter to the score, those come first: when they are settled, all is.
constexpr double kPreference = 0.5;

// How many fillings the candidates leave, the rules aside, as a power of 2.
double room(const BandBoard& board) {
  // Candidates of a cell, counted in four bits that are one word each.
  constexpr std::array<double, 16> kLog2{0, 0, 1, 1.585, 2, 2.322, 2.585, 2.807, 3, 3.17};
  sudoku::Bands ones{};
  sudoku::Bands twos{};
  sudoku::Bands fours{};
  sudoku::Bands eights{};
  for (const sudoku::Bands word : board.candidates) {
    const sudoku::Bands carry_two = ones & word;
    const sudoku::Bands carry_four = twos & carry_two;
    ones ^= word;
    twos ^= carry_two;
    eights |= fours & carry_four;
    fours ^= carry_four;
  }
  double bits = 0;
  for (int band = 0; band < 3; ++band) {
    for (int i = 0; i < 27; ++i) {
      const std::uint32_t count = (ones[band] >> i & 1) | (twos[band] >> i & 1) << 1 |
                                  (fours[band] >> i & 1) << 2 | (eights[band] >> i & 1) << 3;
      bits += kLog2[count];
    }
  }
  return bits;
}

}  // namespace

void Searcher::list_questions(const Node& node, double slack) {
  const float growth = kGrowthByMarginals / static_cast<float>(slack);
  constexpr float kMostExponent = 30;
  Shares shares{};
  for (int lane = 0; lane < 27; ++lane) {
    const int digit = lane % 9;
    const int band = lane / 9;
    for (std::uint32_t rest = node.board.candidates[static_cast<std::size_t>(digit)][band];
         rest != 0; rest &= rest - 1) {
      const int cell = 27 * band + std::countr_zero(rest);
      // A loss may exceed the slack where the bar has just been raised.
      const float exponent =
          std::min(kMostExponent, growth * static_cast<float>(loss(cell, digit)));
      shares[static_cast<std::size_t>(digit)][static_cast<std::size_t>(cell)] =
          std::exp2(-exponent);
    }
  }
  std::array<float, kCells> factors;
  for (int cell = 0; cell < kCells; ++cell) {
    factors[static_cast<std::size_t>(cell)] =
        static_cast<float>(1 - kPreference * problem_.importance(cell));
  }
  target::list_questions(shares, factors, shortlist_);
}

// What holds for an option holds for its images under the node's symmetries.
void Searcher::remove_images(Node& node, const Option& option) const {
  for (std::uint64_t rest = node.symmetries; rest != 0; rest &= rest - 1) {
    const Rearrangement& image =
        problem_.symmetries()[static_cast<std::size_t>(std::countr_zero(rest))];
    for (std::uint32_t cells = option.cells; cells != 0; cells &= cells - 1) {
      const int cell = 27 * option.band + std::countr_zero(cells);
      remove(node.board, image[static_cast<std::size_t>(cell)], option.digit);
    }
  }
}

// Those that leave the option as it is.
std::uint64_t Searcher::stabilizer(std::uint64_t symmetries, const Option& option) const {
  std::uint64_t kept = 0;
  for (std::uint64_t rest = symmetries; rest != 0; rest &= rest - 1) {
    const Rearrangement& image =
        problem_.symmetries()[static_cast<std::size_t>(std::countr_zero(rest))];
    std::uint32_t cells = option.cells;
    while (cells != 0) {
      const int cell = image[static_cast<std::size_t>(27 * option.band + std::countr_zero(cells))];
      if (cell / 27 != option.band || (option.cells >> (cell % 27) & 1) == 0) break;
      cells &= cells - 1;
    }
    if (cells == 0) kept |= rest & (0 - rest);
  }
  return kept;
}

// Size 0: nothing below the option reaches the bar.
Searcher::Tried Searcher::try_option(const Node& node, Bar& bar, double slack,
                                     const Option& option) {
  BandBoard child = node.board;
  take(child, option);
  BandOutcome outcome = propagate(child);
  if (outcome == BandOutcome::kOpen) {
    const std::int64_t threshold = problem_.scaled(bar.score());
    evaluate(child, node.multipliers, threshold, probe_);
    if (probe_.bound < threshold) return {};
    outcome = remove_hopeless(child, probe_);
  }
  if (outcome == BandOutcome::kSolved) offer(grid_of(child), bar);
  if (outcome != BandOutcome::kOpen) return {};
  const auto loss = static_cast<double>(evaluation_.bound - probe_.bound);
  return {.size = std::exp2(kGrowthByRoom * room(child) - kGrowthByLoss * loss / slack),
          .bound = probe_.bound};
}

void Searcher::branch(Node& node, Bar& bar, std::vector<Node>& children) {
  const std::int64_t threshold = problem_.scaled(bar.score());
  if (evaluation_.bound < threshold) return;  // a dive has raised the bar
  const auto slack = static_cast<double>(evaluation_.bound - threshold + 1);
  list_questions(node, slack);
  // Questions share options: a digit in a cell answers four.
  std::array<std::array<std::optional<Tried>, kCells>, 9> known;
  const auto try_once = [&](const Option& option) {
    if (!std::has_single_bit(option.cells)) return try_option(node, bar, slack, option);
    std::optional<Tried>& tried =
        known[static_cast<std::size_t>(option.digit)]
             [static_cast<std::size_t>(27 * option.band + std::countr_zero(option.cells))];
    if (!tried) tried = try_option(node, bar, slack, option);
    return *tried;
  };
  struct Choice {
    const Question* question = nullptr;
    std::array<Tried, 9> tried{};
    double size = std::numeric_limits<double>::infinity();
  };
  Choice best;
  // A question that has become worse than the best is left at that.
  for (std::size_t i = 0; i < shortlist_.count; ++i) {
    Choice choice{.question = &shortlist_.questions[i], .size = 0};
    for (std::size_t k = 0; k < choice.question->count && choice.size < best.size; ++k) {
      const Option& option = choice.question->options[k];
      choice.tried[k] = try_once(option);
      choice.size += choice.tried[k].size;
      if (choice.tried[k].size == 0) remove_images(node, option);
    }
    if (choice.size == 0) return;
    if (choice.size < best.size) best = choice;
  }
  const auto still_open = [&] {
    const BandOutcome outcome = propagate(node.board);
    if (outcome == BandOutcome::kSolved) offer(grid_of(node.board), bar);
    return outcome == BandOutcome::kOpen;
  };
  if (!still_open()) return;

  std::array<std::size_t, 9> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(best.question->count);
  std::stable_sort(order.begin(), end, [&](std::size_t a, std::size_t b) {
    return best.tried[a].bound > best.tried[b].bound;
  });
  const std::size_t first = children.size();
  for (auto place = order.begin(); place != end; ++place) {
    const Option& option = best.question->options[*place];
    if (best.tried[*place].size == 0) continue;
    Node child = node;
    child.is_root = false;
    child.bound = best.tried[*place].bound;
    take(child.board, option);
    child.symmetries = stabilizer(node.symmetries, option);
    const BandOutcome outcome = propagate(child.board);
    if (outcome == BandOutcome::kSolved) offer(grid_of(child.board), bar);
    if (outcome == BandOutcome::kOpen) children.push_back(child);
    if (node.symmetries == 1) continue;
    // With this child all its images are done.
    remove_images(node, option);
    if (!still_open()) break;
  }
  std::reverse(children.begin() + static_cast<std::ptrdiff_t>(first), children.end());
}

}  // namespace puzzled::target
