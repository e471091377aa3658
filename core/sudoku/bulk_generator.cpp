#include "core/sudoku/bulk_generator.hpp"

#include <algorithm>
#include <utility>

namespace puzzled::sudoku {

bool makes_side_by_side(const GeneratorSettings& settings, Symmetry symmetry) {
  return !exchanges_clues(settings, symmetry);
}

bool BulkGenerator::generate(const GeneratorSettings& settings, Symmetry symmetry,
                             std::uint64_t first, std::span<std::optional<Grid>> puzzles,
                             const StopFlag& stop) {
  std::size_t begun = 0;
  const auto begin_next = [&]() -> Numbered {
    const std::size_t number = begun++;
    return {.number = number, .draft = {settings, symmetry, first + number}};
  };
  tests_.clear();
  drafts_.clear();
  drafts_.reserve(std::min(puzzles.size(), kMaxDrafts));
  while (begun < std::min(puzzles.size(), kMaxDrafts)) drafts_.push_back(begin_next());
  for (;;) {
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
    tests_.run();
  }
}

// Tells the draft what its last test has found, and takes its next one; false if there is none.
bool BulkGenerator::ask(Numbered& numbered) {
  PuzzleDraft& draft = numbered.draft;
  if (numbered.is_tested) draft.answer(numbered.is_unique);
  const ClueRemoval::Test test = draft.next();
  if (test == ClueRemoval::Test::kNone) return false;
  numbered.is_tested = true;
  tests_.add(test, draft, numbered.is_unique);
  return true;
}

}  // namespace puzzled::sudoku
