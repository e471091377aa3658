// Makes many puzzles at once: hundreds lose their clues side by side, and the tests of all of them
// are a batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/stop.hpp"
#include "core/sudoku/generator_settings.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/minimal/removal_tests.hpp"
#include "core/sudoku/puzzle_draft.hpp"
#include "core/sudoku/symmetry.hpp"

namespace puzzled::sudoku {

/// Whether it is worth while to make such puzzles side by side. Those with very few clues have
/// searches of their own.
bool makes_side_by_side(const GeneratorSettings& settings, Symmetry symmetry);

/// One is for one thread at a time; from the first batch on it holds about 5 MiB.
class BulkGenerator {
 public:
  /// REQUIRES: as BatchSolver.
  explicit BulkGenerator(std::string_view isa = {}) : tests_(isa) {}

  /// puzzles[i] is puzzle number first + i, as generate_puzzle() or, with a symmetry,
  /// generate_symmetric() make it. False, and puzzles may be missing, if `stop` becomes true.
  /// REQUIRES: supports(settings).
  bool generate(const GeneratorSettings& settings, Symmetry symmetry, std::uint64_t first,
                std::span<std::optional<Grid>> puzzles, const StopFlag& stop);

 private:
  // Drafts at a time: with fewer a test takes longer, with more they do not fit the cache.
  static constexpr std::size_t kMaxDrafts = 2048;

  // A draft, which of the puzzles it will be, and what the last test has found. (To answer each
  // draft right before it is asked again: all of them do not fit the nearest cache.)
  struct Numbered {
    std::size_t number;
    PuzzleDraft draft;
    bool is_tested = false;
    bool is_unique = false;
  };

  bool ask(Numbered& numbered);

  RemovalTests tests_;
  std::vector<Numbered> drafts_;
};

}  // namespace puzzled::sudoku
