// Makes puzzles with exactly one solution one at a time: see puzzle_draft.hpp for how.
#include "core/sudoku/generator.hpp"

#include "core/sudoku/minimal/clue_removal.hpp"
#include "core/sudoku/minimal/single_tests.hpp"
#include "core/sudoku/puzzle_draft.hpp"

namespace puzzled::sudoku {
namespace {

constexpr int kMinByDefault = 24;
constexpr int kMaxByDefault = 36;

}  // namespace

int default_clues(Random& random) {
  return kMinByDefault + static_cast<int>(random.below(kMaxByDefault - kMinByDefault + 1));
}

int remove_clues(Grid& puzzle, const Grid& solution, const std::array<int, kCells>& order,
                 int target) {
  ClueRemoval removal(puzzle, solution, RemovalOrder(order), target);
  make_tests(removal);
  puzzle = removal.puzzle();
  return removal.clues();
}

bool supports(const GeneratorSettings& settings) {
  if (!settings.clues) return true;
  const int most = settings.minimal ? kMaxMinimalClues : kCells;
  return *settings.clues >= kMinGeneratedClues && *settings.clues <= most;
}

Grid generate_puzzle(const GeneratorSettings& settings, std::uint64_t index) {
  PuzzleDraft draft(settings, Symmetry::kNone, index);
  make_tests(draft);
  return *draft.result();
}

}  // namespace puzzled::sudoku
