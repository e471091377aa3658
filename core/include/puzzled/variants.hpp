// Sudoku of other sizes and with other rules: 4x4 to 25x25, jigsaws, diagonals, killer cages,
// thermometers and some fifty more (deploy/docs/rules.md defines each of them).
//
//   using namespace puzzled::variants;
//   Puzzle puzzle = plain_puzzle(6);
//   puzzle.allowed[puzzle.cell(0, 5)] = set_of(3);
//   puzzle.rules.push_back({.kind = RuleKind::kCage,
//                           .cells = {puzzle.cell(0, 0), puzzle.cell(0, 1)},
//                           .numbers = {7}});
//   const Solved solved = solve(puzzle, 2).value();
//   if (solved.count == 1) use(solved.first);
//
// Any number of threads may call the functions at a time; a Solver is for one thread at a time.
// Unless a stop flag or a time limit ends a search, results depend on the arguments alone. Nothing
// throws but std::bad_alloc.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzled/export.h"
#include "puzzled/result.hpp"
#include "puzzled/search.hpp"

namespace puzzled::variants {

inline constexpr int kMinSize = 4;
inline constexpr int kMaxSize = 25;
inline constexpr int kMaxCells = kMaxSize * kMaxSize;

/// The number of a cell, row by row from 0.
using Cell = std::uint16_t;

/// A set of values: bit v - 1 stands for value v.
using ValueSet = std::uint32_t;

constexpr ValueSet set_of(int value) {
  return ValueSet{1} << (value - 1);
}
constexpr ValueSet all_values(int size) {
  return (ValueSet{1} << size) - 1;
}

/// What a rule asks. *Neighbours* share a side; *a line* is a list of cells in order. The rows and
/// columns, and the regions, always have no value twice. Where programs differ in what they take a
/// rule to be, it is this here; what a text means by it is said at its reader.
///
/// A cell may be several times in a list only of a line or a sum, and counts each time.
enum class RuleKind : std::uint8_t {
  // For the whole board; no cells.
  kFallingDiagonal,         ///< the diagonal from the top left has no value twice
  kRisingDiagonal,          ///< the diagonal from the bottom left has no value twice
  kWindoku,                 ///< as many further boxes as there is room for, a cell apart
  kDisjointGroups,          ///< cells at the same place of their regions, counted by rows, differ
  kAntiKnight,              ///< cells a knight's move apart differ
  kAntiKing,                ///< cells that touch at a corner differ
  kNonconsecutive,          ///< neighbours do not hold consecutive values
  kDiagonalNonconsecutive,  ///< cells that touch at a corner do not hold consecutive values
  kGlobalEntropy,  ///< every 2x2 square has a low, a middle and a high value (thirds of all values)
  kGlobalModular,  ///< every 2x2 square has a value of each remainder by 3
  // A rule of the kinds exempts its two cells, whatever its number; so does `others`, each two of
  // whose cells are a pair.
  kUnmarkedKropki,      ///< neighbours without kDifference and kRatio are neither 1 apart nor 1:2
  kUnmarkedDifference,  ///< neighbours without kDifference are none of `numbers` apart
  kUnmarkedRatio,       ///< neighbours without kRatio are in none of the ratios `numbers`
  kUnmarkedSum,         ///< neighbours without kPairSum sum to none of `numbers`

  // Of sets of cells.
  kDistinct,       ///< no value twice (an extra region, if there are as many cells as values)
  kOdd,            ///< each holds an odd value
  kEven,           ///< each holds an even value
  kMinimum,        ///< each is less than its neighbours that are not in `cells`
  kMaximum,        ///< each is more than its neighbours that are not in `cells`
  kClone,          ///< cells[i] and others[i] hold the same value
  kContains,       ///< `cells` hold all of `numbers`, each as often as it is there (a quadruple)
  kCage,           ///< no value twice; the sum is numbers[0], if it is there (a killer cage)
  kSum,            ///< the sum is numbers[0]; values may repeat
  kLittleKiller,   ///< as kSum; `cells` are a whole diagonal, from its clue inwards
  kEqualSums,      ///< the sums of `cells` and of `others` are equal
  kRowIndexer,     ///< each cell of row r that holds v: the cell at row v of its column holds r
  kColumnIndexer,  ///< each cell of column c that holds v: the cell at column v of its row holds c
  kBoxIndexer,     ///< each cell at place p of its region that holds v: place v of it holds p

