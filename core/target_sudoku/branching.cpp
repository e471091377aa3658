// Where the search branches: strong branching, as solvers of integer programs call it. Questions
// that look good are tried option by option: the rules are applied, the bound is evaluated, what it
// rules out is removed. The question is taken whose options leave least open. That counts more than
// what they cost the bound: where the best score lies on a plateau of the bound, no option costs
// anything for many levels. And which kind of question is best differs from weights to weights a
// hundredfold (tests/bench/NOTES.md).
//
// What looks good: the first time, what has good marginals; later, what did well at nodes before,
// which tells far more (pseudocosts, as those solvers say, of trees instead of bounds).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/target_sudoku/search.hpp"

namespace puzzled::target {
namespace {

// A child whose loss is a share x of the slack is taken to have a tree 2^-(k x) times as large as
// one without. Marginals understate losses.
constexpr float kGrowthByMarginals = 4;

// Options tried are also known by the room they leave, in bits.
constexpr double kGrowthByLoss = 10;
constexpr double kGrowthByRoom = 2;

// So many questions that were tried before turn out no better than the best so far, and the rest is
// left alone.
constexpr int kPatience = 12;

}  // namespace

struct Searcher::Choice {
  Question question;
  std::array<Tried, 9> tried{};
  double size = std::numeric_limits<double>::infinity();
};

Shortlist Searcher::list_questions(double slack) {
  const float growth = kGrowthByMarginals / static_cast<float>(slack);
  problem_.kernel().weigh(evaluation_, candidates_, growth, trials_->sums);
  return {trials_->sums, trials_->record};
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

// What is below an option that has left this board, of this outcome.
Tried Searcher::size_up(BandBoard& child, BandOutcome outcome, const Node& node, Bar& bar,
                        double slack) {
  if (outcome == BandOutcome::kOpen) {
    const std::int64_t threshold = problem_.scaled(bar.score());
    evaluate(child, node.multipliers, threshold, probe_);
    if (probe_.bound < threshold) return {};
    outcome = remove_hopeless(child, probe_);
  }
  if (outcome == BandOutcome::kSolved) offer(grid_of(child), bar);
  if (outcome != BandOutcome::kOpen) return {};
  const auto loss = static_cast<double>(evaluation_.bound - probe_.bound);
  list_candidates(child);
  const double bits = problem_.kernel().room(candidates_);
  trials_->boards.push_back(child);
  return {.size = std::exp2(kGrowthByRoom * bits - kGrowthByLoss * loss / slack),
          .bound = probe_.bound,
          .board = trials_->boards.size() - 1};
}

// The smallest loss first: that option leaves most, so a poor question shows at once.
void Searcher::sort_by_loss(const BandBoard& board, Question& question) const {
  std::array<std::int32_t, 9> losses;
  for (std::size_t k = 0; k < question.count; ++k) {
    const Option option = question.options[k];
    std::int32_t least = kHugeLoss;
    for (std::uint32_t rest =
             option.cells & board.candidates[static_cast<std::size_t>(option.digit)][option.band];
         rest != 0; rest &= rest - 1) {
      least = std::min(least, loss(27 * option.band + std::countr_zero(rest), option.digit));
    }
    std::size_t place = k;
    for (; place > 0 && losses[place - 1] > least; --place) {
      losses[place] = losses[place - 1];
      question.options[place] = question.options[place - 1];
    }
    losses[place] = least;
    question.options[place] = option;
  }
}

// Sizes up the question's options until they are worse than `limit`; false if some were left out.
// Options below which there is nothing are removed from the node.
bool Searcher::try_question(Node& node, Bar& bar, double slack, double limit, Choice& choice) {
  const Question& question = choice.question;
  std::array<BandBoard, 9> boards;
  std::array<BandOutcome, 9> outcomes;
  std::size_t taken = 0;
  choice.size = 0;
  for (std::size_t k = 0; k < question.count; ++k) {
    if (choice.size >= limit) return false;
    const Option& option = question.options[k];
    Tried& tried = choice.tried[k];
    if (const Tried* known = trials_->find(option)) {
      tried = *known;
    } else {
      if (k >= taken) {
        // This one and those after it that go through the rules side by side with it.
        taken = std::min(k + problem_.rules().side_by_side, question.count);
        for (std::size_t i = k; i < taken; ++i) {
          boards[i] = node.board;
          take(boards[i], question.options[i]);
        }
        problem_.rules().propagate_all(&boards[k], taken - k, &outcomes[k]);
      }
      tried = size_up(boards[k], outcomes[k], node, bar, slack);
      trials_->keep(option, tried);
    }
    choice.size += tried.size;
    if (tried.size == 0) remove_images(node, option);
  }
  return true;
}

// One of the options holds: what none of them leaves is gone.
void Searcher::keep_what_is_left(const Choice& choice, BandBoard& board) const {
  sudoku::Candidates left{};
  for (std::size_t k = 0; k < choice.question.count; ++k) {
    if (choice.tried[k].size == 0) continue;
    const BandBoard& child = trials_->boards[choice.tried[k].board];
    for (std::size_t digit = 0; digit < 9; ++digit) left[digit] |= child.candidates[digit];
  }
  for (std::size_t digit = 0; digit < 9; ++digit) board.candidates[digit] &= left[digit];
}

void Searcher::branch(Node& node, Bar& bar, std::vector<Node>& children) {
  const std::int64_t threshold = problem_.scaled(bar.score());
  if (evaluation_.bound < threshold) return;  // a dive has raised the bar
  const auto slack = static_cast<double>(evaluation_.bound - threshold + 1);
  if (!trials_) trials_.emplace();
  trials_->begin();
  list_candidates(node.board);
  const double whole = kGrowthByRoom * problem_.kernel().room(candidates_);
  Shortlist shortlist = list_questions(slack);
  QuestionRecord& record = trials_->record;
  Choice best;
  int vain = 0;
  while (!shortlist.empty() && vain < kPatience) {
    const int number = shortlist.next();
    Choice choice{.question = question_of(number, node.board)};
    if (choice.question.count == 1) continue;
    sort_by_loss(node.board, choice.question);
    const bool is_whole = try_question(node, bar, slack, best.size, choice);
    if (choice.size == 0) return;
    if (choice.size < best.size) {
      keep_what_is_left(choice, node.board);
      best = choice;
      vain = 0;
    } else if (record.knows(number)) {
      ++vain;
    }
    record.note(number, static_cast<float>(std::log2(choice.size) - whole), is_whole);
  }
  add_children(node, bar, best, children);
}

// The most promising last: where the bound is the same, what leaves more room.
void Searcher::add_children(Node& node, Bar& bar, const Choice& choice,
                            std::vector<Node>& children) {
  const auto still_open = [&] {
    const BandOutcome outcome = propagate(node.board);
    if (outcome == BandOutcome::kSolved) offer(grid_of(node.board), bar);
    return outcome == BandOutcome::kOpen;
  };
  if (!still_open()) return;
  if (choice.question.count == 0) {
    // Trying has settled every question listed.
    children.push_back(node);
    return;
  }
  std::array<std::size_t, 9> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(choice.question.count);
  std::stable_sort(order.begin(), end, [&](std::size_t a, std::size_t b) {
    const Tried& one = choice.tried[a];
    const Tried& other = choice.tried[b];
    return one.bound != other.bound ? one.bound > other.bound : one.size > other.size;
  });
  const std::size_t first = children.size();
  for (auto place = order.begin(); place != end; ++place) {
    const Option& option = choice.question.options[*place];
    if (choice.tried[*place].size == 0 || !is_possible(node.board, option)) continue;
    Node child = node;
    child.is_root = false;
    child.bound = choice.tried[*place].bound;
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
