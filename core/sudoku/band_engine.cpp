// Candidates as 27 words (digit x band, 27 bits), three of them a vector, so that every rule works
// on the whole board at once and without a data-dependent branch (rules/). Published
// solvers of this class (JCZSolve, the rust crate sudoku) update word by word through tables and
// lose most of their time to mispredicted branches.
//
// Below a branch only its band or stack is looked at, for as long as nothing follows for the others
// (band_chute.hpp): on a board with few clues that is most of the search.
#include "core/sudoku/band_engine.hpp"

#include "core/sudoku/band_board.hpp"
#include "core/sudoku/band_search.hpp"

namespace puzzled::sudoku {
namespace {

// A step takes some microseconds at most.
constexpr std::uint64_t kStepsBetweenLooks = 512;
constexpr SearchLimits kUnlimited;
constexpr std::uint64_t kAnyNumber = UINT64_MAX;

struct SearchEnd {
  std::uint64_t branches;
  bool timed_out;
};

// Searches from `board`, which is `puzzle` or has fewer candidates (limits.solutions is not looked
// at). `visit` is that of BandSearch::go_on().
template <class Visit>
SearchEnd search(const rules::Kernel& rules, const Grid& puzzle, BandBoard& board,
                 const SearchLimits& limits, std::uint64_t max_branches, Visit visit) {
  BandSearch search(rules);
  SearchClock clock(limits, kStepsBetweenLooks);
  ChutePlaces places;
  BandOutcome outcome{};
  do {
    outcome = rules.propagate_and_count(board, places);
  } while (search.go_on(
      outcome, places, puzzle, board, max_branches, [&] { return clock.is_up(); }, visit));
  return {.branches = search.branches(), .timed_out = search.timed_out()};
}

}  // namespace

Solutions solve_band(const Grid& puzzle, const SearchLimits& limits, const rules::Kernel& rules,
                     std::uint64_t max_branches) {
  Solutions result;
  BandBoard board;
  rules.read_board(puzzle, board);
  const SearchEnd end = search(rules, puzzle, board, limits, max_branches, [&](const auto& solved) {
    if (result.count == 0) rules.write_grid(solved(), result.first);
    return ++result.count != limits.solutions;
  });
  result.branches = end.branches;
  result.timed_out = end.timed_out;
  return result;
}

std::vector<Grid> list_solutions(const Grid& puzzle, std::size_t limit) {
  std::vector<Grid> solutions;
  const rules::Kernel& rules = *rules::find_kernel({});
  BandBoard board;
  rules.read_board(puzzle, board);
  search(rules, puzzle, board, kUnlimited, kAnyNumber, [&](const auto& solved) {
    solutions.push_back(grid_of(solved()));
    return solutions.size() < limit;
  });
  return solutions;
}

bool has_solution_without(const Grid& puzzle, int cell, std::uint8_t digit,
                          const rules::Kernel& rules) {
  BandBoard board;
  rules.read_board(puzzle, board);
  board.candidates[digit - 1U][cell / 27] &= ~(1U << (cell % 27));
  bool found = false;
  search(rules, puzzle, board, kUnlimited, kAnyNumber, [&](const auto&) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace puzzled::sudoku