  // Of clues outside the board: `cells` are the row or column, from the clue inwards.
  kSandwich,      ///< the values between the least and the greatest value sum to numbers[0]
  kXSum,          ///< the first x values sum to numbers[0], where x is the first value
  kSkyscraper,    ///< numbers[0] values are greater than all before them; the first always is
  kNumberedRoom,  ///< the x-th value is numbers[0], where x is the first value

  // Of lines.
  kArrow,        ///< the value of cells[0] is the sum of `others`
  kPillArrow,    ///< `cells`, read as one number in their order, is the sum of `others`; up to 9x9
  kDoubleArrow,  ///< the sum of both ends is the sum of what is between them
  kThermo,       ///< values rise
  kSlowThermo,   ///< values do not fall
  kPalindrome,   ///< reads alike from both ends
  kRenban,       ///< consecutive values in any order
  kWhisper,      ///< neighbours on the line are at least numbers[0] apart
  kRegionSum,    ///< each part of the line within one region has the same sum; a region that the
                 ///< line comes back to is another part. There must be regions.
  kBetween,      ///< all but the ends lie strictly between the ends
  kLockout,      ///< the ends are numbers[0] apart or more; all else is less than both or more
  kZipper,       ///< cells as far from the middle have the same sum, which is the middle's if any
  kEntropic,     ///< each three in a row have a low, a middle and a high value (thirds of all
                 ///< values); a line of two, two of these
  kModular,      ///< each numbers[0] in a row have a value of each remainder by numbers[0]; a
                 ///< shorter line, different remainders
  kNabner,       ///< no two values, wherever on the line, are equal or consecutive

  // Of two cells.
  kDifference,  ///< the values are numbers[0] apart (a white dot: 1)
  kRatio,       ///< one value is numbers[0] times the other (a black dot: 2)
  kPairSum,     ///< the sum is numbers[0] (V: 5, X: 10)
  kGreater,     ///< cells[0] is more than cells[1]
};

/// What people call a rule: "killer cage".
PUZZLED_API std::string_view name_of(RuleKind kind);

/// The kind of that name; case, spaces and hyphens do not matter. An error has all names.
PUZZLED_API Result<RuleKind> find_rule_kind(std::string_view name);

/// One rule: which of its lists a kind has is said there.
struct Rule {
  RuleKind kind{};
  std::vector<Cell> cells{};
  std::vector<Cell> others{};
  std::vector<int> numbers{};

  friend bool operator==(const Rule&, const Rule&) = default;
};

/// The names that parse_rules() takes: `diagonal`, `windoku`, ….
PUZZLED_API std::vector<std::string> rule_names();

/// Rules of whole boards by their names, with commas between them: `diagonal,anti-knight`. A name
/// may be several rules (`diagonal` is two). Case, spaces and hyphens do not matter. An error says
/// of a rule that needs cells that it does, and of others what is known.
PUZZLED_API Result<std::vector<Rule>> parse_rules(std::string_view names);

/// A square board. A clue is a cell with a single value in `allowed`, pencil marks are several.
struct Puzzle {
  static constexpr std::uint8_t kNoRegion = 255;

  int size = 0;                       ///< kMinSize to kMaxSize
  std::vector<std::uint8_t> regions;  ///< of each cell: its box or piece, or kNoRegion; or empty.
                                      ///< At most `size` cells are in one, no value twice.
  std::vector<ValueSet> allowed;      ///< of each cell
  std::vector<Rule> rules;

  /// REQUIRES: `row` and `column` are from 0 to size - 1.
  constexpr Cell cell(int row, int column) const { return static_cast<Cell>(row * size + column); }

  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

/// A board without clues and further rules. Its boxes are as square as possible, and wider than
/// high (6: 2 rows by 3 columns); sizes for which there is no such box, as primes and 14, have
/// none. REQUIRES: kMinSize <= size <= kMaxSize.
PUZZLED_API Puzzle plain_puzzle(int size);

/// Reads the one board of a text: a line that states its rules, in a form that `puzzled solve`
/// reads (constraint strings of the Interactive Sudoku Solver, f-puzzles, SudokuPad), or a plain
/// board of any size, on a line or in rows. `size`, as `--size` has it (`6`, `16:1-G`), is that
/// which the board must have, and says how values above 9 are written; empty: both are found out.
/// Rules that are not known are errors that name them.
PUZZLED_API Result<Puzzle> parse(std::string_view text, std::string_view size = {});

/// The board as a constraint string, which parse() reads. An error names a rule that such strings
/// cannot state, or that is wrong.
PUZZLED_API Result<std::string> to_constraint_string(const Puzzle& puzzle);

/// What a search found.
struct Solved {
  std::uint64_t count = 0;            ///< of solutions, at most the limit
  bool is_complete = true;            ///< false: the search was ended, and there may be more
  std::vector<std::uint8_t> first{};  ///< of each cell its value, in the first solution found;
                                      ///< empty if there is none

