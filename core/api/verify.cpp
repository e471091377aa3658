// Sudoku: verdicts on grids that are proposed as solutions.
#include <optional>
#include <string>
#include <utility>

#include "core/sudoku/verify/grid_verifier.hpp"
#include "core/sudoku/verify/pair_verifier.hpp"
#include "puzzled/sudoku.hpp"

namespace puzzled {

std::string to_string(const Verdict& verdict) {
  char text[sudoku::kMaxVerdictBytes];
  return {text, sudoku::put_verdict(text, verdict)};
}

Verdict verify(const Grid& puzzle, const Grid& grid, const VerifyOptions& options) {
  const sudoku::Grid puzzles[] = {{puzzle.digits()}};
  const sudoku::Grid grids[] = {{grid.digits()}};
  Verdict verdict;
  sudoku::GridVerifier().verify(puzzles, grids,
                                {.is_unique = options.unique, .counts_cells = options.right_cells},
                                {&verdict, 1});
  return verdict;
}

TextVerdict verify_text(std::string_view puzzle, std::string_view grid,
                        const VerifyOptions& options) {
  using From = sudoku::PairAnswer::Status;
  using To = TextVerdict::Status;
  sudoku::PairVerifier verifier(
      {.needs = {.is_unique = options.unique, .counts_cells = options.right_cells}});
  // Nothing stops it.
  sudoku::PairAnswer answer = *verifier.answer(puzzle, grid);
  return {.status = answer.status == From::kOk      ? To::kOk
                    : answer.status == From::kWrong ? To::kWrong
                                                    : To::kInvalid,
          .reason = std::move(answer.reason),
          .right_cells = options.right_cells ? answer.right_cells : 0};
}

}  // namespace puzzled
