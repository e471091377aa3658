// Candidates as 27 words (digit x band, 27 bits), three of them a vector, so that every rule works
// on the whole board at once and without a data-dependent branch (rules/). Published
// solvers of this class (JCZSolve, the rust crate sudoku) update word by word through tables and
// lose most of their time to mispredicted branches.
#include "core/sudoku/band_engine.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/band_choice.hpp"
#include "core/sudoku/conflict.hpp"

namespace puzzled::sudoku {
namespace {

// The depth of the stack: each board on it belongs to an ancestor that fixed a digit's mini-row in
// a row or its mini-column in a box, and there are 81 of each.
constexpr std::size_t kMaxWaiting = 162;

// A board takes less than a microsecond.
constexpr std::uint64_t kBoardsBetweenLooks = 512;
constexpr SearchLimits kUnlimited;

struct SearchEnd {
  std::uint64_t branches = 0;
  bool timed_out = false;
};

// The rules do not see that two equal clues in a box contradict each other. With few clues around
// them a search can take a second to fail, so a long search checks the clues once.
constexpr std::uint64_t kBranchesBeforeConflictCheck = 64;

// Searches from `board`, which is `puzzle` or has fewer candidates, and calls `visit` for each
// solution. Ends when `visit` returns false or when time is up (limits.solutions is not looked at).
template <typename Visit>
SearchEnd search(const Grid& puzzle, BandBoard& board, const SearchLimits& limits,
                 const rules::Kernel& rules, std::uint64_t max_branches, Visit visit) {
  std::array<BandBoard, kMaxWaiting> waiting;
  std::size_t waiting_count = 0;
  SearchEnd end;
  SearchClock clock(limits, kBoardsBetweenLooks);
  for (;;) {
    if (end.branches >= max_branches || clock.is_up()) {
      end.timed_out = true;
      return end;
    }
    const BandOutcome outcome = rules.propagate(board);
    if (outcome == BandOutcome::kOpen) {
      assert(waiting_count < kMaxWaiting);
      waiting[waiting_count++] = split(board);
      if (++end.branches == kBranchesBeforeConflictCheck && find_conflict(puzzle)) return end;
      continue;
    }
    if (outcome == BandOutcome::kSolved && !visit(board)) return end;
    if (waiting_count == 0) return end;
    board = waiting[--waiting_count];
  }
}

}  // namespace

Solutions solve_band(const Grid& puzzle, const SearchLimits& limits, const rules::Kernel& rules,
                     std::uint64_t max_branches) {
  Solutions result;
  BandBoard board = board_of(puzzle);
  const SearchEnd end =
      search(puzzle, board, limits, rules, max_branches, [&](const BandBoard& solved) {
        if (result.count == 0) result.first = grid_of(solved);
        return ++result.count != limits.solutions;
      });
  result.branches = end.branches;
  result.timed_out = end.timed_out;
  return result;
}

std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit) {
  std::vector<Grid> solutions;
  BandBoard board = board_of(puzzle);
  search(puzzle, board, kUnlimited, *rules::find_kernel({}), UINT64_MAX,
         [&](const BandBoard& solved) {
           solutions.push_back(grid_of(solved));
           return solutions.size() < limit;
         });
  return solutions;
}

bool has_solution_without(const Grid& puzzle, int cell, std::uint8_t digit) {
  BandBoard board = board_of(puzzle);
  board.candidates[digit - 1U][cell / 27] &= ~(1U << (cell % 27));
  bool found = false;
  search(puzzle, board, kUnlimited, *rules::find_kernel({}), UINT64_MAX, [&](const BandBoard&) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace puzzled::sudoku
