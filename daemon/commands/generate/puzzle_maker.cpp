#include "daemon/commands/generate/puzzle_maker.hpp"

#include <algorithm>

#include "core/sudoku/text/answer_text.hpp"
#include "core/sudoku/tools/array_tool.hpp"

namespace puzzled::commands {
namespace {

std::string_view name_of(Column column) {
  switch (column) {
    case Column::kPuzzle:
      return "puzzle";
    case Column::kSolution:
      return "solution";
    case Column::kClues:
      return "clues";
    case Column::kRating:
      return "rating";
  }
  return "";
}

}  // namespace

bool GenerateTask::has_column(Column column) const {
  return std::ranges::find(columns, column) != columns.end();
}

std::string GenerateTask::header() const {
  std::string text;
  for (const Column column : columns) {
    if (!text.empty()) text += separator;
    text += name_of(column);
  }
  return text + '\n';
}

void SeenRatings::add(const SeenRatings& more) {
  puzzles += more.puzzles;
  lowest = std::min(lowest, more.lowest);
  highest = std::max(highest, more.highest);
}

std::string SeenRatings::range() const {
  return "rated " + to_string(lowest) + " to " + to_string(highest);
}

PuzzleMaker::PuzzleMaker(const GenerateTask& task, const StopFlag& stop)
    : task_(task), stop_(stop) {
  if (task.walks) {
    walker_.emplace(sudoku::HardRequest{
        .seed = task.generator.seed, .difficulty = task.difficulty, .clues = task.generator.clues});
  } else {
    if (task.rates || task.has_column(Column::kRating)) rater_.emplace();
    if (task.distinct) canonicalizer_.emplace();
  }
  if (task.has_column(Column::kSolution)) solver_.emplace();
}

bool PuzzleMaker::make(MadeBlock& block) {
  block.puzzles.clear();
  block.ratings.clear();
  block.forms.clear();
  block.seen = {};
  if (walker_) {
    walk(block);
  } else {
    if (!generate(block)) return false;
    block.made = block.puzzles.size();
    if (rater_) rate(block);
    if (canonicalizer_) find_forms(block);
  }
  if (is_stopped(stop_)) return false;
  write_lines(block);
  return true;
}

// False if it was stopped.
bool PuzzleMaker::generate(MadeBlock& block) {
  if (task_.patterns.empty()) {
    generated_.assign(static_cast<std::size_t>(block.last - block.first), std::nullopt);
    if (!generator_.generate(task_.generator, task_.symmetry, block.first, generated_, stop_)) {
      return false;
    }
    for (const std::optional<sudoku::Grid>& puzzle : generated_) {
      if (puzzle) block.puzzles.push_back(*puzzle);
    }
    return true;
  }
  for (std::uint64_t index = block.first; index < block.last; ++index) {
    if (is_stopped(stop_)) return false;
    const sudoku::CellSet& pattern = task_.patterns[index % task_.patterns.size()];
    const std::optional<sudoku::Grid> puzzle =
        sudoku::generate_with_pattern(pattern, task_.generator.seed, index, stop_);
    if (puzzle) block.puzzles.push_back(*puzzle);
  }
  return true;
}

// A walk need not find more than all that are wanted: those of earlier walks may be equivalent to
// some of them, but then as many are wanted less.
void PuzzleMaker::walk(MadeBlock& block) {
  const std::size_t most = static_cast<std::size_t>(task_.count);
  sudoku::HardWalker::Walk walk = walker_->run(block.first, most, stop_);
  for (const sudoku::HardPuzzle& found : walk.found) {
    block.puzzles.push_back(found.puzzle);
    block.ratings.push_back(found.rating);
    block.forms.push_back(found.form);
  }
  block.made = walk.rated;
  block.seen = {walk.rated, walk.lowest, walk.highest};
}

void PuzzleMaker::rate(MadeBlock& block) {
  block.ratings.resize(block.puzzles.size());
  rater_->rate(block.puzzles, block.ratings);
  if (!task_.rates) return;
  std::size_t right = 0;
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    const sudoku::Rating rating = block.ratings[i];
    block.seen.add({1, rating, rating});
    if (!task_.difficulty.contains(rating)) continue;
    block.puzzles[right] = block.puzzles[i];
    block.ratings[right++] = rating;
  }
  block.puzzles.resize(right);
  block.ratings.resize(right);
}

void PuzzleMaker::find_forms(MadeBlock& block) {
  canonical_.resize(block.puzzles.size());
  canonicalizer_->find(block.puzzles, canonical_);
  for (const sudoku::CanonicalForm& form : canonical_) {
    block.forms.push_back(sudoku::key_of(form.grid));
  }
}

void PuzzleMaker::write_lines(MadeBlock& block) {
  block.text.clear();
  block.line_ends.clear();
  if (solver_) {
    solutions_.resize(block.puzzles.size());
    solver_->solve(block.puzzles, {.solutions = 1}, solutions_);
  }
  for (std::size_t i = 0; i < block.puzzles.size(); ++i) {
    if (task_.writes_arrays) {
      block.text += sudoku::row_bytes(block.puzzles[i]);
      block.text += sudoku::row_bytes(solutions_[i].first);
      block.line_ends.push_back(block.text.size());
      continue;
    }
    for (std::size_t column = 0; column < task_.columns.size(); ++column) {
      if (column > 0) block.text += task_.separator;
      switch (task_.columns[column]) {
        case Column::kPuzzle:
          sudoku::append_cells(block.text, block.puzzles[i]);
          break;
        case Column::kSolution:
          sudoku::append_cells(block.text, solutions_[i].first);
          break;
        case Column::kClues:
          block.text += std::to_string(sudoku::count_clues(block.puzzles[i]));
          break;
        case Column::kRating:
          block.text += to_string(block.ratings[i]);
          break;
      }
    }
    block.text += '\n';
    block.line_ends.push_back(block.text.size());
  }
}

}  // namespace puzzled::commands
