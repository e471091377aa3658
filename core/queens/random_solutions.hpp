// Solutions at random, for boards of any size.
#pragma once

#include <cstdint>
#include <vector>

#include "core/split_mix.hpp"
#include "core/stop.hpp"

namespace puzzled::queens {

/// Draws one solution after another. Every solution can come, but not each as often as another: a
/// random placement is repaired until no queen attacks another. The same seed gives the same
/// solutions. A hundred thousand queens take some 30 ms.
class RandomSolutions {
 public:
  /// REQUIRES: has_solution(queens).
  RandomSolutions(int queens, std::uint64_t seed);

  /// The column of each row's queen, from 1, until the next call; null if `stop` was set.
  const std::vector<int>* next(const StopFlag& stop = kNeverStop);

 private:
  void place();
  bool repair(const StopFlag& stop);
  int& rising(int row, int column) { return rising_[static_cast<std::size_t>(row + column)]; }
  int& falling(int row, int column) {
    return falling_[static_cast<std::size_t>(row - column + queens_)];
  }
  bool is_attacked(int row);
  int taken_diagonals(int a, int b);
  void add(int row, int by);
  void swap_rows(int a, int b);
  int random_row(int from = 0) {
    return from + static_cast<int>(random_.below(static_cast<std::uint64_t>(queens_ - from)));
  }

  int queens_;
  SplitMix64 random_;
  std::vector<int> columns_;  // by row, from 1
  // queens on each diagonal
  std::vector<int> rising_;
  std::vector<int> falling_;
  std::vector<int> attacked_;  // rows, of all queens that are attacked one of each pair at least
};

}  // namespace puzzled::queens
