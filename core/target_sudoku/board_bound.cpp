#include "core/target_sudoku/board_bound.hpp"

#include <cstddef>

namespace puzzled::target {

void set_words(bound::Words& words, const BandBoard& board) {
  for (int lane = 0; lane < 27; ++lane) {
    words.lane[lane] = board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9];
  }
}

bool BoardBound::evaluate(const BandBoard& board, const bound::CellNumbers& multipliers,
                          std::int64_t threshold) {
  set_words(candidates_, board);
  problem_.kernel->evaluate(problem_.gains, candidates_, multipliers, threshold, evaluation_);
  return evaluation_.bound >= threshold;
}

BandOutcome BoardBound::fix_by_reduced_cost(BandBoard& board) const {
  std::uint32_t removed = 0;
  for (int lane = 0; lane < 27; ++lane) {
    removed |= candidates_.lane[lane] ^ evaluation_.kept.lane[lane];
  }
  if (removed == 0) return BandOutcome::kOpen;
  for (int lane = 0; lane < 27; ++lane) {
    board.candidates[static_cast<std::size_t>(lane % 9)][lane / 9] = evaluation_.kept.lane[lane];
  }
  return problem_.rules->propagate(board);
}

}  // namespace puzzled::target
