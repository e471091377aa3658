// A batch: puzzles that have been read and will be solved together, and faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/sudoku/grid.hpp"
#include "core/sudoku/text/cells.hpp"
#include "core/sudoku/text/faults.hpp"

namespace puzzled::sudoku {

/// Has room for all puzzles of the largest block: 40 bytes for each, and a hundred for each fault.
class PuzzleBatch {
 public:
  /// How many puzzles it has room for; 0 if it has no room for another fault.
  std::size_t room() const {
    if (faults_.size() == kMaxFaults) return 0;
    return kMaxPuzzles - cells_.size() - faults_.size();
  }

  /// Adds plain lines of that form, the first of which is line number `first.line`. They must stay
  /// in place. REQUIRES: there is room for all of them; here and below for one.
  void add_plain_lines(std::string_view lines, PlainForm form, TextPlace first);
  /// `first_cell` is ignored if its cells stand on several lines.
  void add_puzzle(const Grid& grid, TextPlace first_cell);
  void add_fault(std::string_view reason, TextPlace place);
  void add_fault(const PuzzleText& puzzle);

  /// Addresses of the cells, as Solver::solve_cells() takes them.
  std::span<const std::uint8_t* const> cells() const { return cells_; }
  std::size_t size() const { return cells_.size(); }
  const Faults& faults() const { return faults_; }

  /// Where the first cell of a puzzle stands.
  TextPlace place_of(std::size_t puzzle) const;

  void clear();

 private:
  static constexpr std::size_t kMaxPuzzles = 16384;
  static constexpr std::size_t kMaxFaults = 4096;

  // Puzzles whose lines follow each other, from this one to the next run.
  struct Run {
    std::size_t first_puzzle;
    TextPlace first_cell;
  };

  void add_place(TextPlace first_cell);

  std::vector<const std::uint8_t*> cells_;
  std::vector<Run> runs_;
  std::vector<Grid> grids_;  // never more than it has room for: they stay in place
  Faults faults_;
};

}  // namespace puzzled::sudoku
