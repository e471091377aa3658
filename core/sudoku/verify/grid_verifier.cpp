#include "core/sudoku/verify/grid_verifier.hpp"

namespace puzzled::sudoku {

void GridVerifier::verify(std::span<const Grid> puzzles, std::span<const Grid> grids,
                          const VerdictNeeds& needs, std::span<Verdict> verdicts) {
  open_.clear();
  puzzles_.clear();
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    verdicts[i] = judge_.judge(puzzles[i], grids[i]);
    if (needs.counts_cells && verdicts[i].is_ok()) verdicts[i].right_cells = kCells;
    if (!needs.take_solutions(verdicts[i].kind)) continue;
    open_.push_back(i);
    puzzles_.push_back(puzzles[i]);
  }
  solutions_.find(puzzles_, nullptr, found_);
  for (std::size_t k = 0; k < open_.size(); ++k) {
    Verdict& verdict = verdicts[open_[k]];
    if (verdict.is_ok()) {
      if (found_[k].count > 1) verdict.kind = VerdictKind::kNotUnique;
    } else {
      verdict.right_cells =
          static_cast<std::uint8_t>(count_right_cells(puzzles_[k], grids[open_[k]], found_[k]));
    }
  }
}

}  // namespace puzzled::sudoku
