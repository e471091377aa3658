// The search below one board: what a node is, how the bound tightens it, and how it branches. One
// Searcher is one thread's; what threads share is the Bar.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/target_sudoku/board.hpp"
#include "core/target_sudoku/problem.hpp"
#include "core/target_sudoku/trials.hpp"

namespace puzzled::target {

/// Below every score (none is beyond 2^30 in absolute value), and still a number when scaled.
inline constexpr std::int64_t kNoScore = -(std::int64_t{1} << 40);

/// Steps of the bound at a root; most boards need a third or less.
inline constexpr int kRootSteps = 300;

/// What a grid must score to be of use. Only ever raised; read without ordering, for a score read
/// late costs time, never the answer.
class Bar {
 public:
  explicit Bar(std::int64_t score) : score_(score) {}

  std::int64_t score() const { return score_.load(std::memory_order_relaxed); }

  void raise(std::int64_t score) {
    std::int64_t seen = score_.load(std::memory_order_relaxed);
    while (seen < score && !score_.compare_exchange_weak(seen, score, std::memory_order_relaxed)) {
    }
  }

 private:
  std::atomic<std::int64_t> score_;
};

/// Set to end a search early; what it returns then is the best so far.
using StopFlag = std::atomic<bool>;

struct Node {
  BandBoard board;
  bound::CellNumbers multipliers;
  std::uint64_t symmetries = 1;  ///< of the problem's, those that leave the node as it is
  /// Scaled: no grid below the node scores more. The parent's bound, less what this child costs.
  std::int64_t bound = std::numeric_limits<std::int64_t>::max();
  bool is_root = false;
  bool was_tightened = false;  ///< its multipliers are its own
};

struct Found {
  std::int64_t score = kNoScore;
  Grid grid;
};

enum class Tightened {
  kClosed,  ///< nothing that reaches the bar is left, except what offer() got
  kSolved,  ///< one grid is left, in the node's board
  kOpen,
};

class Searcher {
 public:
  /// With `every_grid`, grids that equal the best count, so none may be left out for another.
  explicit Searcher(const Problem& problem, bool every_grid = false)
      : problem_(problem), every_grid_(every_grid) {}

  /// Lowers the bound of `node` by up to `steps` steps and takes out candidates that cannot reach
  /// the bar. REQUIRES: the board has been propagated and is open.
  Tightened tighten(Node& node, Bar& bar, int steps);

  /// Adds the children of a node that tighten() has just left open, the most promising last
  /// (branching.cpp).
  void branch(Node& node, Bar& bar, std::vector<Node>& children);

  /// Offers a grid: raises the bar above its score if it is the best so far.
  void offer(const Grid& grid, Bar& bar);

  const Found& found() const { return found_; }
  void forget() { found_ = {}; }

  /// The scaled bound that tighten() left.
  std::int64_t bound() const { return evaluation_.bound; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  // No candidate's loss, nor that of anything that was tried.
  static constexpr std::int32_t kHugeLoss = 1 << 28;

  void list_candidates(const BandBoard& board);
  BandOutcome propagate(BandBoard& board) const { return problem_.rules().propagate(board); }
  void evaluate(const BandBoard& board, const bound::CellNumbers& multipliers,
                std::int64_t threshold, bound::Evaluation& evaluation);
  struct Choice;
  Shortlist list_questions(double slack);
  Tried size_up(BandBoard& child, BandOutcome outcome, const Node& node, Bar& bar, double slack);
  bool try_question(Node& node, Bar& bar, double slack, double limit, Choice& choice);
  void sort_by_loss(const BandBoard& board, Question& question) const;
  void keep_what_is_left(const Choice& choice, BandBoard& board) const;
  void add_children(Node& node, Bar& bar, const Choice& choice, std::vector<Node>& children);
  std::uint64_t stabilizer(std::uint64_t symmetries, const Option& option) const;
  void remove_images(Node& node, const Option& option) const;
  Tightened narrow(Node& node, const Bar& bar);
  BandOutcome remove_hopeless(BandBoard& board, const bound::Evaluation& evaluation) const;
  bool templates_make_a_grid(Grid& grid) const;
  void dive(const BandBoard& start, Bar& bar);
  bool search_quickly(const BandBoard& board, Bar& bar);

  /// What the bound falls by when the digit takes the cell, scaled.
  std::int32_t loss(int cell, int digit) const {
    const int lane = 9 * (cell / 27) + digit;
    return evaluation_.best[lane] - evaluation_.marginal[cell % 27][lane];
  }

  const Problem& problem_;
  const bool every_grid_;
  bound::Words candidates_;  // of the board that was looked at last
  bound::Evaluation evaluation_;
  bound::Evaluation probe_;
  std::optional<Trials> trials_;  // made when a node first branches: most boards need none
  Found found_;
  std::uint64_t nodes_ = 0;
  std::uint64_t evaluations_ = 0;
};

}  // namespace puzzled::target
