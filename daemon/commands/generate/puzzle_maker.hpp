// Makes the 9x9 puzzles of `puzzled generate`, block by block: what one thread does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/stop.hpp"
#include "core/sudoku/batch_solver.hpp"
#include "core/sudoku/bulk_generator.hpp"
#include "core/sudoku/canonical/canonicalizer.hpp"
#include "core/sudoku/generator.hpp"
#include "core/sudoku/hard_walk.hpp"
#include "core/sudoku/rating/rater.hpp"
#include "core/sudoku/symmetric_generator.hpp"
#include "core/sudoku/tools/form_key.hpp"

namespace puzzled::commands {

enum class Column : std::uint8_t { kPuzzle, kSolution, kClues, kRating };

/// What is asked for, read from the settings.
struct GenerateTask {
  sudoku::GeneratorSettings generator;
  sudoku::RatingRange difficulty{};
  bool rates = false;     ///< puzzles of other difficulties are thrown away
  bool walks = false;     ///< the difficulty is rare: block i is walk number i
  bool distinct = false;  ///< no two puzzles are equivalent
  sudoku::Symmetry symmetry = sudoku::Symmetry::kNone;
  std::vector<sudoku::CellSet> patterns{};  ///< to be taken in turn; empty: any cells
  std::vector<Column> columns{Column::kPuzzle};
  char separator = '\t';       ///< of columns
  bool writes_arrays = false;  ///< lines are records of ArrayFiles
  std::uint64_t count = 0;
  int threads = 1;

  /// Whether not every number of the sequence yields a puzzle that is written.
  bool has_gaps() const {
    return rates || distinct || !patterns.empty() || symmetry != sudoku::Symmetry::kNone;
  }
  bool has_column(Column column) const;
  std::string header() const;
};

/// What was made to find the ratings that are wanted.
struct SeenRatings {
  std::uint64_t puzzles = 0;
  sudoku::Rating lowest = sudoku::kMaxRating;
  sudoku::Rating highest{};

  void add(const SeenRatings& more);
  /// `rated 1.0.0 to 8.4.2`.
  std::string range() const;
};

struct MadeBlock {
  std::uint64_t first = 0;  ///< numbers [first, last) of the sequence, or of walks
  std::uint64_t last = 0;
  std::uint64_t made = 0;  ///< puzzles that these numbers yield
  // Those of them that have the right rating.
  std::vector<sudoku::Grid> puzzles;
  std::vector<sudoku::Rating> ratings;  ///< if they are known
  std::vector<sudoku::FormKey> forms;   ///< if they are to be distinct
  std::string text;                     ///< a line for each
  std::vector<std::size_t> line_ends;
  SeenRatings seen;
};

/// One is for one thread at a time.
class PuzzleMaker {
 public:
  /// Both must outlive it.
  PuzzleMaker(const GenerateTask& task, const StopFlag& stop);

  /// Makes the puzzles of a block; false if it was stopped before the end.
  bool make(MadeBlock& block);

 private:
  bool generate(MadeBlock& block);
  void walk(MadeBlock& block);
  void rate(MadeBlock& block);
  void find_forms(MadeBlock& block);
  void write_lines(MadeBlock& block);

  const GenerateTask& task_;
  const StopFlag& stop_;
  sudoku::BulkGenerator generator_;
  std::vector<std::optional<sudoku::Grid>> generated_;
  std::optional<sudoku::Rater> rater_;
  std::optional<sudoku::HardWalker> walker_;
  std::optional<sudoku::Canonicalizer> canonicalizer_;
  std::optional<sudoku::BatchSolver> solver_;
  std::vector<sudoku::CanonicalForm> canonical_;
  std::vector<sudoku::Solutions> solutions_;
};

}  // namespace puzzled::commands
