// A best-first search from some hundred random minimal puzzles. Each step takes the best puzzles
// that are known, makes their neighbours, drops those that are equivalent to one seen before, and
// rates the rest. Hard puzzles lie together: of the neighbours of a puzzle of level 9 two in five
// have level 9, of random minimal puzzles not one in 100 000.
#include "core/sudoku/hard_walk.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/sudoku/band_engine.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/random_grid.hpp"

namespace puzzled::sudoku {
namespace {

constexpr std::uint64_t kStartPuzzles = 512;
// Whose neighbours a step makes, some 60 of each. With 16 and fewer neighbours of each a walk at
// the edge of level 9 dies out: its puzzles have less than one new neighbour of the level each.
constexpr std::size_t kParents = 4;
// Puzzles that may yet be parents, at the end of a step.
constexpr std::size_t kMaxFrontier = 512;
// A walk may rate so many puzzles before it finds one, and then so many more, and some for each
// that it has found: one that starts badly ends, and the next one is the better bet.
constexpr std::uint64_t kMaxRatedBefore = 16'000;
constexpr std::uint64_t kMaxRatedAfter = 8'000;
constexpr std::uint64_t kMaxRatedPerFound = 16;
// A walk ends after so many puzzles, so that a set has puzzles of many walks.
constexpr std::size_t kMaxFound = 2048;
constexpr std::uint64_t kMaxSeenBytes = std::uint64_t{16} << 20;

// Puzzles without one clue that have as many solutions as this are left alone: to list them would
// take longer than everything else.
constexpr std::size_t kMaxListed = 32;
// Of the clues that make such a puzzle unique, so many are tried.
constexpr std::size_t kMaxAdded = 16;
// Exchanges within the solution: how many of a puzzle, and how many clues come at a time.
constexpr int kExchanges = 32;
constexpr std::size_t kMaxExchanged = 2;

constexpr std::uint64_t max_rated(std::size_t found) {
  return kMaxRatedBefore + (found == 0 ? 0 : kMaxRatedAfter) + kMaxRatedPerFound * found;
}

/// A clue, and the number of the only solution that has it.
struct UniqueClue {
  int cell = 0;
  std::uint8_t digit = 0;
  std::size_t solution = 0;
};

/// The clues that just one of the solutions has.
std::vector<UniqueClue> unique_clues(std::span<const Grid> solutions) {
  std::vector<UniqueClue> clues;
  for (int cell = 0; cell < kCells; ++cell) {
    std::array<std::size_t, kSide + 1> counts{};
    std::array<std::size_t, kSide + 1> last{};
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      ++counts[solutions[i][cell]];
      last[solutions[i][cell]] = i;
    }
    for (std::uint8_t digit = 1; digit <= kSide; ++digit) {
      if (counts[digit] == 1) clues.push_back({cell, digit, last[digit]});
    }
  }
  return clues;
}

/// How good a parent is. On level 9 those are that have many candidates after few phases of
/// probing: of the neighbours of the hardest known puzzles, which have no phase, half are of level
/// 9; of those of puzzles that a walk finds first 22 % without a phase, 13 % with eight.
std::pair<int, int> hardness_of(const Rating& rating) {
  constexpr int kCandidatesPerPhase = 4;
  if (rating.level < kMaxRating.level) return {rating.level * 1000 + rating.depth, rating.phases};
  return {rating.level * 1000, rating.depth - kCandidatesPerPhase * rating.phases};
}

}  // namespace

HardWalker::Walk HardWalker::run(std::uint64_t index, std::size_t most, const StopFlag& stop) {
  // Other numbers than those of the random puzzles, which all walks but the first begin elsewhere.
  constexpr std::uint64_t kWalkStreams = std::uint64_t{1} << 62;
  Random random(request_.seed, index ^ kWalkStreams);
  const std::size_t wanted = std::min(most, kMaxFound);
  Walk walk;
  FormSet seen(kMaxSeenBytes);
  frontier_.clear();
  proposals_.clear();
  for (std::uint64_t i = 0; i < kStartPuzzles && !is_stopped(stop); ++i) {
    proposals_.push_back(generate_puzzle({.seed = random.next(), .minimal = true}, i));
  }
  rate_proposals(walk, wanted, seen);
  while (walk.found.size() < wanted && !frontier_.empty() && !is_stopped(stop) &&
         walk.rated < max_rated(walk.found.size())) {
    proposals_.clear();
    for (std::size_t i = 0; i < kParents && !frontier_.empty(); ++i) {
      const Grid parent = frontier_.back().puzzle;
      frontier_.pop_back();
      exchange_one_clue(parent, random);
      exchange_in_solution(parent, random);
    }
    finish_proposals();
    rate_proposals(walk, wanted, seen);
  }
  return walk;
}

