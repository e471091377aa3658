// Sudoku: grids, solving one puzzle or many, counting, and what changes puzzles into others.
//
//   const auto puzzle = puzzled::Grid::parse(line);
//   if (!puzzle) return complain(puzzle.error().message);
//   const puzzled::Answer answer = puzzled::solve(*puzzle);
//   if (answer.status == puzzled::Answer::Status::kUnique) use(to_string(answer.solution));
//
// Any number of threads may call all of this at a time; the functions keep nothing between calls.
// Unless a time limit ends a search, results depend on the arguments alone, whatever the processor.
// Nothing throws but std::bad_alloc.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzled/export.h"
#include "puzzled/rating.hpp"
#include "puzzled/result.hpp"
#include "puzzled/verdict.hpp"

namespace puzzled {

/// What the caller knows of a text. Both are empty unless stated otherwise.
struct TextOptions {
  /// Name, or number from 1, of the column of a table, or of the member of JSON, that holds the
  /// puzzles. Empty: it is found by what it holds.
  std::string_view column{};
  /// Characters that stand for blanks beside those that always do: at most 24 bytes of UTF-8,
  /// neither digits from 1 to 9 nor white space.
  std::string_view blank{};

  /// Success, or what is wrong with `blank`. Calls that take options check them, too.
  PUZZLED_API Result<> check() const;
};

/// 9x9 cells in row order. 0 is a blank, 1 to 9 are clues (of a puzzle) or digits (of a solution).
/// There are no other digits in a Grid; its clues may contradict each other.
class Grid {
 public:
  static constexpr int kSide = 9;
  static constexpr int kCells = 81;

  /// All cells are blank.
  constexpr Grid() = default;

  /// Reads the one puzzle of a text, in any form that `puzzled solve` reads: 81 characters, with a
  /// remark behind them or not, nine lines with borders or without, a list, a table of one record.
  /// Digits are clues; `.` `0` `_` `*` `X` `x` `?` `-` are blanks. No puzzle and several are errors
  /// that say how many there are; what is wrong with a puzzle is named with its column, from 1, and
  /// if there are several lines, with its line. Wrong options, and a column that is not there, are
  /// errors, too.
  PUZZLED_API static Result<Grid> parse(std::string_view text, const TextOptions& options = {});

  /// From 81 numbers from 0 to 9; an error if there are more or fewer, or others.
  PUZZLED_API static Result<Grid> from_digits(std::span<const std::uint8_t> digits);

  /// REQUIRES: `row` and `column` are from 0 to 8.
  constexpr int at(int row, int column) const { return (*this)[kSide * row + column]; }

  /// Cells are numbered row by row. REQUIRES: `cell` is from 0 to 80.
  constexpr int operator[](int cell) const { return digits_[static_cast<std::size_t>(cell)]; }

  /// An error unless `row` and `column` are from 0 to 8, and `digit` from 0 to 9.
  PUZZLED_API Result<> set(int row, int column, int digit);

  /// From 81 numbers that are known to be right. REQUIRES: each is from 0 to 9.
  static constexpr Grid unchecked(const std::array<std::uint8_t, kCells>& digits) {
    Grid grid;
    grid.digits_ = digits;
    return grid;
  }

  /// The 81 cells.
  constexpr const std::array<std::uint8_t, kCells>& digits() const { return digits_; }

  /// What puzzled::to_string() writes.
  std::string to_string(char blank = '.') const;

  friend constexpr bool operator==(const Grid&, const Grid&) = default;

 private:
  std::array<std::uint8_t, kCells> digits_{};
};

/// 81 characters: `1` to `9`, and `blank` for blanks.
PUZZLED_API std::string to_string(const Grid& grid, char blank = '.');

inline std::string Grid::to_string(char blank) const {
  return puzzled::to_string(*this, blank);
}

/// The cell that a text is, without the white space around it: a character as Grid::parse() reads
/// them, or one of `blank`, as in TextOptions. No character at all is a blank. Nothing for any
/// other text.
PUZZLED_API std::optional<int> parse_cell(std::string_view text, std::string_view blank = {});

/// Success, or which clues contradict each other: "clues r1c1 and r1c4 are both 5".
PUZZLED_API Result<> check_clues(const Grid& puzzle);

/// What a puzzle turned out to be.
struct Answer {
  enum class Status {
    kUnsolvable,
    kUnique,    ///< exactly one solution
    kMultiple,  ///< at least two
    kSolved,    ///< at least one: no second one was looked for (SolveOptions)
    kTimeout,   ///< the time limit ended the search
  };
  Status status = Status::kUnsolvable;
  /// Unique: the solution. Multiple or solved: the first that was found; timed out, too, if one
  /// was. All blank otherwise.
  Grid solution{};

  friend bool operator==(const Answer&, const Answer&) = default;
};

/// `unique`, `unsolvable` and so on: the name of the enumerator.
PUZZLED_API std::string to_string(Answer::Status status);

struct SolveOptions {
  /// Look for a second solution. Hard puzzles take about half the time without.
  bool check_unique = true;
  /// For each puzzle; 0: none.
  std::chrono::nanoseconds time_limit{0};
};

/// Solves one puzzle, in some microseconds.
PUZZLED_API Answer solve(const Grid& puzzle, const SolveOptions& options = {});

/// Solves many, hundreds at a time: far faster than one by one. Answer i is that of puzzle i, the
/// same as solve() gives. <puzzled/parallel.hpp> does so on many threads.
PUZZLED_API std::vector<Answer> solve_all(std::span<const Grid> puzzles,
                                          const SolveOptions& options = {});

struct SolutionCount {
  std::uint64_t count = 0;
  bool timed_out = false;  ///< `count` is a lower bound: the time limit ended the search
};

/// The number of solutions, or `limit` if there are more. `limit` 0: count them all (an empty grid
/// has 6.7 * 10^21, which no computer counts one by one).
PUZZLED_API SolutionCount count_solutions(const Grid& puzzle, std::uint64_t limit,
                                          std::chrono::nanoseconds time_limit = {});

/// The first `limit` solutions, in an order that depends on the puzzle alone.
PUZZLED_API std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit);

