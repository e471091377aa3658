#include "core/sudoku/symmetric_generator.hpp"

#include "core/sudoku/minimal/single_tests.hpp"
#include "core/sudoku/puzzle_draft.hpp"

namespace puzzled::sudoku {

std::optional<Grid> generate_symmetric(const GeneratorSettings& settings, Symmetry symmetry,
                                       std::uint64_t index) {
  PuzzleDraft draft(settings, symmetry, index);
  make_tests(draft);
  return draft.result();
}

}  // namespace puzzled::sudoku
