#include "core/sudoku/puzzle_batch.hpp"

#include <algorithm>

namespace puzzled::sudoku {

void PuzzleBatch::add_place(TextPlace first_cell) {
  if (!runs_.empty()) {
    const Run& run = runs_.back();
    const std::size_t line = run.first_cell.line + cells_.size() - run.first_puzzle;
    if (line == first_cell.line && run.first_cell.column == first_cell.column) return;
  }
  runs_.push_back({cells_.size(), first_cell});
}

void PuzzleBatch::add_plain_lines(std::string_view lines, PlainForm form, TextPlace first) {
  const std::size_t bytes = plain_line_bytes(form);
  add_place(first);
  const auto* line = reinterpret_cast<const std::uint8_t*>(lines.data());
  const std::size_t before = cells_.size();
  cells_.resize(before + lines.size() / bytes);
  for (std::size_t i = before; i < cells_.size(); ++i, line += bytes) cells_[i] = line;
}

void PuzzleBatch::add_puzzle(const Grid& grid, TextPlace first_cell) {
  add_place(first_cell);
  grids_.reserve(kMaxPuzzles);  // now, for plain lines need none
  grids_.push_back(grid);
  cells_.push_back(grids_.back().digits.data());
}

void PuzzleBatch::add_fault(std::string_view reason, TextPlace place) {
  faults_.add(place, reason, cells_.size());
}

void PuzzleBatch::add_fault(const PuzzleText& puzzle) {
  faults_.add(puzzle, cells_.size());
}

TextPlace PuzzleBatch::place_of(std::size_t puzzle) const {
  const auto behind =
      std::upper_bound(runs_.begin(), runs_.end(), puzzle,
                       [](std::size_t p, const Run& run) { return p < run.first_puzzle; });
  const Run& run = *(behind - 1);
  TextPlace place = run.first_cell;
  place.line += static_cast<std::uint32_t>(puzzle - run.first_puzzle);
  return place;
}

void PuzzleBatch::clear() {
  cells_.clear();
  runs_.clear();
  grids_.clear();
  faults_.clear();
}

}  // namespace puzzled::sudoku
