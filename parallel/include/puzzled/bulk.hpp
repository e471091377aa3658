// Millions of puzzles where they lie: rows of cells and whole texts, read from the caller's memory
// and answered in the caller's memory, on many threads.
//
// A row is 81 bytes, row by row of the board: 0 is a blank, 1 to 9 are clues or digits. Spans of
// cells hold rows one after another, with nothing between them; cells_of() has grids as such a
// span. Results have the place of their rows and depend on these alone, whatever the threads. Calls
// on rows allocate nothing that grows with their number, but for distinct_rows().
//
// Calls fail, with a reason for people, if
//   - a cell is above 9: `row 17: r1c2 is 12, not 0 to 9`, the first row, from 0, with such a cell;
//   - a span has not the size that is stated;
//   - `run.stop` was set: `stopped`.
// Then results may have been written in part.
//
// Any number of threads may call all of this at a time. Threads, and solvers with some MiB of
// memory for each, are kept for the next call. Nothing throws but std::bad_alloc, std::system_error
// if the system gives no more threads, and `run.progress`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzled/parallel.hpp"

namespace puzzled {

/// Rows; REQUIRED is a multiple of 81, or the call fails.
using Rows = std::span<const std::uint8_t>;
using MutableRows = std::span<std::uint8_t>;

/// Grids as rows: no copy is made.
inline Rows cells_of(std::span<const Grid> grids) {
  static_assert(sizeof(Grid) == Grid::kCells);
  return {reinterpret_cast<const std::uint8_t*>(grids.data()), grids.size_bytes()};
}

/// The solution of each puzzle: the first that is found, the same on every machine, or with
/// `unique` the only one. A row of zeros if there is none. `solutions` is as long as `puzzles`, and
/// may be the same memory.
PUZZLED_API Result<> solve_rows(Rows puzzles, MutableRows solutions, bool unique = false,
                                const RunOptions& run = {});

/// The number of solutions of each puzzle, or `limit` if there are more; 0: count them all.
PUZZLED_API Result<> count_rows(Rows puzzles, std::span<std::uint64_t> counts,
                                std::uint64_t limit = 2, const RunOptions& run = {});

/// The canonical form of each puzzle (canonical()). Clues that contradict each other are an error
/// that names the row, too.
PUZZLED_API Result<> canonical_rows(Rows puzzles, MutableRows forms, const RunOptions& run = {});

/// The numbers of the rows that are not equivalent to one before them, rising. Forms are told apart
/// by 128 bits of a hash, 16 bytes a row. Errors are those of canonical_rows().
PUZZLED_API Result<std::vector<std::size_t>> distinct_rows(Rows puzzles,
                                                           const RunOptions& run = {});

/// Splits puzzles into parts, such as a training set and a test set, so that equivalent ones are in
/// the same part: writes the number of its part, from 0, for each puzzle. The part of a class is
/// drawn by its canonical form and the seed alone, with the probability of its weight; so it is the
/// same whatever other puzzles there are, and the same as `puzzled canon --split` finds. There are
/// 2 to 255 weights, whose sum is more than 0. Errors are those of canonical_rows(), too.
PUZZLED_API Result<> split_rows(Rows puzzles, std::span<const std::uint32_t> weights,
                                std::uint64_t seed, std::span<std::uint8_t> parts,
                                const RunOptions& run = {});

/// Random equivalent copies (shuffle()): copy number c of row i is row i * k + c of `copies`, which
/// is k times as long as `grids`. What becomes of it depends on `seed`, i and c alone: puzzles and
/// their solutions go the same ways.
PUZZLED_API Result<> shuffle_rows(Rows grids, MutableRows copies, std::uint64_t seed,
                                  const RunOptions& run = {});

/// How hard each puzzle is (rate()).
PUZZLED_API Result<> rate_rows(Rows puzzles, std::span<Rating> ratings, const RunOptions& run = {});

/// How often a fixed search guesses at each puzzle (backtracks()). An error if `options.copies` is
/// out of range.
PUZZLED_API Result<> backtracks_rows(Rows puzzles, std::span<double> means,
                                     const BacktracksOptions& options = {},
                                     const RunOptions& run = {});

/// Whether each grid is a solution of the puzzle in the same row, or what is wrong with it
/// (verify()).
PUZZLED_API Result<> verify_rows(Rows puzzles, Rows grids, std::span<Verdict> verdicts,
                                 const VerifyOptions& options = {}, const RunOptions& run = {});

/// Whether each puzzle has exactly one solution, and no clue can go (is_minimal()).
PUZZLED_API Result<> minimal_rows(Rows puzzles, std::span<bool> answers,
                                  const RunOptions& run = {});

/// The best score of each board (best_score()), and the grid that attains it; 0 and a row of zeros
/// if it has no solution. An error if a weight is out of range.
PUZZLED_API Result<> best_score_rows(Rows boards, std::span<std::int64_t> scores, MutableRows grids,
                                     const Weights& weights = kTargetWeights,
                                     Goal goal = Goal::kMaximize, const RunOptions& run = {});

/// Puzzles `first`, `first` + 1, … of a sequence (generate()), as many as there is room for. An
/// error if the number of clues is out of range.
PUZZLED_API Result<> generate_rows(MutableRows puzzles, const GenerateOptions& options = {},
                                   std::uint64_t first = 0, const RunOptions& run = {});

/// Bytes of a line: 81 characters and a line feed.
inline constexpr std::size_t kLineBytes = Grid::kCells + 1;

/// A line of text for each row, kLineBytes each. An error unless `blank` is one of `.` `0` `_` `*`
/// `X` `x` `?` `-`.
PUZZLED_API Result<> format_rows(Rows grids, std::span<char> lines, char blank = '.',
                                 const RunOptions& run = {});

/// The puzzles of a text.
class TextRows {
 public:
  PUZZLED_API TextRows(TextRows&&) noexcept;
  PUZZLED_API ~TextRows();

  std::size_t size() const { return rows_; }

  /// Copies all rows to `cells`, 81 times size() bytes.
  PUZZLED_API Result<> copy_to(MutableRows cells, const RunOptions& run = {}) const;

 private:
  struct Blocks;
  friend PUZZLED_API Result<TextRows> read_text(std::string_view text, const TextOptions& options,
                                                const RunOptions& run);

  explicit TextRows(std::unique_ptr<const Blocks> blocks);

  std::unique_ptr<const Blocks> blocks_;
  std::size_t rows_ = 0;
};

/// The puzzles of a text in any form that `puzzled solve` reads. Every line is part of a puzzle,
/// blank, a comment, a title, a ruler or the header of a table, or an error names its place. No
/// puzzle at all in a text that is not empty is an error, and so are wrong options and text behind
/// a line `end`.
PUZZLED_API Result<TextRows> read_text(std::string_view text, const TextOptions& options = {},
                                       const RunOptions& run = {});

/// The answers to a text.
struct TextAnswers {
  std::size_t size = 0;  ///< so many bytes of `out` are answers
  std::string longer{};  ///< all answers, unless `out` has room for them: then `size` is 0
};

/// What `puzzled solve` prints for a text in any form: a line for each puzzle, the solution, or
/// `unsolvable`, or `invalid` with the reason. They nearly always fit in `out` if that is as long
/// as the text. No puzzle at all in a text that is not empty is an error, and so are wrong options.
PUZZLED_API Result<TextAnswers> solve_text(std::string_view text, std::span<char> out,
                                           const TextOptions& options = {},
                                           const RunOptions& run = {});

}  // namespace puzzled
