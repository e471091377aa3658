// Checks deductions one by one by the plainest code that follows what each rule says. It shares
// nothing with the engine.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/sudoku/explain/explainer.hpp"

namespace puzzled::sudoku {

class StepChecker {
 public:
  /// REQUIRES: `solution` is the puzzle's only one.
  StepChecker(const Grid& puzzle, const Grid& solution);

  /// Takes the next step, and says what is wrong with it; empty if nothing is.
  std::string take(const explain::Explanation& explanation, const explain::Step& step);

  bool is_solved() const { return open_.empty(); }
  /// Of all open cells.
  std::size_t candidates() const;

 private:
  using Digits = std::set<int>;
  using Cells = std::set<int>;
  using Board = std::map<int, Digits>;  // the candidates of each open cell

  static Cells cells_of_unit(int unit);
  static const std::set<int>& units_of(int cell);
  static bool see_each_other(int a, int b);
  static Cells places(const Board& board, int digit, int unit);
  static void place(Board& board, int cell, int digit);

  std::string check_rule(const explain::Step& step, const Cells& cells, const Digits& digits) const;
  std::string check_losses(const explain::Step& step, const Cells& cells, const Digits& digits,
                           const std::vector<explain::Candidate>& removed) const;
  std::string check_probe(const explain::Step& step, const Cells& cells, const Digits& digits);
  int lowest_level() const;
  bool has_locked() const;
  bool has_subset(int size) const;

  /// How many rounds of singles, `most` or fewer, lead to a contradiction, which is `found` then;
  /// 0: none do.
  int rounds_to_contradiction(int cell, int digit, int most,
                              std::set<std::string>* found = nullptr) const;
  void begin_phase();

  const Grid solution_;
  Board open_;
  int phase_ = 0;
  Board phase_start_;
  int phase_rounds_ = 0;
  std::set<std::pair<int, int>> to_exclude_;  // cell and digit, of the phase
};

}  // namespace puzzled::sudoku