/// The canonical form: the same for two puzzles if and only if they are equivalent, that is, if
/// relabelling digits, permuting rows, columns, bands or stacks, or transposing turns one into the
/// other. It is the lexicographically smallest of all equivalent puzzles, where a blank comes
/// before the digits. An error if clues contradict each other.
PUZZLED_API Result<Grid> canonical(const Grid& puzzle);

/// A random equivalent puzzle: each of the 1,218,998,108,160 transformations is as likely as any
/// other. The same `seed` and `copy` transform every grid in the same way, a puzzle and its
/// solution, say, on every machine.
PUZZLED_API Grid shuffle(const Grid& grid, std::uint64_t seed, std::uint64_t copy = 0);

/// Whether the puzzle has exactly one solution, and more than one without any one of its clues.
PUZZLED_API bool is_minimal(const Grid& puzzle);

/// How hard a puzzle is.
PUZZLED_API Rating rate(const Grid& puzzle);

/// Rates many, hundreds at a time: far faster than one by one. Rating i is that of puzzle i.
PUZZLED_API std::vector<Rating> rate_all(std::span<const Grid> puzzles);

inline constexpr std::uint64_t kMaxBacktracksCopies = 1000;

/// How guesses are counted.
struct BacktracksOptions {
  /// How many counts the mean is of, from 1 to kMaxBacktracksCopies: that of the puzzle as it
  /// stands, and those of random equivalent copies, which depend on `seed` and the puzzle alone.
  std::uint64_t copies = 3;
  std::uint64_t seed = 1;

  /// Success, or the range that `copies` is out of.
  PUZZLED_API Result<> check() const;
};

/// How often a fixed search guesses until it has the solution: the mean over copies, as `puzzled
/// rate --scale backtracks` has it, for columns such as the rating of Sudoku-Extreme. NaN unless
/// the puzzle has exactly one solution. An error if `options.copies` is out of range.
PUZZLED_API Result<double> backtracks(const Grid& puzzle, const BacktracksOptions& options = {});

/// How a person solves the puzzle, as one JSON object: each step with its rule, cells, digits and
/// what it places or removes, the easiest rule first, and the rating that follows from them. At
/// most `max_steps` steps (0: all): 1 is a hint. deploy/docs/json.md lists the members.
PUZZLED_API std::string explain(const Grid& puzzle, std::size_t max_steps = 0);

/// The same from a board on which the puzzle is partly filled. If digits on it are not as in the
/// puzzle's only solution, these are named instead, changed clues among them.
PUZZLED_API std::string explain_board(const Grid& puzzle, const Grid& board,
                                      std::size_t max_steps = 0);

/// What is wanted of a verdict; each takes a search for solutions.
struct VerifyOptions {
  bool unique = false;       ///< a solution that is not the only one is kNotUnique
  bool right_cells = false;  ///< Verdict::right_cells
};

/// Whether `grid` is a solution of the puzzle, any solution, or what is wrong with it.
///
/// Verdict::right_cells: if the puzzle has exactly one solution, the number of cells that are as in
/// it. Otherwise of those that have a digit, not another one than the clue there, which no other
/// cell of their row, column and box has. 0 beside kInvalidPuzzle.
PUZZLED_API Verdict verify(const Grid& puzzle, const Grid& grid, const VerifyOptions& options = {});

/// A verdict on texts, which may be anything.
struct TextVerdict {
  enum class Status : std::uint8_t {
    kOk,
    kWrong,
    kInvalid,  ///< the puzzle is none, so that no grid could be right
  };
  Status status = Status::kOk;
  std::string reason{};  ///< what is wrong; empty if nothing is
  int right_cells = 0;   ///< if they were asked for; 0 of a text that is not 81 cells

  bool is_ok() const { return status == Status::kOk; }
};

/// As `puzzled verify` answers a puzzle and a grid, each in any form that 81 cells can have.
PUZZLED_API TextVerdict verify_text(std::string_view puzzle, std::string_view grid,
                                    const VerifyOptions& options = {});

/// Numbers of clues that puzzles can be generated with. Few take long, 19 a tenth of a second; so
/// do minimal puzzles of many clues.
inline constexpr int kMinGeneratedClues = 19;
inline constexpr int kMaxMinimalClues = 28;

struct GenerateOptions {
  std::uint64_t seed = 1;
  /// Number of clues, from kMinGeneratedClues to 81, or to kMaxMinimalClues if minimal. None: 24 to
  /// 36, each as likely.
  std::optional<int> clues = std::nullopt;
  bool minimal = false;  ///< no clue is redundant (is_minimal())

  /// Success, or the range that `clues` is out of.
  PUZZLED_API Result<> check() const;
};

/// Puzzle number `index` of the sequence that `options` name: it has exactly one solution, and
/// depends on the two alone. An error if `options.clues` is out of range.
PUZZLED_API Result<Grid> generate(const GenerateOptions& options = {}, std::uint64_t index = 0);

}  // namespace puzzled