  friend bool operator==(const Solved&, const Solved&) = default;
};

/// Some of the solutions of a board, in the order of their values, cell by cell.
struct SolutionPage {
  std::vector<std::vector<std::uint8_t>> solutions{};
  bool is_complete = true;  ///< false: the search was ended before it had found as many
};

/// Of each candidate of a board the number of solutions that have it, up to a cap.
struct TrueCandidates {
  std::size_t size = 0;                 ///< of a side
  std::vector<std::uint32_t> counts{};  ///< of each cell, of each value
  bool timed_out = false;               ///< the search was ended; counts are lower bounds

  /// Solutions in which a cell holds a value, at most as many as the cap.
  std::uint32_t count(Cell cell, int value) const {
    return counts[cell * size + static_cast<std::size_t>(value - 1)];
  }
  /// Of a cell, the values that it holds in a solution.
  ValueSet values(Cell cell) const {
    ValueSet set = 0;
    for (int value = 1; value <= static_cast<int>(size); ++value) {
      if (count(cell, value) > 0) set |= set_of(value);
    }
    return set;
  }
};

/// How many solutions a board has that has too many to be counted.
struct CountEstimate {
  double solutions = 0;
  double error = 0;          ///< half the width of the 95 % confidence interval; 0: exact
  std::uint64_t probes = 0;  ///< 0: they were counted
  bool timed_out = false;    ///< the search was ended before the error was small enough
};

/// Solves one board after another. Boards that differ in `allowed` alone share what is made ready
/// for them: that takes longer than an easy board does. A search ends when the stop flag is set or
/// after the time limit (0: none), also while rules are made ready. All calls fail if a rule is
/// wrong (too few cells, a number out of range), and say which; a rule that cannot be fulfilled is
/// not wrong. Equal rules are one; if there are more rules than a board of 128 MB has room for, an
/// error names the bound.
class Solver {
 public:
  PUZZLED_API Solver();
  PUZZLED_API ~Solver();
  PUZZLED_API Solver(Solver&&) noexcept;
  PUZZLED_API Solver& operator=(Solver&&) noexcept;

  /// Finds up to `limit` solutions; 0: all.
  PUZZLED_API Result<Solved> solve(const Puzzle& puzzle, std::uint64_t limit = 1,
                                   const StopFlag* stop = nullptr,
                                   std::chrono::nanoseconds time_limit = {});

  /// The first `most` solutions in the order of their values, cell by cell; 0: all. If the stop
  /// flag ends the search, those found before.
  PUZZLED_API Result<std::vector<std::vector<std::uint8_t>>> list(const Puzzle& puzzle,
                                                                  std::uint64_t most,
                                                                  const StopFlag* stop = nullptr);

  /// The first `most` solutions in that order of those that come after `after`, a value for each
  /// cell; empty: of all. So all of them can be taken some at a time.
  PUZZLED_API Result<SolutionPage> page(const Puzzle& puzzle, std::span<const std::uint8_t> after,
                                        std::uint64_t most, const StopFlag* stop = nullptr,
                                        std::chrono::nanoseconds time_limit = {});

  /// REQUIRES: cap >= 1.
  PUZZLED_API Result<TrueCandidates> true_candidates(const Puzzle& puzzle, std::uint32_t cap = 1,
                                                     const StopFlag* stop = nullptr,
                                                     std::chrono::nanoseconds time_limit = {});

  /// Counts up to 10 000 solutions; of more it estimates the number, to 2 % where it can. The same
  /// seed gives the same estimate.
  PUZZLED_API Result<CountEstimate> estimate(const Puzzle& puzzle, std::uint64_t seed = 1,
                                             const StopFlag* stop = nullptr,
                                             std::chrono::nanoseconds time_limit = {});

 private:
  struct State;

  std::unique_ptr<State> state_;
};

/// Solver's call, for a single board.
PUZZLED_API Result<Solved> solve(const Puzzle& puzzle, std::uint64_t limit = 1,
                                 const StopFlag* stop = nullptr,
                                 std::chrono::nanoseconds time_limit = {});

}  // namespace puzzled::variants
