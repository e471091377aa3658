// The input and output of a batch, for every build of the kernel.
#pragma once

#include <cstddef>
#include <cstdint>

namespace puzzled::sudoku::batch {

/// Measurements of earlier batches, for speed. No answer depends on them.
struct Tuning {
  std::uint32_t passes = 0;   ///< that an intake takes; 0: not measured yet
  std::uint32_t batches = 0;  ///< since that was measured
  bool placing = false;       ///< whether other halves went to idle lanes at the end
};

/// Records that a lane keeps of its DFS stack, which can be 162 deep: the ones on top. When there
/// are more, the lowest is overwritten. It is seldom missed: a search gets so deep only on boards
/// with few clues, where it finds solutions without going back that far. If it does go back, the
/// puzzle is deferred. (With 40 records and no overwriting, 5 to 12 random clues took three times
/// as long.)
inline constexpr int kMaxStackRecords = 32;

/// A board: bit 54 b + 6 d + k says whether digit d + 1 may be in mini-row k (from 3 on:
/// mini-column k - 3) of box b. These tell the candidates, too. A cell loses a candidate to its
/// mini-lines, or to a single in it: and the mini-lines of a single are the only ones of its digit
/// in the box, so the rules find it again.
struct alignas(64) Record {
  std::uint8_t bytes[64];
};

/// A digit from 1 to 9 that a cell, from 0 in row order, may not have, though no clue says so.
struct Exclusion {
  std::uint8_t cell;
  std::uint8_t digit;
};

/// A board of a puzzle that a batch leaves to others: a part of its search tree.
struct LeftBoard {
  Record record;
  std::uint64_t begin;  ///< the parts of a puzzle's tree follow one another in this order
  std::uint32_t puzzle;
};

/// Puzzles to be solved in bulk. A puzzle that is listed in `deferred` is not solved, and its
/// results are unspecified: its search took more than max_steps or backtracked to records that had
/// been overwritten, or it was one of so few open ones that to begin anew costs less than to move
/// them. Of a puzzle with boards in `left` the counts and the first solution are those
/// of the other parts of its tree. All other results are final.
struct Job {
  const std::uint8_t* const* puzzles;  ///< addresses of 81 cells as grid_of() takes them
  std::size_t count;
  std::uint64_t limit;      ///< of solutions, >= 1
  std::uint32_t max_steps;  ///< that a puzzle may take, of four passes each
  /// How many records a lane keeps of its stack: a power of two, at most kMaxStackRecords. (Tests
  /// use fewer, so that stacks overflow.)
  int stack_records = kMaxStackRecords;
  /// If an intake ends with no more open boards than `few_open`, they are left or, a handful,
  /// deferred; if no boards wait for a lane and no more lanes than `few_busy` are busy, their
  /// boards are left. A pass costs as much for a few lanes as for all. 0: none are.
  int few_open = 0;
  int few_busy = 0;
  /// One for each puzzle, or null. If there are any, `limit` and `few_open` are 1 and 0, and it is
  /// not said which solution is the first: there are no lines.
  const Exclusion* exclusions = nullptr;
  /// Or null: how many solutions a board has in whose bands each digit has one mini-row of each
  /// box, and from which the rules remove nothing. If there is one, solutions are only counted,
  /// many at once: first ones and lines are not found.
  std::uint64_t (*count_leaf)(const Record& board) = nullptr;
  std::uint64_t* counts;  ///< of solutions; room for `count`
  /// The first solution of puzzle i becomes a line of 81 digits at `lines + i * stride`; stride is
  /// at least 82. The lines of puzzles without a solution are unspecified.
  char* lines;
  std::size_t stride;
  std::uint64_t* first_at;    ///< scratch, room for `count`
  std::uint32_t* deferred;    ///< numbers of puzzles; room for `count`
  std::uint32_t* conflicts;   ///< numbers of puzzles with contradictory clues; room for `count`
  LeftBoard* left = nullptr;  ///< those of a puzzle side by side, in their order
  std::size_t left_room = 0;  ///< where boards would not fit, none are left
  Tuning* tuning;
  std::size_t deferred_count = 0;
  std::size_t conflict_count = 0;
  std::size_t left_count = 0;
  std::uint64_t branches = 0;  ///< of all puzzles
};

}  // namespace puzzled::sudoku::batch