// Whether `a` is the worse parent: those with the right rating are best.
bool HardWalker::is_before(const Open& a, const Open& b) const {
  if (a.is_right != b.is_right) return b.is_right;
  return hardness_of(a.rating) < hardness_of(b.rating);
}

// Rates the proposals that are new, and takes them to the frontier and, if they are wanted, to the
// walk.
void HardWalker::rate_proposals(Walk& walk, std::size_t most, FormSet& seen) {
  forms_.resize(proposals_.size());
  canonicalizer_.find(proposals_, forms_);
  keys_.clear();
  std::size_t fresh = 0;
  for (std::size_t i = 0; i < proposals_.size(); ++i) {
    const FormKey key = key_of(forms_[i].grid);
    if (seen.insert(key) != Inserted::kNew) continue;
    keys_.push_back(key);
    proposals_[fresh++] = proposals_[i];
  }
  proposals_.resize(fresh);
  ratings_.resize(fresh);
  rater_.rate(proposals_, ratings_);
  for (std::size_t i = 0; i < fresh; ++i) {
    const Rating& rating = ratings_[i];
    ++walk.rated;
    walk.lowest = std::min(walk.lowest, rating);
    walk.highest = std::max(walk.highest, rating);
    const bool is_right = request_.difficulty.contains(rating);
    frontier_.push_back({proposals_[i], rating, is_right});
    if (!is_right || (request_.clues && count_clues(proposals_[i]) != *request_.clues)) continue;
    if (walk.found.size() < most) walk.found.push_back({proposals_[i], rating, keys_[i]});
  }
  trim_frontier();
}

void HardWalker::trim_frontier() {
  std::ranges::stable_sort(frontier_,
                           [this](const Open& a, const Open& b) { return is_before(a, b); });
  if (frontier_.size() > kMaxFrontier) {
    frontier_.erase(frontier_.begin(), frontier_.end() - static_cast<std::ptrdiff_t>(kMaxFrontier));
  }
}

// Proposes puzzles with another clue instead of one, in another solution: for each clue in turn,
// those that make the puzzle unique again.
void HardWalker::exchange_one_clue(const Grid& puzzle, Random& random) {
  for (int cell = 0; cell < kCells; ++cell) {
    if (puzzle[cell] == 0) continue;
    Grid changed = puzzle;
    changed[cell] = 0;
    const std::vector<Grid> solutions = list_solutions(changed, kMaxListed);
    if (solutions.size() == kMaxListed) continue;
    std::vector<UniqueClue> clues = unique_clues(solutions);
    std::erase_if(clues, [&](const UniqueClue& clue) {
      return clue.cell == cell && clue.digit == puzzle[cell];
    });
    for (std::size_t i = 0; i < kMaxAdded && !clues.empty(); ++i) {
      std::swap(clues[random.below(clues.size())], clues.back());
      const UniqueClue clue = clues.back();
      clues.pop_back();
      Grid unique = changed;
      unique[clue.cell] = clue.digit;
      propose(puzzle, unique, solutions[clue.solution], shuffled_cells(random));
    }
  }
}

// Proposes puzzles with the same solution: one or two further clues come, and then all go that are
// not needed, old ones first.
void HardWalker::exchange_in_solution(const Grid& puzzle, Random& random) {
  const Grid solution = solve_band(puzzle, {.solutions = 1}).first;
  for (int i = 0; i < kExchanges; ++i) {
    Grid changed = puzzle;
    std::size_t left = 1 + random.below(kMaxExchanged);
    for (const int cell : shuffled_cells(random)) {
      if (changed[cell] != 0) continue;
      changed[cell] = solution[cell];
      if (--left == 0) break;
    }
    std::array<int, kCells> order = shuffled_cells(random);
    std::stable_partition(order.begin(), order.end(), [&](int cell) { return puzzle[cell] != 0; });
    propose(puzzle, changed, solution, order);
  }
}

// `puzzle`, but for the clues that it does not need.
void HardWalker::propose(const Grid& parent, const Grid& puzzle, const Grid& solution,
                         const std::array<int, kCells>& order) {
  removals_.emplace_back(puzzle, solution, RemovalOrder(order), 0);
  parents_.push_back(parent);
}

void HardWalker::finish_proposals() {
  tests_.finish(removals_);
  for (std::size_t i = 0; i < removals_.size(); ++i) {
    if (removals_[i].puzzle() != parents_[i]) proposals_.push_back(removals_[i].puzzle());
  }
  removals_.clear();
  parents_.clear();
}

}  // namespace puzzled::sudoku
