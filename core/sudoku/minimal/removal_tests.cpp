#include "core/sudoku/minimal/removal_tests.hpp"

#include <algorithm>

#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {

void RemovalTests::clear() {
  for (Kind* const kind : {&counts_, &of_clues_}) {
    kind->cells.clear();
    kind->results.clear();
  }
  clues_.clear();
}

void RemovalTests::run() {
  if (!counts_.cells.empty()) {
    lines_.resize(std::max(lines_.size(), counts_.cells.size() * kLineBytes));
    const auto found =
        solver_.solve_cells(counts_.cells, {.solutions = 2}, lines_.data(), kLineBytes).counts;
    for (std::size_t i = 0; i < found.size(); ++i) *counts_.results[i] = found[i] == 1;
  }
  if (!of_clues_.cells.empty()) {
    const auto others = solver_.have_solutions_without(of_clues_.cells, clues_);
    for (std::size_t i = 0; i < others.size(); ++i) *of_clues_.results[i] = others[i] == 0;
  }
  clear();
}

void RemovalTests::finish(std::span<ClueRemoval> removals) {
  open_.clear();
  for (ClueRemoval& removal : removals) open_.push_back({&removal, false});
  for (bool is_first = true; !open_.empty(); is_first = false) {
    std::size_t open = 0;
    for (std::size_t i = 0; i < open_.size(); ++i) {
      ClueRemoval& removal = *open_[i].removal;
      if (!is_first) removal.answer(open_[i].is_unique);
      const ClueRemoval::Test test = removal.next();
      if (test == ClueRemoval::Test::kNone) continue;
      open_[open] = {&removal, false};
      add(test, removal, open_[open++].is_unique);
    }
    open_.resize(open);
    run();
  }
}

}  // namespace puzzled::sudoku
