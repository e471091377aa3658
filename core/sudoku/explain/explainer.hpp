// Solves a puzzle as a person does, step by step: each is the first that applies of the easiest
// rule that does. The rules are those of ratings, applied as core/sudoku/rating applies them, so
// that the rating follows from the steps; this is a second way to it that shares no rule with the
// first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/huge_memory.hpp"
#include "core/sudoku/explain/candidate_board.hpp"
#include "core/sudoku/explain/step.hpp"
#include "core/sudoku/grid.hpp"
#include "core/sudoku/rating/kernel.hpp"
#include "core/sudoku/rating/rating.hpp"

namespace puzzled::sudoku::explain {

/// How the steps end.
enum class End : std::uint8_t {
  kSolved,      ///< all cells have their digits
  kStuck,       ///< the puzzle has one solution, which no rule finds: level 9
  kMultiple,    ///< it has several: the steps hold for all of them
  kUnsolvable,  ///< it has none
  kPaused,      ///< as many steps as wanted
  kWrong,       ///< entries of the board beside the puzzle are wrong: there are no steps
};

/// A digit of a board beside its puzzle that is not what the puzzle has there.
struct WrongEntry {
  std::uint8_t cell = 0;
  std::uint8_t digit = 0;
  std::uint8_t clue = 0;  ///< what the puzzle has in the cell; 0 if that is blank there

  friend constexpr bool operator==(const WrongEntry&, const WrongEntry&) = default;
};

struct Explanation {
  std::vector<Step> steps{};
  std::vector<Candidate> removed{};  ///< by all steps
  End end = End::kSolved;
  Rating rating{};  ///< as Rater gives it; of kPaused and kWrong: of no meaning
  Grid start{};     ///< what the steps begin with
  Grid grid{};      ///< with the digits that are placed
  /// Of kUnsolvable: the cells without any one of whose digits the puzzle has a solution, rising.
  /// On a board that is partly filled, one of these is wrong; none: several are.
  std::vector<std::uint8_t> suspects{};
  std::vector<WrongEntry> wrong{};  ///< of kWrong: all that are known to be, cells rising

  std::span<const Candidate> removed_by(const Step& step) const {
    return std::span(removed).subspan(step.removed_begin, step.removed_end - step.removed_begin);
  }
};

/// One is for one thread at a time; it holds about half a MiB, and the explanation at hand.
class Explainer {
 public:
  explicit Explainer(std::string_view isa = {});

  /// At most `max_steps` steps (0: all), and none if there is no solution: that a puzzle has none
  /// is seen at once then, and after the steps that lead to probing without a limit. The result
  /// stays until the next call. REQUIRES: every digit is in 0..9, and no digit is twice in a unit.
  const Explanation& explain(const Grid& puzzle, std::size_t max_steps = 0);

  /// The same from a board on which the puzzle is partly filled; clues that are blank there are
  /// put back. If the puzzle has exactly one solution, each entry that is not as there is wrong.
  /// If it has several, only changed clues are known to be; if it has none, it is explained
  /// instead. REQUIRES: as explain() of the puzzle; the board may hold any digits.
  const Explanation& explain_board(const Grid& puzzle, const Grid& board,
                                   std::size_t max_steps = 0);

 private:
  const rating::Kernel* kernel_;
  HugeMemory probing_;
  Explanation explanation_;
};

}  // namespace puzzled::sudoku::explain
