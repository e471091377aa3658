// Makes puzzles with exactly one solution one at a time: see puzzle_draft.hpp for how.
#include "core/sudoku/generator.hpp"

#include "core/sudoku/minimal/single_tests.hpp"
#include "core/sudoku/puzzle_draft.hpp"
#include "core/sudoku/symmetry.hpp"

namespace puzzled::sudoku {

Grid generate_puzzle(const GeneratorSettings& settings, std::uint64_t index) {
  PuzzleDraft draft(settings, Symmetry::kNone, index);
  make_tests(draft);
  return *draft.result();
}

}  // namespace puzzled::sudoku
