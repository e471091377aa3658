#include "core/sudoku/bulk_generator.hpp"

#include <algorithm>
#include <utility>

#include "core/sudoku/text/cells.hpp"

namespace puzzled::sudoku {
namespace {

using Test = ClueRemoval::Test;

}  // namespace

bool makes_side_by_side(const GeneratorSettings& settings, Symmetry symmetry) {
  return !exchanges_clues(settings, symmetry);
}

void BulkGenerator::Tests::clear() {
  drafts.clear();
  cells.clear();
  clues.clear();
}

bool BulkGenerator::generate(const GeneratorSettings& settings, Symmetry symmetry,
                             std::uint64_t first, std::span<std::optional<Grid>> puzzles,
                             const StopFlag& stop) {
  std::size_t begun = 0;
  const auto begin_next = [&]() -> Numbered {
    const std::size_t number = begun++;
    return {.number = number, .draft = {settings, symmetry, first + number}};
  };
  drafts_.clear();
  drafts_.reserve(std::min(puzzles.size(), kMaxDrafts));
  while (begun < std::min(puzzles.size(), kMaxDrafts)) drafts_.push_back(begin_next());
  for (;;) {
    counts_.clear();
    clues_.clear();
    // Drafts that have been asked must stay where they are.
    for (std::size_t i = 0; i < drafts_.size();) {
      if (is_stopped(stop)) return false;
      Numbered& numbered = drafts_[i];
      if (ask(numbered)) {
        ++i;
        continue;
      }
      puzzles[numbered.number] = numbered.draft.result();
      if (begun < puzzles.size()) {
        numbered = begin_next();
      } else {
        if (i + 1 < drafts_.size()) numbered = std::move(drafts_.back());
        drafts_.pop_back();
      }
    }
    if (drafts_.empty()) return true;
    make_tests();
  }
}

// Tells the draft what its last test has found, and takes its next one; false if there is none.
bool BulkGenerator::ask(Numbered& numbered) {
  PuzzleDraft& draft = numbered.draft;
  if (numbered.is_tested) draft.answer(numbered.is_unique);
  const Test test = draft.next();
  if (test == Test::kNone) return false;
  Tests& tests = test == Test::kCount ? counts_ : clues_;
  numbered.is_tested = true;
  tests.drafts.push_back(&numbered);
  tests.cells.push_back(draft.puzzle().digits.data());
  if (test == Test::kClue) tests.clues.push_back(draft.clue());
  return true;
}

void BulkGenerator::make_tests() {
  if (!counts_.drafts.empty()) {
    lines_.resize(std::max(lines_.size(), counts_.cells.size() * kLineBytes));
    const auto found =
        solver_.solve_cells(counts_.cells, {.solutions = 2}, lines_.data(), kLineBytes).counts;
    for (std::size_t i = 0; i < found.size(); ++i) counts_.drafts[i]->is_unique = found[i] == 1;
  }
  if (!clues_.drafts.empty()) {
    const auto others = solver_.have_solutions_without(clues_.cells, clues_.clues);
    for (std::size_t i = 0; i < others.size(); ++i) clues_.drafts[i]->is_unique = others[i] == 0;
  }
}

}  // namespace puzzled::sudoku
