// The best grid found so far for one board, and the score that the next one has to reach. All
// threads that work at the board share one object.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/target_sudoku/weights.hpp"

namespace puzzled::target {

/// Thread-safe unless stated otherwise. Scores are read with relaxed ordering: an outdated value
/// costs time, never correctness.
class Incumbent {
 public:
  /// Without a grid. The cutoff starts at `goal`, as by set_goal(). `weights` must outlive it.
  explicit Incumbent(const Weights& weights, std::int64_t goal = kNoScore)
      : weights_(weights), goal_(goal), cutoff_(goal) {}
  Incumbent(const Incumbent&) = delete;
  Incumbent& operator=(const Incumbent&) = delete;

  /// What a grid must score to be worth a search: above the best score, and never below the goal.
  std::int64_t cutoff() const { return cutoff_.load(std::memory_order_relaxed); }

  /// The best score; kNoScore without a grid.
  std::int64_t score() const { return score_.load(std::memory_order_relaxed); }
  bool has_grid() const { return score() != kNoScore; }
  bool has_reached_goal() const { return score() >= goal_; }

  /// Keeps the grid if it is better than the best, even where it misses the goal.
  void offer(const Grid& grid) {
    const std::int64_t score = score_of(weights_, grid);
    if (score <= this->score()) return;
    while (is_busy_.test_and_set(std::memory_order_acquire)) is_busy_.wait(true);
    if (score > this->score()) {
      grid_ = grid;
      score_.store(score, std::memory_order_relaxed);
      cutoff_.store(std::max(cutoff(), score + 1), std::memory_order_relaxed);
    }
    is_busy_.clear(std::memory_order_release);
    is_busy_.notify_one();
  }

  /// REQUIRES: has_grid(), and nobody offers meanwhile.
  const Grid& grid() const { return grid_; }

  /// Supposes that a grid of `goal` or more exists: searches prune by that, and prove that there is
  /// none if none turns up. REQUIRES: goal > score(), and no search is running.
  void set_goal(std::int64_t goal) {
    goal_ = goal;
    cutoff_.store(goal, std::memory_order_relaxed);
  }

 private:
  const Weights& weights_;
  std::int64_t goal_;
  std::atomic<std::int64_t> cutoff_;
  std::atomic<std::int64_t> score_ = kNoScore;
  Grid grid_;
  // Held while the three above change. A few grids a board are offered that are better than the
  // best, so threads hardly ever meet here.
  std::atomic_flag is_busy_ = ATOMIC_FLAG_INIT;
};

}  // namespace puzzled::target
